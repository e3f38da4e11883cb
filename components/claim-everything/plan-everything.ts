import { readClaimBases } from "@/components/actions/chain-state";
import { solanaConnection } from "@/components/network/connection";
import { calculateFee } from "@/components/network/priority-fee";
import { readNetwork } from "@/components/network/read-network";
import type { SendPhase } from "@/components/network/send-phase";
import { getVersions, SendFailedError } from "@/components/network/send-plan";
import { requireSigning } from "@/components/network/simulate-plan";
import { serviceApi } from "@/components/service/service-api";
import type { FeeSettings } from "@/components/shell/fee-settings";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { progressState } from "@/lib/contract/live-state";
import { message, type Translator } from "@/lib/core/i18n/translator";
import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { Network } from "@/lib/core/solana/networks";
import {
  byCampaign,
  type ClaimEverythingRequest,
  type LeafClaim,
  MAX_TRANSACTIONS,
  type SkippedClaim,
} from "./claim-request";
import { type Collecting, collectClaims } from "./collect-claims";
import { type Settled, settleClaims } from "./send-claims";
import { type SimulatedClaims, type SimulatedTransaction, simulateClaims } from "./simulate-claims";
import { simulateSponsored } from "./simulate-sponsored";

/** The claims to make, their costs, and the campaigns that are left out. Costs are in lamports. */
export type ClaimPlan = {
  network: Network;
  /** Claims that were signed before and have landed since. */
  earlier: Settled;
  transactions: SimulatedTransaction[];
  /** The state that the plan depends on, from `readPlanBasis`. */
  basis: string;
  /** All planned claims, including the claims that failed in the simulation. */
  claims: LeafClaim[];
  fees: bigint;
  rents: { records: bigint; tokenAccounts: bigint };
  sol: { before: bigint; after: bigint };
  leftOut: SkippedClaim[];
  /** Number of campaigns for a later run, beyond the limit of one run. */
  later: number;
};

export type Planning = Omit<Collecting, "supported"> & {
  account: WalletAccount;
  /** Omits the sponsor, after it refused to sign. */
  withoutSponsor?: boolean;
  onPhase: (phase: SendPhase) => void;
};

/** All simulated claims, whatever the wallet can pay; it must keep `minBalance` lamports. */
export type SimulatedPlan = Omit<ClaimPlan, "fees" | "rents" | "sol"> & { minBalance: bigint };

/**
 * Plans the claims of all campaigns without a signature. `affordablePlan` then omits those that the wallet cannot pay.
 * @throws Error with a message for the user if the plan fails
 */
export async function planEverything(input: Planning): Promise<SimulatedPlan> {
  const { t, account, onPhase } = input;
  requireSigning(t, account);
  const network = await readNetwork(t);
  const earlier = await settleClaims(t, account.address, onPhase);
  const supported = await getVersions(account);
  const collected = await collectClaims({ ...input, supported });
  const { claims, indexed } = collected;
  // Read before the simulation, so that a change in between makes the plan stale.
  const basis = [indexed, await readLedgerBasis(claims, input.request)].join("\n");
  const simulated = await simulateAll(claims, { ...input, supported });
  const minBalance = BigInt(await solanaConnection().getMinimumBalanceForRentExemption(0));
  return {
    ...{ network, earlier, transactions: simulated.transactions, claims, basis, minBalance },
    leftOut: [...collected.leftOut, ...simulated.leftOut],
    later: collected.later + byCampaign([{ claims: simulated.later }]).length,
  };
}

/** Simulates the claims that a sponsor pays, and then those that the wallet pays. */
async function simulateAll(
  claims: readonly LeafClaim[],
  input: Planning & { supported: SupportedVersions },
): Promise<SimulatedClaims> {
  const { t, account, supported, withoutSponsor } = input;
  // Signatures of offline signers and multisigs arrive after the sponsor's blockhash has expired.
  if (withoutSponsor || account.signPlan || account.vault) return simulateClaims(t, claims, supported);
  const sponsored = await simulateSponsored(claims, input);
  if (sponsored.transactions.length === 0) return simulateClaims(t, claims, supported);
  const maxOwn = MAX_TRANSACTIONS - sponsored.transactions.length;
  const own = await simulateClaims(t, sponsored.others, supported, maxOwn).catch((error: unknown) => {
    if (!(error instanceof SendFailedError)) throw error;
    const targets = byCampaign([{ claims: sponsored.others }]);
    const leftOut = targets.map(({ target }) => ({ target, reason: error.message }));
    return { transactions: [], leftOut, later: [] };
  });
  return { ...own, transactions: [...sponsored.transactions, ...own.transactions] };
}

/** Returns the plan with the transactions that the wallet can pay, their chosen priority fees included. */
export function affordablePlan(
  t: Translator,
  { minBalance, ...plan }: SimulatedPlan,
  fees: FeeSettings,
): ClaimPlan {
  const { transactions, unpaid, sol } = affordable(t, plan.transactions, { minBalance, fees });
  const rents = transactions.flatMap((transaction) => transaction.rents);
  const sum = (isRecord: boolean) =>
    rents.reduce((total, rent) => (rent.isRecord === isRecord ? total + rent.lamports : total), 0n);
  return {
    ...{ ...plan, transactions, sol },
    fees: transactions.reduce((total, { fee }) => total + fee, 0n),
    rents: { records: sum(true), tokenAccounts: sum(false) },
    leftOut: [...plan.leftOut, ...unpaid],
  };
}

type Claimant = Pick<ClaimEverythingRequest, "address" | "programId">;

/**
 * Reads the state of the service and the Solana network that the claims of a wallet depend on. Equal results
 * mean an unchanged state.
 */
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

const INSUFFICIENT_SOL = message(
  "Your wallet has too little SOL for the transaction fee and deposits. Add SOL first.",
);

/**
 * Returns the transactions that a wallet can pay in sequence while it keeps `minBalance` lamports. Each simulation
 * assumes that its transaction is first and has no priority fee, so the rent of an account in two simulations counts
 * once.
 */
function affordable(
  t: Translator,
  simulated: readonly SimulatedTransaction[],
  { minBalance, fees: { choice, maxLamports } }: { minBalance: bigint; fees: FeeSettings },
) {
  const before = simulated[0]?.sol.before ?? 0n;
  let balance = before;
  const made = new Set<string>();
  const transactions: SimulatedTransaction[] = [];
  const unpaid: SkippedClaim[] = [];
  for (const transaction of simulated) {
    const rents = transaction.rents.filter(({ address }) => !made.has(address));
    const sharedRents = transaction.rents.filter(({ address }) => made.has(address));
    const sharedRent = sharedRents.reduce((sum, { lamports }) => sum + lamports, 0n);
    const priorityFee =
      calculateFee(transaction.plan, choice, { ...transaction, maxLamports })?.lamports ?? 0n;
    const after = balance + transaction.sol.after - transaction.sol.before + sharedRent - priorityFee;
    // A sponsored claim of a wallet without SOL leaves the balance at 0, which the network accepts.
    if (after < minBalance && after !== 0n) {
      unpaid.push(
        ...byCampaign([transaction]).map(({ target }) => ({ target, reason: t(INSUFFICIENT_SOL) })),
      );
      continue;
    }
    balance = after;
    for (const { address } of rents) made.add(address);
    transactions.push({ ...transaction, rents });
  }
  return { transactions, unpaid, sol: { before, after: balance } };
}
