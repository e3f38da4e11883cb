import type { Results, RowMode } from "@electric-sql/pglite";

/** What is asked of the thread that has the embedded database; `transaction` is the number that `begin` gave one. */
export type Question =
  | { ask: "query"; text: string; values: unknown[]; rowMode: RowMode; transaction?: number }
  | { ask: "begin"; transaction: number }
  | { ask: "commit" | "roll back"; transaction: number }
  | { ask: "close" };

export type Asked = { id: number; question: Question };

/** Columns of JSON are text in a result: to be copied between threads as values costs more than to be parsed. */
export type Answer =
  | { id: number; result: Results | null }
  /** The code apart: what an error has of its own does not come along in it. */
  | { id: number; error: unknown; code: string | undefined };
