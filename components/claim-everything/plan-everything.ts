import { readClaimBases } from "@/components/actions/ledger-basis";
import { ledger } from "@/components/ledger/connection";
import { readNetwork } from "@/components/ledger/read-network";
import type { SendPhase } from "@/components/ledger/send-phase";
import { requireSigning } from "@/components/ledger/try-plan";
import { serviceApi } from "@/components/service/service-api";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { progressState } from "@/lib/contract/live-state";
import type { Network } from "@/lib/core/solana/networks";
import { message, type Words } from "@/lib/core/words/words";
import { byCampaign, type ClaimEverythingRequest, type LeafClaim, type LeftOut } from "./claim-request";
import { type Collecting, collectClaims } from "./collect-claims";
import { type Settled, settleClaims } from "./send-claims";
import { type TriedTransaction, tryClaims } from "./try-claims";

/** What will be claimed, what it costs, and what is left out; lamports. */
export type ClaimPlan = {
  network: Network;
  /** Claims that were signed before, and that have landed since. */
  earlier: Settled;
  transactions: TriedTransaction[];
  /** The state that the plan rests on, by `readPlanBasis`. */
  basis: string;
  /** All claims that were planned, those included that the trial left out. */
  claims: LeafClaim[];
  fees: bigint;
  rents: { records: bigint; tokenAccounts: bigint };
  sol: { before: bigint; after: bigint };
  leftOut: LeftOut[];
  /** Campaigns that are left for another go, since one takes no more. */
  later: number;
};

export type Planning = Collecting & { account: WalletAccount; onPhase: (phase: SendPhase) => void };

/** What "claim everything" would do now; nothing is signed. Throws with a sentence for the person when it cannot be told. */
export async function planEverything(of: Planning): Promise<ClaimPlan> {
  const { t, account, onPhase } = of;
  requireSigning(t, account);
  const network = await readNetwork(t);
  const earlier = await settleClaims(t, account.address, onPhase);
  const collected = await collectClaims(of);
  const { claims, indexed } = collected;
  // Read before the trial: a change in between makes the plan stale rather than unnoticed.
  const basis = [indexed, await readLedgerBasis(claims, of.request)].join("\n");
  const tried = await tryClaims(t, claims);
  const least = BigInt(await ledger().getMinimumBalanceForRentExemption(0));
  const { transactions, unpaid, sol } = affordable(t, tried.transactions, least);
  const rents = transactions.flatMap((transaction) => transaction.rents);
  const sum = (isRecord: boolean) =>
    rents.reduce((total, rent) => (rent.isRecord === isRecord ? total + rent.lamports : total), 0n);
  return {
    ...{ network, earlier, transactions, claims, basis, sol },
    fees: transactions.reduce((total, { fee }) => total + fee, 0n),
    rents: { records: sum(true), tokenAccounts: sum(false) },
    leftOut: [...collected.leftOut, ...tried.leftOut, ...unpaid],
    later: collected.later + byCampaign([{ claims: tried.later }]).length,
  };
}

type Claimant = Pick<ClaimEverythingRequest, "address" | "programId">;

/** Reads the state of service and ledger that claims of one wallet rest on; equal exactly while that state is. */
export async function readPlanBasis(claims: readonly LeafClaim[], claimant: Claimant): Promise<string> {
  const [progress, onLedger] = await Promise.all([
    serviceApi().vestingProgress(claimant.address),
    readLedgerBasis(claims, claimant),
  ]);
  return [progressState(progress), onLedger].join("\n");
}

async function readLedgerBasis(
  claims: readonly LeafClaim[],
  { address, programId }: Claimant,
): Promise<string> {
  const trees = [...new Set(claims.map(({ target }) => target.treeAddress))].sort();
  const bases = await readClaimBases(trees, { beneficiary: address, programId });
  return bases.map(({ basis }) => basis).join("\n");
}

const TOO_LITTLE_SOL = message(
  "Your wallet would be left with too little SOL for its fee and rents. Send it some first.",
);

/**
 * The transactions that a wallet can pay one after another, keeping `least` lamports. Each was tried as if it were the
 * first, so what two of them make is counted once.
 */
function affordable(t: Words, tried: readonly TriedTransaction[], least: bigint) {
  const before = tried[0]?.sol.before ?? 0n;
  let balance = before;
  const made = new Set<string>();
  const transactions: TriedTransaction[] = [];
  const unpaid: LeftOut[] = [];
  for (const transaction of tried) {
    const rents = transaction.rents.filter(({ address }) => !made.has(address));
    const again = transaction.rents.filter(({ address }) => made.has(address));
    const spared = again.reduce((sum, { lamports }) => sum + lamports, 0n);
    const after = balance + transaction.sol.after - transaction.sol.before + spared;
    if (after < least) {
      unpaid.push(...byCampaign([transaction]).map(({ target }) => ({ target, reason: t(TOO_LITTLE_SOL) })));
      continue;
    }
    balance = after;
    for (const { address } of rents) made.add(address);
    transactions.push({ ...transaction, rents });
  }
  return { transactions, unpaid, sol: { before, after: balance } };
}
