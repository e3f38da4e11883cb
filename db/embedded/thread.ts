import { workerData } from "node:worker_threads";
import type { Results, RowMode } from "@electric-sql/pglite";
import { openPglite } from "./engine";

/** A worker thread with the embedded database of a folder. */

export type Statement = { text: string; values: unknown[]; rowMode: RowMode };

export type Outcome =
  | { result: Results }
  /** An error loses its own properties between threads, so its code is sent separately. */
  | { error: unknown; code: string | undefined };

let opening: ReturnType<typeof openPglite> | undefined;

export default async function run({ text, values, rowMode }: Statement): Promise<Outcome> {
  try {
    opening ??= openPglite(String(workerData));
    const database = await opening;
    return { result: await database.query(text, values, { rowMode }) };
  } catch (error) {
    const isCoded = error instanceof Error && "code" in error && typeof error.code === "string";
    return { error, code: isCoded ? String(error.code) : undefined };
  }
}

export async function close(): Promise<void> {
  await (await opening)?.close();
}
