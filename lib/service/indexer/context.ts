import type { Database } from "@/db/client";
import type { Chain } from "@/lib/service/chain/chain";
import type { Clock } from "@/lib/service/clock";
import type { Logger } from "@/lib/service/log";

/** What the indexer asks of a ledger. */
export type LedgerReader = Pick<
  Chain,
  | "getHeads"
  | "getBlockTimes"
  | "getReports"
  | "setLagging"
  | "getGenesisHash"
  | "getStatuses"
  | "getFirstAvailableSlot"
  | "getSignatures"
  | "getSignaturesOfAll"
  | "getTransactions"
  | "getWholeTransaction"
  | "getTransactionOfAny"
  | "getVestingTrees"
  | "getAccounts"
  | "getBlockSignatures"
>;

/** What the indexer works with. */
export type IndexerContext = Clock & {
  db: Database;
  chain: LedgerReader;
  programId: string;
  log: Logger;
  /** Called between any two steps, by name: a test stops the work there by throwing. */
  fault?: (step: string) => void | Promise<void>;
};

/** One run's context: its lease, its deadline, and what it has found so far. */
export type RunContext = IndexerContext & {
  lease: { holder: string; ttlMs: number };
  /** Unix milliseconds after which the run stops at the next step and leaves the rest to the next run. */
  deadlineMs: number;
  /** Stops the run in the same way. */
  signal?: AbortSignal | undefined;
};

export const isOutOfTime = (run: RunContext): boolean =>
  run.signal?.aborted === true || run.nowMs() >= run.deadlineMs;
