import { describeDatabase, hasDatabase } from "@/cli/settings";
import { type Database, openDatabase } from "@/db/client";
import { getSqlState } from "@/db/failures";
import { selectGenesis, selectIndexedTo, writeCheck } from "@/db/queries/indexing/sync-state";
import { type ServerFacts, selectServerFacts } from "@/db/queries/server-facts";
import type { Env } from "@/lib/service/env";
import { type Check, failed, passed, warning, withinTime, writeSentence } from "./check";
import { checkDatabaseClock } from "./clock";

/** The part of the index that other checks compare with. */
export type Indexed = { genesis: string | null; slot: bigint };

type Examined = { checks: Check[]; indexed: Indexed | null };

/** Checks that the database of the settings answers, its clock, and its number of connections. */
export async function examineDatabase(env: Env): Promise<Examined> {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = env;
  if (!url) {
    const found = `${describeDatabase(env)}${hasDatabase(env) ? "" : ", not created yet"}`;
    return { checks: [passed("database", found)], indexed: null };
  }
  try {
    const { db, close } = await withinTime(openDatabase({ url, readUrl, maxConnections: 1 }));
    try {
      return await withinTime(examineServer(db, url, env));
    } finally {
      await close();
    }
  } catch (error) {
    const found = writeSentence(error);
    return { checks: [failed("database", found, getFix(found))], indexed: null };
  }
}

async function examineServer(db: Database, url: string, env: Env): Promise<Examined> {
  const [facts, genesis, { slot }] = await Promise.all([
    selectServerFacts(db),
    selectGenesis(db),
    selectIndexedTo(db),
  ]);
  const checks = [passed("database", `Postgres ${facts?.version}, migrated`)];
  if (facts) checks.push(checkDatabaseClock(facts.seconds), checkConnections(facts, url, env));
  await writeCheck(db).catch((error: unknown) => checks.push(describeWriteFailure(error)));
  return { checks, indexed: { genesis, slot } };
}

function describeWriteFailure(error: unknown): Check {
  const code = getSqlState(error);
  const found = `cannot store anything: ${writeSentence(error)}${code ? ` (SQLSTATE ${code})` : ""}`;
  const fix = "Free the server's disk (53100), or use a server that accepts writes (25006).";
  return failed("database", found, fix);
}

function getFix(found: string): string {
  if (found.includes("lacks the migrations")) return "Run npx vesting-index migrate to apply them.";
  if (/too many (clients|connections)|remaining connection slots/.test(found))
    return "Raise max_connections of the server, or lower DATABASE_POOL_SIZE or WORKERS.";
  return "Check that DATABASE_URL names a server that this machine can reach, and that the user and password are correct.";
}

/** Compares the connections that all processes may open with those that the server allows. */
export function checkConnections(
  { maxConnections, port }: Pick<ServerFacts, "maxConnections" | "port">,
  url: string,
  { WORKERS, DATABASE_POOL_SIZE }: Pick<Env, "WORKERS" | "DATABASE_POOL_SIZE">,
): Check {
  const name = "database connections";
  const wanted = WORKERS * DATABASE_POOL_SIZE;
  const counts = `${WORKERS} × ${DATABASE_POOL_SIZE} (WORKERS × DATABASE_POOL_SIZE) are ${wanted} connections`;
  if (wanted <= maxConnections) return passed(name, `${counts}, and the server allows ${maxConnections}`);
  const found = `${counts}, but the server allows this user ${maxConnections}.`;
  const fix =
    "Lower DATABASE_POOL_SIZE or WORKERS, or raise max_connections (ALTER ROLE or ALTER DATABASE … CONNECTION LIMIT).";
  const isPooled = port !== null && port !== Number(new URL(url).port || 5432);
  return isPooled
    ? warning(name, found, `${fix} A pooler in between can share them.`)
    : failed(name, found, fix);
}
