import { PGlite, type Results, type RowMode, types } from "@electric-sql/pglite";

type Query = (text: string, values?: unknown[], options?: { rowMode?: RowMode }) => Promise<Results>;

/** The interface to the embedded database: Postgres itself, or a thread that runs it. */
export type Engine = {
  query: Query;
  transaction<T>(work: (transaction: { query: Query }) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  readonly closed: boolean;
};

/** Opens the embedded database in a folder, and creates it if there is none. */
export type OpenEngine = (folder: string) => Promise<Engine>;

/** Postgres allocates its buffers at startup; data beyond them is in the operating system's file cache. */
const BUFFERS = "shared_buffers=16MB";

const [TIMESTAMPS, DATES, TIMESTAMPTZS, INTERVALS, NUMERICS] = [1115, 1182, 1185, 1187, 1231];

/** Types whose values stay text, because Drizzle reads them; the last five are arrays. */
const TEXT_TYPES = [
  ...[types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL],
  ...[TIMESTAMPS, DATES, TIMESTAMPTZS, INTERVALS, NUMERICS],
];

/** Opens Postgres in this thread, on files in a folder or in memory, empty or from a `snapshot` dump. */
export async function openPglite(folder?: string, snapshot?: Blob): Promise<PGlite> {
  const database = await PGlite.create({
    dataDir: folder,
    loadDataDir: snapshot,
    startParams: [...PGlite.defaultStartParams, "-c", BUFFERS],
  });
  for (const type of TEXT_TYPES) database.parsers[type] = (text: string) => text;
  return database;
}
