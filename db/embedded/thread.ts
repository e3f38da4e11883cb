import { parentPort, workerData } from "node:worker_threads";
import type { Results, RowMode } from "@electric-sql/pglite";
import { openPglite } from "./engine";

/** A worker thread with the embedded database of a folder. It runs statements one after another. */

/** A statement; without `text`, a request to close the database. */
export type StatementRequest = { id: number; text?: string; values?: unknown[]; rowMode?: RowMode };

export type StatementResponse =
  | { id: number; result: Results | undefined }
  /** An error loses its own properties between threads, so its code is sent separately. */
  | { id: number; error: unknown; code: string | undefined };

const opening = openPglite(String(workerData));

async function respond({ text, values, rowMode }: StatementRequest): Promise<Results | undefined> {
  const database = await opening;
  if (text !== undefined) return database.query(text, values, { rowMode });
  await database.close();
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

parentPort?.on("message", (request: StatementRequest) => {
  const { id } = request;
  const send = (message: StatementResponse) => parentPort?.postMessage(message);
  respond(request).then(
    (result) => send({ id, result }),
    (error: unknown) => send({ id, error, code: codeOf(error) }),
  );
});
opening.then(() => parentPort?.postMessage("open"));
