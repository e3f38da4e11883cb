import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { TransactionPlan } from "@/lib/core/plans/plan";

/** The claimable campaigns of an address as the portfolio has them, as plain data. */
export type ClaimEverythingRequest = {
  address: string;
  programId: string;
  /** Addresses of claimable trees, in the order of the portfolio. */
  order: readonly string[];
  /** The subset of `order` that strangers created; see `isUnsolicited`. */
  unsolicited: readonly string[];
  /** The subset of `order` whose claims the service may have a sponsor for. */
  sponsored: readonly string[];
  tokens: readonly Token[];
  /** Price of one token in US dollars, by mint. Null if the price is unknown. */
  prices: Record<string, number | null>;
  /** Number of campaigns of the address that are too old for the vesting progress. */
  uncovered: number;
};

/** A campaign to claim from, with its display name. */
export type ClaimTarget = { treeAddress: string; name: string; token: Token; price: number | null };

/**
 * The claim of one leaf. `amount` is in base units: the value of the index until the simulation returns the
 * exact value.
 */
export type LeafClaim = { target: ClaimTarget; leafIndex: number; amount: bigint; plan: TransactionPlan };

/** A campaign, or some of its leaves, that is not claimed, with the reason as a sentence. */
export type SkippedClaim = { target: ClaimTarget; reason: string };

/**
 * Maximum number of campaigns in one run. Each campaign costs one request, and the rate limit is 60 requests
 * per minute.
 */
export const MAX_CAMPAIGNS = 40;
/**
 * Maximum number of transactions in one run. Each needs a simulation and a send, and the rate limit per
 * wallet is 120 requests per minute.
 */
export const MAX_TRANSACTIONS = 20;

/** Returns a key that is unique across the leaves of all campaigns. */
export const claimKey = ({ target, leafIndex }: Pick<LeafClaim, "target" | "leafIndex">) =>
  `${target.treeAddress} ${leafIndex}`;

/**
 * The payout of a campaign, with the leaf of its first claim. `numbers` are its transaction numbers, from 1.
 */
type Paid = Pick<LeafClaim, "target" | "leafIndex" | "amount"> & { numbers: number[] };

/** Sums the payout of each campaign over all transactions and collects its transaction numbers, in order. */
export function byCampaign(transactions: readonly { claims: readonly LeafClaim[] }[]): Paid[] {
  const paid = new Map<string, Paid>();
  for (const [at, { claims }] of transactions.entries()) {
    for (const { target, leafIndex, amount } of claims) {
      const claim = paid.get(target.treeAddress) ?? { target, leafIndex, amount: 0n, numbers: [] };
      claim.amount += amount;
      if (claim.numbers.at(-1) !== at + 1) claim.numbers.push(at + 1);
      paid.set(target.treeAddress, claim);
    }
  }
  return [...paid.values()];
}

/** Returns whether the wallet signs all transactions in one prompt. */
export const signsAtOnce = (account: WalletAccount) => account.signTransactions !== undefined;
