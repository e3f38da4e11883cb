import { z } from "zod";
import { count } from "./wire";

/** Everything that can be wrong with the index, and what each means for its operator. */
export const INDEX_PROBLEMS = {
  index_behind:
    "No endpoint has reached the slot up to which everything is indexed; the index waits for one.",
  endpoint_lagging: "An RPC endpoint is behind the others or behind the index and is not used for lists.",
  endpoint_unreachable: "An RPC endpoint does not answer and is not used while another one does.",
  endpoint_foreign: "An RPC endpoint is of another network than the indexed one and is never used.",
  endpoint_contradicts:
    "An RPC endpoint reports a slot that nothing supports, or denies a transaction that is indexed.",
  checkpoint_blocked: "Transactions that are listed but cannot be indexed hold back the checkpoint.",
  unreadable_transactions: "Transactions have a format, a log or an event that this version cannot read.",
  scan_failing: "The network's list of transactions could not be read to its end.",
  history_pruned: "The endpoints no longer keep history that the index lacks.",
  truncated_log: "Campaigns have events missing from their history because a transaction's log was cut.",
  drift: "Campaigns differ from their accounts on the network.",
} as const;

export type IndexProblemCode = keyof typeof INDEX_PROBLEMS;

export const INDEX_PROBLEM_CODES = Object.keys(INDEX_PROBLEMS) as [IndexProblemCode, ...IndexProblemCode[]];

export const indexProblemView = z.object({
  code: z.enum(INDEX_PROBLEM_CODES).describe("what is wrong"),
  count: count("endpoints, transactions or campaigns that it concerns"),
  details: z.array(z.string()).optional().describe("a sentence for each; for the operator alone"),
});
export type IndexProblem = z.infer<typeof indexProblemView>;
