import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";
import { postgresPrograms, postgresUrl } from "../../cluster/servers";
import type { Bench } from "./bench";
import type { Fault } from "./fault";

export const DATABASE: Fault[] = [
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

export const REDIS: Fault[] = [
  {
    ...{
      area: "Redis",
      name: "the server is killed",
      cause:
        /key-value store.*cannot be reached|cannot reach the key-value store|Redis is unavailable|store false|what="store"\} 0/,
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
  const folder = join(bench.deploymentTest.folder, "small-disk");
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
  execFileSync("umount", [join(bench.deploymentTest.folder, "small-disk")]);
}

/** Lifts the limit through the single-user right that the cluster's owner has on its own files. */
async function restoreRole({ primary }: Bench): Promise<void> {
  await primary.end("SIGINT");
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
