import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

/** A running embedded database, which listens on a Unix socket. */
export type Engine = { close(): Promise<void> };

/** Opens or creates the database in `folder`; it listens at the path `socket`. `onFailure` receives a later failure. */
export type OpenEngine = (
  folder: string,
  socket: string,
  onFailure?: (cause: unknown) => void,
) => Promise<Engine>;

/** Writes the log of each commit through to the disk. PGlite never syncs other files, so those rely on the system. */
const SYNCED_LOG = ["-c", "fsync=on", "-c", "wal_sync_method=open_datasync"];
/** Postgres allocates its buffers at startup; data beyond them is in the operating system's file cache. */
const BUFFERS = "shared_buffers=16MB";

/** Opens Postgres in this thread, on files in a folder or in memory, empty or from a `snapshot` dump. */
export const openPglite = (folder?: string, snapshot?: Blob): Promise<PGlite> =>
  PGlite.create({
    dataDir: folder,
    loadDataDir: snapshot,
    startParams: [...PGlite.defaultStartParams, ...(folder ? SYNCED_LOG : []), "-c", BUFFERS],
  });

/** A new connection may arrive before a lost one has been cleaned up. */
const MAX_CONNECTIONS = 8;

/** Serves a database on a Unix socket. */
export async function serve(database: PGlite, socket: string): Promise<Engine> {
  const server = new PGLiteSocketServer({ db: database, path: socket, maxConnections: MAX_CONNECTIONS });
  await server.start();
  const close = async () => {
    await server.stop();
    await database.close();
  };
  return { close };
}

export const openEngine: OpenEngine = async (folder, socket) => serve(await openPglite(folder), socket);
