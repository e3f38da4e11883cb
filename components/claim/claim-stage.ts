import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { Allocation } from "./use-allocation";

/** The state of a claim from the viewpoint of one recipient. */
export type ClaimStage =
  | "claimable"
  | "waiting"
  | "paused"
  | "grace"
  | "expired"
  | "refunded"
  | "settled"
  | "unregistered"
  | "unfunded"
  | "claimed"
  | "removed";

type Staged = Pick<Allocation, "status" | "rootRegistered"> & {
  progress: Pick<Allocation["progress"], "totalEntitled" | "claimedSoFar" | "claimable" | "payable">;
};

/** Returns the state that decides which figures and notices a recipient sees. The first match applies. */
export function claimStage({ status, rootRegistered, progress }: Staged): ClaimStage {
  const entitled = BigInt(progress.totalEntitled);
  if (entitled === 0n) return "removed";
  if (status === "instant_refunded") return "refunded";
  if (status === "settled") return "settled";
  if (BigInt(progress.claimedSoFar) >= entitled) return "claimed";
  if (status === "cancelled_expired") return "expired";
  if (!rootRegistered) return "unregistered";
  if (status === "paused") return "paused";
  if (status === "cancelled_grace") return "grace";
  if (progress.claimable === "0") return "waiting";
  return progress.payable === "0" ? "unfunded" : "claimable";
}

/** The stages in which the claim button is visible. The button is enabled only if an amount is payable. */
const WITH_BUTTON: ReadonlySet<ClaimStage> = new Set([
  "claimable",
  "waiting",
  "grace",
  "unregistered",
  "unfunded",
]);

export const showsClaimButton = (stage: ClaimStage): boolean => WITH_BUTTON.has(stage);

/** The network fee of a transaction with one signature, in lamports. */
const NETWORK_FEE = 5_000n;

type ClaimCost = { mint: string; claimable: string; isSponsored?: boolean | undefined };

/** Returns whether a claim costs its recipient more than it pays. Only an amount of SOL compares with the fee. */
export const isBelowFee = ({ mint, claimable, isSponsored = false }: ClaimCost): boolean =>
  mint === NATIVE_MINT && !isSponsored && claimable !== "0" && BigInt(claimable) < NETWORK_FEE;
