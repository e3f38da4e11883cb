import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { PostgresServer } from "../../tests/load/service/postgres-server";
import { AttackedService } from "../../tests/load/service/service";
import { selectTargets, type Targets } from "./reads";
import { type Size, seed } from "./seed";

export const NO_SERVER =
  "There is no Postgres: install Debian's package postgresql, or set TEST_DATABASE_URL to a server on which a superuser may create databases.";

export type BenchDatabase = { url: string; remove(): Promise<void> };

/** Creates a migrated database on the server of TEST_DATABASE_URL, or on a server of its own, and fills it. */
export async function createDatabase(size?: Size): Promise<BenchDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? null : await PostgresServer.start();
  const serverUrl = given ?? server?.url("postgres");
  if (!serverUrl) throw new Error(NO_SERVER);
  const name = `vesting_index_bench_${randomBytes(6).toString("hex")}`;
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString();
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await migrateDatabase(url);
  if (size) await seed(url, size);
  const remove = async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
    await server?.remove();
  };
  return { url, remove };
}

type Served = { size?: Size; settings?: Record<string, string> };
type Bench = { service: AttackedService; database: BenchDatabase; targets: Targets };

/** Runs a benchmark of the production build on a database of its own. */
export async function withService(
  { size, settings }: Served,
  bench: (of: Bench) => Promise<void>,
): Promise<void> {
  const database = await createDatabase(size);
  const service = await AttackedService.start({
    settings: { DATABASE_URL: database.url, RATE_LIMIT: "off", LOG_LEVEL: "warn", ...settings },
  });
  try {
    await bench({ service, database, targets: await selectTargets(database.url) });
  } finally {
    await service.remove();
    await database.remove();
  }
}
