import type { IndexProblemCode } from "./index-problem";

/**
 * The meaning of each index problem for operators. The texts are separate from the codes, because clients
 * load the codes.
 */
const INDEX_PROBLEMS: Record<IndexProblemCode, string> = {
  index_lagging: "No run of the indexer has reached the network's head for more than five minutes.",
  index_behind: "No endpoint has reached the last indexed slot. The index waits for one.",
  endpoint_lagging: "An RPC endpoint is behind the other endpoints or the index. It is not used for lists.",
  endpoint_unreachable: "An RPC endpoint does not respond. It is not used while another one responds.",
  endpoint_foreign: "An RPC endpoint belongs to a different network than the index. It is never used.",
  endpoint_contradicts: "An RPC endpoint reports a slot without evidence, or denies an indexed transaction.",
  checkpoint_blocked: "Listed transactions that cannot be indexed block the checkpoint.",
  unreadable_transactions: "Transactions have a format, a log or an event that this version cannot read.",
  run_failing: "The latest run of the indexer ended with an error, which the log of the service states.",
  scan_failing: "The network's list of transactions could not be read to its end.",
  history_pruned: "The endpoints no longer keep history that is missing from the index.",
  truncated_log: "The history of some campaigns lacks events because a transaction log was truncated.",
  drift: "The index differs from the accounts of some campaigns on the network.",
};

/** Returns the meaning of an index problem. A newer service may report a code that is unknown here. */
export const explainProblem = (code: IndexProblemCode): string =>
  INDEX_PROBLEMS[code] ??
  "This command does not know the problem. Update the command to the version of the service.";
