import type { Database } from "@/db/client";
import type { Chain } from "@/lib/service/chain/chain";
import type { Clock } from "@/lib/service/clock";
import type { Logger } from "@/lib/service/log";

/** The chain client methods that the indexer uses. */
export type ChainReader = Pick<
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

/** The dependencies of the indexer. */
export type IndexerContext = Clock & {
  db: Database;
  chain: ChainReader;
  programId: string;
  log: Logger;
  /** Called by name between any two steps; a test interrupts the work by throwing. */
  onStep?: (step: string) => void | Promise<void>;
};

/** The context of one run: its dependencies, its lease, and its deadline. */
export type RunContext = IndexerContext & {
  lease: { holder: string; ttlMs: number };
  /** Unix milliseconds after which the run stops at the next step and leaves the rest to the next run. */
  deadlineMs: number;
  /** Stops the run at its next step. */
  signal?: AbortSignal | undefined;
};

export const isOutOfTime = (run: RunContext): boolean =>
  run.signal?.aborted === true || run.nowMs() >= run.deadlineMs;
