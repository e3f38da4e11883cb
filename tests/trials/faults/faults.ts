import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";
import { postgresUrl } from "../../cluster/servers";
import type { Bench } from "./bench";
import { type NodeFault, results } from "./node";

/** One injected fault and the words that name its cause. */
export type Fault = {
  area: string;
  name: string;
  cause: RegExp;
  /** Settings with which the service is started; it is restarted with the usual ones afterwards. */
  settings?: (bench: Bench) => Record<string, string>;
  /** Settings of the doctor alone. */
  doctor?: Record<string, string>;
  inject?: (bench: Bench) => unknown;
  heal?: (bench: Bench) => unknown;
  /** It mounts a disk of its own. */
  needsRoot?: boolean;
  /** The alert that fires within a minute, by `for` of two seconds. */
  alert?: string;
};

const onNodes =
  (fault: NodeFault | null, which = [0, 1]) =>
  (bench: Bench) => {
    for (const at of which) (bench.nodes[at as 0 | 1] ?? bench.nodes[0]).fault = fault;
  };
const healNodes = onNodes(null);
const node = (
  name: string,
  fault: NodeFault,
  rest: Pick<Fault, "cause" | "alert">,
  which?: number[],
): Fault => ({
  ...{ area: "network and node", name, inject: onNodes(fault, which), heal: healNodes },
  ...rest,
});
const settings = (name: string, changes: Record<string, string>, cause: RegExp, alert?: string): Fault => ({
  ...{ area: "settings", name, settings: () => changes, cause },
  ...(alert && { alert }),
});
const DOUBTFUL = "VestingSetupDoubtful";
const AWAY = "VestingLedgerAway";
const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";

const SETTINGS: Fault[] = [
  settings("a misspelled name", { DATABSE_POOL_SIZE: "5" }, /DATABSE_POOL_SIZE is not a setting/, DOUBTFUL),
  settings(
    "a value that is not a number",
    { DATABASE_POOL_SIZE: "many" },
    /DATABASE_POOL_SIZE must be/,
    "VestingIndexDown",
  ),
  settings("no rate limit", { RATE_LIMIT: "off" }, /RATE_LIMIT=off/, DOUBTFUL),
  settings(
    "webhooks into the own network",
    { WEBHOOKS_ALLOW_PRIVATE: "true" },
    /WEBHOOKS_ALLOW_PRIVATE/,
    DOUBTFUL,
  ),
  settings(
    "more connections than Postgres allows",
    { DATABASE_POOL_SIZE: "300" },
    /300 connections, but the server allows/,
  ),
  {
    ...settings("a port that is taken", {}, /Port \d+ on 127\.0\.0\.1 is taken/, "VestingIndexDown"),
    settings: ({ redis }) => ({ PORT: String(redis.port) }),
  },
];

const OLD = 900;
const old = () => Math.floor(Date.now() / 1000) - OLD;

const NODES: Fault[] = [
  node(
    "every endpoint closes connections",
    { kind: "drop" },
    { cause: /other side closed|socket hang up|ledger"?\}? 0|cannot reach the network/, alert: AWAY },
  ),
  node("every endpoint hangs", { kind: "hang" }, { cause: /did not answer in time/, alert: AWAY }),
  node(
    "every endpoint refuses for its rate",
    { kind: "text", status: 429, text: "" },
    { cause: /overloaded|HTTP status 429/, alert: AWAY },
  ),
  node(
    "every endpoint answers with a web page",
    { kind: "text", status: 200, text: "<html>" },
    { cause: /not JSON/, alert: AWAY },
  ),
  node(
    "one endpoint is away",
    { kind: "drop" },
    { cause: /endpoint_unreachable/, alert: "VestingIndexProblem" },
    [0],
  ),
  node(
    "one endpoint lags",
    results({ getSlot: (slot: number) => Math.max(0, slot - 5_000) }),
    { cause: /endpoint_lagging|slots behind another/ },
    [0],
  ),
  node(
    "one endpoint is of another network",
    results({ getGenesisHash: () => "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d" }),
    { cause: /endpoint_foreign|its genesis hash is/, alert: "VestingIndexProblem" },
    [0],
  ),
  node("the nodes stopped", results({ getBlockTime: old }), {
    cause: /newest block .* old|newestBlockAge \d{3}|block_age_seconds \d{3}/,
    alert: "VestingLedgerStale",
  }),
  node(
    "the nodes no longer keep history",
    results({ getFirstAvailableBlock: (slot: number) => slot + 1_000_000 }),
    { cause: /keeps blocks from slot \d+ on, but the index/ },
  ),
  node(
    "the nodes refuse a method",
    {
      kind: "change",
      change: ({ method }, reply) =>
        method === "getGenesisHash"
          ? { id: reply.id, error: { code: -32601, message: "Method not found: getGenesisHash" } }
          : reply,
    },
    { cause: /Method not found: getGenesisHash|state its genesis hash/ },
  ),
];

const DATABASE: Fault[] = [
  {
    ...{
      area: "database",
      name: "the server is killed",
      cause: /ECONNREFUSED|connection refused/i,
      alert: "VestingDatabaseAway",
    },
    inject: ({ primary }) => primary.end("SIGQUIT"),
    heal: ({ primary }) => primary.up(),
  },
  {
    ...{
      area: "database",
      name: "the server became read-only",
      cause: /25006|read-only/,
      alert: "VestingStorageFailing",
    },
    inject: (bench) => setReadOnly(bench, "on"),
    heal: (bench) => setReadOnly(bench, "off"),
  },
  {
    ...{
      area: "disk",
      name: "the database's disk is full",
      cause: /53100|No space left/,
      alert: "VestingStorageFailing",
    },
    needsRoot: true,
    inject: fillTablespace,
    heal: emptyTablespace,
  },
  {
    ...{
      area: "database",
      name: "no connection is left",
      cause: /53300|remaining connection slots|too many/,
      alert: "VestingDatabaseAway",
    },
    inject: (bench) =>
      bench.sql(async (sql) => {
        await sql.unsafe("alter role tester connection limit 0; alter role tester nosuperuser");
        await endSessions(sql);
      }),
    heal: (bench) => restoreRole(bench),
  },
  {
    ...{
      area: "database",
      name: "the user does not exist",
      cause: /role "nobody" does not exist/,
      alert: "VestingIndexDown",
    },
    settings: ({ primary }) => ({ DATABASE_URL: `postgres://nobody@127.0.0.1:${primary.port}/postgres` }),
  },
  {
    ...{
      area: "database",
      name: "the database does not exist",
      cause: /database "nothing" does not exist/,
      alert: "VestingIndexDown",
    },
    settings: ({ primary }) => ({ DATABASE_URL: postgresUrl(primary, "nothing") }),
  },
  {
    ...{
      area: "database",
      name: "migrations are missing",
      cause: /lacks the migrations/,
      alert: "VestingIndexDown",
    },
    settings: ({ primary }) => ({ DATABASE_URL: postgresUrl(primary, "template1") }),
  },
];

const REDIS: Fault[] = [
  {
    ...{
      area: "Redis",
      name: "the server is killed",
      cause:
        /key-value store.*cannot be reached|cannot reach the key-value store|Redis is away|store false|what="store"\} 0/,
      alert: "VestingStoreAway",
    },
    inject: ({ redis }) => redis.end("SIGKILL"),
    heal: ({ redis }) => redis.up(),
  },
  {
    ...{
      area: "Redis",
      name: "the server is a read-only replica",
      cause: /READONLY/,
      alert: "VestingStoreAway",
    },
    inject: (bench) => bench.redisCommand("REPLICAOF 127.0.0.1 1"),
    heal: (bench) => bench.redisCommand("REPLICAOF NO ONE"),
  },
  {
    ...{ area: "Redis", name: "its memory is full", cause: /OOM/, alert: "VestingStoreAway" },
    inject: (bench) => bench.redisCommand("CONFIG SET maxmemory 1"),
    heal: (bench) => bench.redisCommand("CONFIG SET maxmemory 0"),
  },
];

const MACHINE: Fault[] = [
  {
    ...{
      area: "disk",
      name: "the disk of DATA_DIR is almost full",
      cause: /disk of DATA_DIR: 0\.\d of|disk that has DATA_DIR/,
      alert: "VestingDiskAlmostFull",
    },
    needsRoot: true,
    inject: ({ dataDir }) => {
      mkdirSync(dataDir, { recursive: true });
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", dataDir]);
      writeFileSync(join(dataDir, "old-backup"), Buffer.alloc(61 * 2 ** 20));
    },
    heal: ({ dataDir }) => execFileSync("umount", [dataDir]),
  },
  {
    ...{
      area: "clock",
      name: "the machine's clock is ten minutes ahead",
      cause: /clock is \d+ s ahead of|clock differs by|aheadOfDatabase \d{3}|clock_skew_seconds \d{3}/,
      alert: "VestingClockSkewed",
    },
    settings: (bench) => {
      const file = join(bench.trial.folder, "ahead.mjs");
      writeFileSync(file, "const now = Date.now; Date.now = () => now() + 600_000;\n", { mode: 0o644 });
      return { NODE_OPTIONS: `--import=${file}` };
    },
  },
  {
    ...{
      area: "clock",
      name: "the machine's clock is ten minutes behind",
      cause: /clock is \d+ s behind|clock differs by|aheadOfDatabase -\d{3}|clock_skew_seconds -\d{3}/,
      alert: "VestingClockSkewed",
    },
    settings: (bench) => {
      const file = join(bench.trial.folder, "behind.mjs");
      writeFileSync(file, "const now = Date.now; Date.now = () => now() - 600_000;\n", { mode: 0o644 });
      return { NODE_OPTIONS: `--import=${file}` };
    },
  },
];

/** Requests as they come through a proxy, or from clients without one. */
const request =
  (headers: Record<string, string>, times = 1) =>
  async (bench: Bench) => {
    const { request: send } = await import("node:http");
    for (let time = 0; time < times; time++)
      await new Promise((resolve, reject) => {
        const options = { host: "127.0.0.1", port: bench.service.port, path: "/api/campaigns", headers };
        send(options, (response) => response.resume().once("end", resolve))
          .once("error", reject)
          .end();
      });
  };
const PROXY: Fault[] = [
  {
    ...{
      area: "proxy",
      name: "a proxy that TRUST_PROXY_HOPS does not count",
      cause: /of which TRUST_PROXY_HOPS does not know/,
      alert: DOUBTFUL,
    },
    ...{ settings: () => ({}), inject: request({ "x-forwarded-for": "8.8.8.8" }) },
  },
  {
    ...{
      area: "proxy",
      name: "TRUST_PROXY_HOPS without a proxy",
      cause: /TRUST_PROXY_HOPS is set, but requests arrive without/,
      alert: DOUBTFUL,
    },
    settings: () => ({ TRUST_PROXY_HOPS: "1", ALLOWED_HOSTS: "vesting.example" }),
    inject: request({}, 25),
  },
  {
    ...{
      area: "proxy",
      name: "ALLOWED_HOSTS empty behind a proxy",
      cause: /ALLOWED_HOSTS is empty/,
      alert: DOUBTFUL,
    },
    ...{
      settings: () => ({ TRUST_PROXY_HOPS: "1" }),
      inject: request({ "x-forwarded-for": "8.8.8.8", host: "vesting.example" }),
    },
  },
];

const KEYS: Fault[] = [
  {
    ...{
      area: "keys",
      name: "the operator's key is not the service's",
      cause: /does not accept the ADMIN_API_KEY/,
    },
    doctor: { ADMIN_API_KEY: "another-key-of-the-operator" },
  },
  {
    ...{ area: "keys", name: "no secret for the scheduler", cause: /CRON_SECRET: not set/ },
    settings: () => ({ CRON_SECRET: "" }),
  },
];

const UPGRADED = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv";

const PROGRAM: Fault[] = [
  {
    ...{
      area: "program",
      name: "the program id is a wallet's address",
      cause: /VESTING_PROGRAM_ID \w+ (?:does not exist|is an account that is not a program)/,
    },
    settings: () => ({ VESTING_PROGRAM_ID: UPGRADED }),
  },
  {
    ...{
      area: "program",
      name: "the program id is another program's",
      cause: /program: .*(?:not the tested build|have no instruction)/,
    },
    settings: () => ({ VESTING_PROGRAM_ID: MEMO }),
  },
  {
    ...{
      area: "program",
      name: "the program is upgraded",
      cause: /vesting program was changed|vesting program's code.*changed|slot="412"|slot 412/,
      alert: "VestingProgramChanged",
    },
    inject: onNodes({ kind: "change", change: upgrade }),
    heal: healNodes,
  },
];

export const FAULTS: readonly Fault[] = [
  ...[...SETTINGS, ...NODES, ...DATABASE, ...REDIS],
  ...[...MACHINE, ...PROXY, ...KEYS, ...PROGRAM],
];

const setReadOnly = (bench: Bench, value: "on" | "off") =>
  bench.sql(async (sql) => {
    await sql.unsafe("set default_transaction_read_only = off");
    await sql.unsafe(`alter system set default_transaction_read_only = ${value}`);
    await sql`select pg_reload_conf()`;
    await endSessions(sql);
  });

const endSessions = (sql: postgres.Sql) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vesting-index' and pid <> pg_backend_pid()`;

/** Moves the table that every health check writes to a disk of its own, and fills that. */
async function fillTablespace(bench: Bench): Promise<void> {
  const folder = join(bench.trial.folder, "small-disk");
  mkdirSync(folder);
  const uid = execFileSync("id", ["-u", "postgres"], { encoding: "utf8" }).trim();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=2m,uid=${uid},mode=0700`, "tmpfs", folder]);
  await bench.sql(async (sql) => {
    await sql.unsafe(`create tablespace small location '${folder}'`);
    await sql.unsafe("alter table sync_state set tablespace small");
    const fill =
      "insert into sync_state select 'filler ' || gen_random_uuid(), repeat('x', 900), 0 from generate_series(1, 50)";
    for (let isFull = false; !isFull; ) await sql.unsafe(fill).catch(() => (isFull = true));
    // Smaller rows fill what is left of the last pages.
    const last = "insert into sync_state values ('filler ' || gen_random_uuid(), '', 0)";
    for (let isFull = false; !isFull; ) await sql.unsafe(last).catch(() => (isFull = true));
  });
}

async function emptyTablespace(bench: Bench): Promise<void> {
  await bench.sql(async (sql) => {
    await sql.unsafe("alter table sync_state set tablespace pg_default");
    await sql.unsafe("delete from sync_state where key like 'filler %'");
    await sql.unsafe("drop tablespace small");
  });
  execFileSync("umount", [join(bench.trial.folder, "small-disk")]);
}

/** Lifts the limit through the single-user right that the cluster's owner has on its own files. */
async function restoreRole({ primary }: Bench): Promise<void> {
  await primary.end("SIGINT");
  const { postgresPrograms } = await import("../../cluster/servers");
  const input = "alter role tester superuser connection limit -1\n";
  const own =
    process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  const [program = "", ...args] = [
    ...own,
    `${postgresPrograms()}/postgres`,
    "--single",
    "-D",
    primary.folder,
    "postgres",
  ];
  execFileSync(program, args, { input, cwd: "/" });
  await primary.up();
}

type Accounts = { value: ({ data: [string, string]; owner: string } | null)[] };

/** The program's data account as a deployment by a wallet at slot 412 leaves it. */
function upgrade({ method }: { method: string }, reply: { id: unknown; result?: unknown }) {
  if (method !== "getMultipleAccounts") return reply;
  for (const account of (reply.result as Accounts).value) {
    const data = Buffer.from(account?.data[0] ?? "", "base64");
    if (!account?.owner.startsWith("BPFLoaderUpgradeab1e") || data.readUInt32LE(0) !== 3) continue;
    data.writeBigUInt64LE(412n, 4);
    data[12] = 1;
    if (data.length > 100) data[100] = (data[100] ?? 0) ^ 1;
    account.data[0] = data.toString("base64");
  }
  return reply;
}
