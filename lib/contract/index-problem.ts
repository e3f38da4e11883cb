import { z } from "zod";
import { count } from "./wire";

/** All codes of index problems. `explainProblem` explains each. */
export const INDEX_PROBLEM_CODES = [
  "index_behind",
  "endpoint_lagging",
  "endpoint_unreachable",
  "endpoint_foreign",
  "endpoint_contradicts",
  "checkpoint_blocked",
  "unreadable_transactions",
  "scan_failing",
  "history_pruned",
  "truncated_log",
  "drift",
] as const;

export type IndexProblemCode = (typeof INDEX_PROBLEM_CODES)[number];

export const indexProblemView = z
  .object({
    code: z.enum(INDEX_PROBLEM_CODES).describe("what is wrong"),
    count: count("endpoints, transactions or campaigns that it concerns"),
    details: z.array(z.string()).optional().describe("a sentence for each; for the operator alone"),
  })
  .meta({ id: "IndexProblem" });
export type IndexProblem = z.infer<typeof indexProblemView>;
