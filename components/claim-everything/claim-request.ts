import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { TransactionPlan } from "@/lib/core/plans/plan";

/** What the portfolio of an address knows beforehand of what it can claim, as plain data. */
export type ClaimEverythingRequest = {
  address: string;
  programId: string;
  /** Trees that can be claimed from, in the portfolio's order. */
  order: readonly string[];
  /** Those of them that strangers made; see `isOfStranger`. */
  strangers: readonly string[];
  tokens: readonly Token[];
  /** Dollars for one token, by mint; null where no price is known. */
  prices: Record<string, number | null>;
  /** Campaigns of the address that are older than what vesting progress covers. */
  uncovered: number;
};

/** What is claimed from: a campaign, as it is named to people. */
export type ClaimTarget = { treeAddress: string; name: string; token: Token; price: number | null };

/** One leaf's claim; `amount` in base units, as the index says it until the ledger has tried it. */
export type LeafClaim = { target: ClaimTarget; leafIndex: number; amount: bigint; plan: TransactionPlan };

/** A campaign, or some of its leaves, that is not claimed from, and why in a sentence. */
export type LeftOut = { target: ClaimTarget; reason: string };

/** What one go takes at most. A campaign costs the service a request, and 60 a minute are answered. */
export const MOST_CAMPAIGNS = 40;
/** The ledger can be asked 120 times a minute about one wallet's transactions: for each a trial, and to send it. */
export const MOST_TRANSACTIONS = 20;

/** Tells leaves of different campaigns apart. */
export const claimKey = ({ target, leafIndex }: Pick<LeafClaim, "target" | "leafIndex">) =>
  `${target.treeAddress} ${leafIndex}`;

/** What a campaign pays, under the leaf of its first claim; `numbers` are those of its transactions, from 1. */
type Paid = Pick<LeafClaim, "target" | "leafIndex" | "amount"> & { numbers: number[] };

/** What each campaign pays over all transactions, and by which of them, in their order. */
export function byCampaign(transactions: readonly { claims: readonly LeafClaim[] }[]): Paid[] {
  const paid = new Map<string, Paid>();
  for (const [at, { claims }] of transactions.entries()) {
    for (const { target, leafIndex, amount } of claims) {
      const one = paid.get(target.treeAddress) ?? { target, leafIndex, amount: 0n, numbers: [] };
      one.amount += amount;
      if (one.numbers.at(-1) !== at + 1) one.numbers.push(at + 1);
      paid.set(target.treeAddress, one);
    }
  }
  return [...paid.values()];
}

/** Whether all transactions are signed in one go, or the wallet asks for each. */
export const signsAtOnce = (account: WalletAccount) => account.signTransactions !== undefined;
