import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { migrateDatabase } from "@/db/postgres";

export type DatabaseKind = "embedded" | "postgres";

/** A database that nothing else uses: the settings that lead to it, and its removal. */
export type BenchDatabase = { settings: Record<string, string>; remove(): Promise<void> };

/** The embedded database always, and a server where TEST_DATABASE_URL names one. */
export const databaseKinds = (): DatabaseKind[] =>
  process.env.TEST_DATABASE_URL ? ["embedded", "postgres"] : ["embedded"];

/** Makes an empty database: files in a fresh directory, or a migrated one on the server of TEST_DATABASE_URL. */
export async function createDatabase(kind: DatabaseKind): Promise<BenchDatabase> {
  return kind === "postgres" ? createOnServer() : createOnDisk();
}

async function createOnDisk(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "vesting-index-bench-"));
  return { settings: { DATA_DIR: dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function createOnServer(): Promise<BenchDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("Set TEST_DATABASE_URL to a Postgres server on which databases may be made.");
  const name = `vesting_index_bench_${randomBytes(6).toString("hex")}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await migrateDatabase(url.toString());
  return {
    settings: { DATABASE_URL: url.toString() },
    remove: async () => {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
