import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { migrateDatabase } from "@/db/migrate";
import { PostgresServer } from "../../tests/attack/service/postgres-server";
import { childrenMs } from "./processor";

export type DatabaseKind = "embedded" | "postgres";

/** A database that nothing else uses: the settings that lead to it, and its removal. */
export type BenchDatabase = { settings: Record<string, string>; remove(): Promise<void> };

/** A server on which databases may be made: the one of TEST_DATABASE_URL, or one of the benchmark's own. */
type BenchServer = {
  url: string;
  /** The process that the server's others are children of; null where it is somebody else's. */
  pid: number | null;
  close(): Promise<void>;
};

async function startServer(): Promise<BenchServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, pid: null, close: async () => undefined };
  const server = await PostgresServer.start();
  if (!server) throw new Error(NO_SERVER);
  return { url: server.url("postgres"), pid: server.pid, close: () => server.remove() };
}

export const NO_SERVER =
  "There is no Postgres: install Debian's package postgresql, or set TEST_DATABASE_URL to a server on which databases may be made.";

/** The one of this process, while any database is on it. */
let server: Promise<BenchServer> | undefined;
let databases = 0;

/** What the server's processes have had of the processor, in milliseconds; null where they are somebody else's. */
export async function serverMs(): Promise<number | null> {
  const pid = (await server)?.pid;
  return pid ? childrenMs(pid) : null;
}

/** Makes an empty database: files in a fresh directory, or a migrated one on a server that ends with its last one. */
export async function createDatabase(kind: DatabaseKind): Promise<BenchDatabase> {
  return kind === "postgres" ? createOnServer() : createOnDisk();
}

async function createOnDisk(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "vesting-index-bench-"));
  return { settings: { DATA_DIR: dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function createOnServer(): Promise<BenchDatabase> {
  databases++;
  server ??= startServer();
  const { url: serverUrl } = await server;
  const name = `vesting_index_bench_${randomBytes(6).toString("hex")}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await migrateDatabase(url.toString());
  return {
    settings: { DATABASE_URL: url.toString() },
    remove: async () => {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
      if (--databases > 0) return;
      await (await server)?.close();
      server = undefined;
    },
  };
}
