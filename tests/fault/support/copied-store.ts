import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, type DatabaseHandle, openDatabase } from "@/db/client";
import { createServerDatabase } from "@/tests/support/database";
import { fillDataDir } from "@/tests/support/embedded-database";

/** A database that processes of a test open one after the other, each by its settings. */
export type Store = {
  settings: Record<string, string>;
  /** The URL of the database; null for an embedded one. */
  url: string | null;
  open(): Promise<DatabaseHandle>;
  remove(): Promise<void>;
};

/** Creates an empty migrated database, or a copy of one that no process has open: on a server, or in a folder. */
export async function createStore(server: string | undefined, source?: Store): Promise<Store> {
  return server ? onServer(server, source) : inFolder(source);
}

async function onServer(server: string, source?: Store): Promise<Store> {
  const { url, drop } = await createServerDatabase(server, source?.url ?? undefined);
  // Commands write files of their own there.
  const dataDir = await newFolder();
  return {
    settings: { DATABASE_URL: url, DATA_DIR: dataDir },
    url,
    open: () => openDatabase({ url, maxConnections: 4 }),
    remove: async () => {
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function inFolder(source?: Store): Promise<Store> {
  const dataDir = await newFolder();
  if (source) await cp(source.settings.DATA_DIR ?? "", dataDir, { recursive: true });
  else await fillDataDir(dataDir);
  return {
    settings: { DATA_DIR: dataDir },
    url: null,
    open: () => openDatabase({ dataDir }),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

const newFolder = () => mkdtemp(join(tmpdir(), "vesting-index-killed-"));

/** Runs work on the opened database, and closes the database. */
export async function withStore<T>(store: Store, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await store.open();
  return work(db).finally(close);
}
