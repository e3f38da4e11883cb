import { randomUUID } from "node:crypto";
import { Connection, PublicKey } from "@solana/web3.js";
import { sql } from "drizzle-orm";
import { databaseOf, hasDatabase, loadSettings } from "@/cli/settings";
import { openDatabase } from "@/db/client";
import { selectGenesis } from "@/db/queries/indexing/sync-state";
import { explainProblem } from "@/lib/contract/index-problem-texts";
import { networkOf } from "@/lib/core/solana/networks";
import { withTimeout } from "@/lib/service/clock";
import { type Env, EnvError } from "@/lib/service/env";
import { openKeyValue } from "@/lib/service/kv/open";
import { createLogger } from "@/lib/service/log";
import { diskSpace } from "@/lib/service/monitoring/disk-space";
import { reviewSetup } from "@/lib/service/setup/review-setup";
import { findUnknownSettings } from "@/lib/service/setup/unknown-settings";
import { adminKeyFor } from "../admin-key";
import { EXIT, type Exit, print, printJson } from "../outcome";
import { RunningService } from "../running-service";

/** One thing that was looked at: what was found and, where it is not well, what mends it. */
type Check = { name: string; state: "well" | "doubtful" | "wrong"; found: string; mend?: string };

const WAIT_MS = 5_000;
/** Nonces and wallet proofs hold for minutes; this much of them may be lost to a clock. */
const MOST_SKEW_SECONDS = 30;
const SECONDS_BEHIND = 300;
/** Slots behind the others from which an endpoint counts as lagging, as for the indexer. */
const MAX_LAG_SLOTS = 128;

const SIGNS = { well: "✓", doubtful: "!", wrong: "✗" } as const;

/** Looks at settings, database, key-value store, ledger, clock and the running service; asks all at once. */
export async function examine(url: string, { json }: { json: boolean }): Promise<Exit> {
  const checks = await examineAll(url);
  if (json) printJson(checks);
  else
    for (const { name, state, found, mend } of checks) {
      print(`${SIGNS[state]} ${name}: ${found}`);
      if (mend) print(`    → ${mend}`);
    }
  return checks.some(({ state }) => state === "wrong") ? EXIT.wrong : EXIT.done;
}

async function examineAll(url: string): Promise<Check[]> {
  let env: Env;
  try {
    env = loadSettings();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const mend = "Correct it in the environment or .env; .env.example says what each setting takes.";
    return error.message.split("\n").map((found) => wrong("settings", found, mend));
  }
  const database = await examineDatabase(env);
  const parts = await Promise.all([
    examineKeyValue(env),
    ...(env.SOLANA_RPC_URL ?? []).map((endpoint) => examineLedger(endpoint, env, database.genesis)),
    examineRunning(new RunningService({ url, ...adminKeyFor(url, undefined, () => env) })),
  ]);
  const disk = await examineDisk(env);
  return [...examineSettings(env), ...database.checks, ...disk, ...parts.flat(), ...(await examineLag(env))];
}

const well = (name: string, found: string): Check => ({ name, state: "well", found });
const wrong = (name: string, found: string, mend: string): Check => ({ name, state: "wrong", found, mend });
const doubtful = (name: string, found: string, mend: string): Check => ({
  ...wrong(name, found, mend),
  state: "doubtful",
});

function examineSettings(env: Env): Check[] {
  const findings = reviewSetup(env).map(({ setting, weight, says, mend }) =>
    (weight === "fault" ? wrong : doubtful)(setting, says, mend),
  );
  const secrets = (["ADMIN_API_KEY", "CRON_SECRET"] as const)
    .filter((name) => !env[name])
    .map((name) =>
      doubtful(name, "not set, so its routes refuse everyone.", "npx vesting-index keys makes one."),
    );
  const unknown = findUnknownSettings().map(({ setting, says, mend }) => wrong(setting, says, mend));
  const all = [...unknown, ...findings, ...secrets];
  return all.length > 0 ? all : [well("settings", "nothing is doubtful about them")];
}

async function examineDatabase(env: Env): Promise<{ checks: Check[]; genesis: string | null }> {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = env;
  if (!url) {
    const found = `${databaseOf(env)}${hasDatabase(env) ? "" : ", not created yet"}`;
    return { checks: [well("database", found)], genesis: null };
  }
  try {
    const { db, close } = await withinTime(openDatabase({ url, readUrl, maxConnections: 1 }));
    try {
      const rows: unknown = await db.execute(
        sql`select current_setting('server_version') as version, extract(epoch from now())::float8 as seconds`,
      );
      const [row] = rows as { version: string; seconds: number }[];
      const checks = [well("database", `Postgres ${row?.version}, migrated`)];
      if (row) checks.push(examineClock("the database's", row.seconds));
      return { checks, genesis: await selectGenesis(db) };
    } finally {
      await close();
    }
  } catch (error) {
    const found = sentenceOf(error);
    const mend = found.includes("lacks the migrations")
      ? "npx vesting-index migrate applies them."
      : "See whether DATABASE_URL names a server that this machine reaches, and its user and password are right.";
    return { checks: [wrong("database", found, mend)], genesis: null };
  }
}

const LOW_DISK_SHARE = 0.1;
const GIBIBYTE = 2 ** 30;

async function examineDisk({ DATA_DIR: folder }: Env): Promise<Check[]> {
  const space = await diskSpace(folder);
  if (!space) return [];
  const found = `${(space.free / GIBIBYTE).toFixed(1)} GiB of ${(space.size / GIBIBYTE).toFixed(1)} GiB are free`;
  if (space.free / space.size >= LOW_DISK_SHARE) return [well("disk of DATA_DIR", found)];
  return [
    wrong("disk of DATA_DIR", `${found}.`, "Free space on that disk, or move DATA_DIR to a larger one."),
  ];
}

async function examineKeyValue(env: Env): Promise<Check[]> {
  if (!env.REDIS_URL && !env.UPSTASH_REDIS_REST_URL) {
    return [well("key-value store", "this process’s memory")];
  }
  const { kv } = openKeyValue(env, createLogger("silent"));
  try {
    const key = `doctor:${randomUUID()}`;
    await withinTime(Promise.resolve(kv.put(key, key, 10)));
    if ((await withinTime(kv.take(key))) === key) return [well("key-value store", "keeps and gives")];
    return [
      wrong("key-value store", "does not give what it was given.", "It must not be a read-only replica."),
    ];
  } catch (error) {
    const mend =
      "See whether REDIS_URL, or UPSTASH_REDIS_REST_URL and its token, name a server that is reached.";
    return [wrong("key-value store", sentenceOf(error), mend)];
  } finally {
    await kv.close();
  }
}

async function examineLedger(endpoint: string, env: Env, indexed: string | null): Promise<Check[]> {
  // Paths and queries hold keys.
  const name = `ledger ${new URL(endpoint).host}`;
  const connection = new Connection(endpoint, "confirmed");
  try {
    const [genesis, program, slot] = await withinTime(
      Promise.all([
        connection.getGenesisHash(),
        connection.getAccountInfo(new PublicKey(env.VESTING_PROGRAM_ID)),
        connection.getSlot(),
      ]),
    );
    const network = networkOf(genesis, { name: env.NETWORK_NAME }).name;
    const checks = [well(name, `${network}, at slot ${slot}`)];
    if (indexed !== null && indexed !== genesis) {
      checks.push(
        wrong(
          name,
          `its genesis is ${genesis}, and the database was indexed from ${indexed}.`,
          "Give this ledger a database of its own, or set SOLANA_RPC_URL back.",
        ),
      );
    }
    if (!program?.executable) {
      const found = `the program ${env.VESTING_PROGRAM_ID} is not on it.`;
      checks.push(wrong(name, found, "Set VESTING_PROGRAM_ID to the program on this network."));
    }
    const time = await withinTime(connection.getBlockTime(slot)).catch(() => null);
    if (time !== null) checks.push(examineClock("the ledger’s", time));
    return checks;
  } catch (error) {
    const mend = "See whether SOLANA_RPC_URL is right, its key holds, and this machine may reach it.";
    return [wrong(name, sentenceOf(error), mend)];
  }
}

/** The endpoints that are behind the one that is furthest; an endpoint that does not answer was named before. */
async function examineLag(env: Env): Promise<Check[]> {
  const slots = await Promise.all(
    (env.SOLANA_RPC_URL ?? []).map(async (endpoint) => {
      const slot = await withinTime(new Connection(endpoint, "confirmed").getSlot()).catch(() => 0);
      return { host: new URL(endpoint).host, slot };
    }),
  );
  const highest = Math.max(0, ...slots.map(({ slot }) => slot));
  return slots
    .filter(({ slot }) => slot > 0 && slot < highest - MAX_LAG_SLOTS)
    .map(({ host, slot }) =>
      wrong(
        `ledger ${host}`,
        `is ${highest - slot} slots behind another endpoint.`,
        "The service sets it aside until it has caught up; see whether the node is well, or remove it.",
      ),
    );
}

function examineClock(whose: string, seconds: number): Check {
  const skew = Math.round(Date.now() / 1000 - seconds);
  if (Math.abs(skew) <= MOST_SKEW_SECONDS) return well("clock", `agrees with ${whose}`);
  const way = skew > 0 ? "ahead of" : "behind";
  const found = `this machine’s is ${Math.abs(skew)} s ${way} ${whose}.`;
  return doubtful("clock", found, "Have the machine’s clock kept by NTP; wallets’ proofs are held to it.");
}

type Health = Awaited<ReturnType<RunningService["health"]>>;

function examineHealth(name: string, health: Health): Check {
  if (health.db && health.writable && health.rpc) return well(name, `version ${health.version} answers`);
  if (health.db && !health.writable) {
    const mend =
      "Look at the free disk of the database; the service's log names the cause after 'database:'.";
    return wrong(name, "reads its database but cannot store anything.", mend);
  }
  const mend = "What is away is named above, or is away for that machine alone.";
  return wrong(name, `is ${health.status}.`, mend);
}

async function examineRunning(service: RunningService): Promise<Check[]> {
  const health = await service.health().catch(() => null);
  const name = `service ${service.url}`;
  if (!health) return [doubtful(name, "does not answer here.", "Start it, or say where it is with --url.")];
  const { lagSeconds, problems } = health.indexer;
  const checks = [examineHealth(name, health)];
  for (const { code, count, details = [] } of problems) {
    const found = [`${explainProblem(code)} (${count})`, ...details].join("; ");
    checks.push(wrong(`index ${code}`, found, "docs/operators.md says what to do about each problem."));
  }
  if (lagSeconds === null || lagSeconds > SECONDS_BEHIND) {
    const found = lagSeconds === null ? "nothing was indexed yet." : `the index is ${lagSeconds} s behind.`;
    const mend =
      "See whether scheduled runs arrive (their secret is CRON_SECRET), or run npx vesting-index sync.";
    checks.push(wrong("indexing", found, mend));
  }
  for (const { setting, says, mend } of health.setup ?? [])
    checks.push(doubtful(`its ${setting}`, says, mend));
  return checks;
}

const withinTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(WAIT_MS, work, () => new Error("did not answer within 5 s."));

function sentenceOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message : String(cause);
  // What libraries say may hold the address with its password or key.
  return `${text.replaceAll(/\b[a-z]+:\/\/\S+/gi, "its address").replace(/\.$/, "")}.`;
}
