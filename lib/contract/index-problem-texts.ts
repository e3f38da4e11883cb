import type { IndexProblemCode } from "./index-problem";

/**
 * The meaning of each index problem for operators. The texts are separate from the codes, because clients
 * load the codes.
 */
const INDEX_PROBLEMS: Record<IndexProblemCode, string> = {
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
};

/** Returns the meaning of an index problem. A newer service may report a code that is unknown here. */
export const explainProblem = (code: IndexProblemCode): string =>
  INDEX_PROBLEMS[code] ?? "This problem is newer than this command: update it to the version of the service.";
