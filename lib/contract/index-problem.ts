import * as z from "zod";
import { count } from "./field-schemas";

/** All codes of index problems. `explainProblem` explains each. */
export const INDEX_PROBLEM_CODES = [
  "index_lagging",
  "index_behind",
  "endpoint_lagging",
  "endpoint_unreachable",
  "endpoint_foreign",
  "endpoint_contradicts",
  "checkpoint_blocked",
  "unreadable_transactions",
  "run_failing",
  "scan_failing",
  "history_pruned",
  "truncated_log",
  "drift",
] as const;

export type IndexProblemCode = (typeof INDEX_PROBLEM_CODES)[number];

/** Seconds since the last complete run of the indexer after which the index is `index_lagging`. */
export const MAX_INDEX_LAG_SECONDS = 300;

export const indexProblemView = z
  .object({
    code: z.enum(INDEX_PROBLEM_CODES).describe("code of the problem"),
    count: count("number of affected endpoints, transactions, campaigns or runs"),
    details: z.array(z.string()).optional().describe("one sentence for each; only for the operator"),
  })
  .meta({ id: "IndexProblem" });
export type IndexProblem = z.infer<typeof indexProblemView>;
