import { PGlite, type Results, type RowMode } from "@electric-sql/pglite";

type Query = (text: string, values?: unknown[], options?: { rowMode?: RowMode }) => Promise<Results>;

/** What the embedded database is asked through: Postgres itself, or a thread that has it. */
export type Engine = {
  query: Query;
  transaction<T>(work: (transaction: { query: Query }) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  readonly closed: boolean;
};

/** Opens the embedded database whose files are in a folder, making it first where there is none. */
export type OpenEngine = (folder: string) => Promise<Engine>;

/** Postgres claims its buffers when it starts; what they do not hold is in the system's cache of the files. */
const BUFFERS = "shared_buffers=16MB";

/** Opens Postgres in this thread, on files in a folder or else in memory, as `snapshot` was dumped or empty. */
export const openPglite = (folder?: string, snapshot?: Blob): Promise<PGlite> =>
  PGlite.create({
    dataDir: folder,
    loadDataDir: snapshot,
    startParams: [...PGlite.defaultStartParams, "-c", BUFFERS],
  });
