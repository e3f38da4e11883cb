import { PublicKey, VersionedTransaction } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { planFailure } from "@/lib/core/plans/plan-failure";
import { unsignedTransaction } from "@/lib/core/plans/wire";
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress, tokenAccountBalance } from "@/lib/core/solana/tokens/tokens";
import { english, type Message, message, type Words } from "@/lib/core/words/words";
import { recentBlockhash, TransactionFailure } from "./send-plan";

/** What stands in the way of signing, and what to do about it, as a sentence for the person. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
}

/** Refuses a wallet that would send what it signs before it is kept. */
export function requireSigning(t: Words, { signsTransactions, walletName: wallet }: WalletAccount): void {
  if (signsTransactions) return;
  throw new CheckFailure(
    t("{wallet} cannot sign a transaction without sending it at once. Connect a wallet that can.", {
      wallet,
    }),
  );
}

/** A balance in base units before and after. */
export type Movement = { before: bigint; after: bigint };

/** What a transaction would do to the one who signs it; lamports, and base units of the mint. */
export type Trial = {
  fee: bigint;
  /** Rent that new accounts will hold, and what each of them is to the instruction. */
  rents: { account: string; lamports: bigint }[];
  sol: Movement;
  /** Null where no tokens are involved. */
  tokens: Movement | null;
};

type AccountFacts = { lamports: bigint; owner: string; data: Uint8Array } | null;

/** What a node says of a plan that it ran without signatures: `err` and `logs` as it reports them, the fee in lamports. */
export type Simulation = {
  err: unknown;
  logs: readonly string[];
  fee: bigint;
  /** Every account that the plan may write. */
  changes: readonly Change[];
};

/**
 * Runs the plan on the ledger's node without signatures. Throws TransactionFailure when the node does not tell its fee,
 * and ConnectionLost when it cannot be asked.
 */
export async function simulatePlan(plan: SendablePlan, t: Words = english): Promise<Simulation> {
  const recent = await recentBlockhash();
  const message = unsignedTransaction(plan, recent).compileMessage();
  const watched = writableAccounts(plan);
  const [before, { value }, fee] = await Promise.all([
    ledger().getMultipleAccountsInfo(watched.map((address) => new PublicKey(address))),
    ledger().simulateTransaction(new VersionedTransaction(message), {
      sigVerify: false,
      replaceRecentBlockhash: true,
      accounts: { encoding: "base64", addresses: [...watched] },
    }),
    ledger().getFeeForMessage(message),
  ]);
  if (!value.err && fee.value === null) {
    throw new TransactionFailure(t("The ledger does not tell the fee. Try again."));
  }
  const changes = watched.map((address, at) => ({
    address,
    before: toFacts(before[at]),
    after: toFacts(value.accounts?.[at]),
  }));
  return { err: value.err, logs: value.logs ?? [], fee: BigInt(fee.value ?? 0), changes };
}

/** What a plan would do to its signer. Throws TransactionFailure with what would go wrong, and as `simulatePlan`. */
export async function tryPlan(plan: SendablePlan, mint: string, t: Words = english): Promise<Trial> {
  const { err, logs, fee, changes } = await simulatePlan(plan, t);
  if (err) throw new TransactionFailure(planFailure(plan, { err, logs }, t)?.message);
  const rents = await newRents(changes);
  return {
    fee,
    rents: rents.map(({ address, lamports }) => ({ account: nameOf(t, plan, address), lamports })),
    sol: lamportsOf(plan.feePayer, changes),
    tokens: tokenMovement(plan, { mint, changes }),
  };
}

/** An account before and after; null where there is none. */
export type Change = { address: string; before: AccountFacts; after: AccountFacts };

/** What an address holds in lamports. */
export function lamportsOf(address: string, changes: readonly Change[]): Movement {
  const own = changes.find((change) => change.address === address);
  return { before: own?.before?.lamports ?? 0n, after: own?.after?.lamports ?? 0n };
}

/** The accounts that are made, with their owners and the rent in lamports that each will hold. */
export function newRents(
  changes: readonly Change[],
): Promise<{ address: string; owner: string; lamports: bigint }[]> {
  const made = changes.flatMap(({ address, before, after }) =>
    before === null && after !== null ? [{ address, ...after }] : [],
  );
  return Promise.all(
    made.map(async ({ address, owner, data }) => ({
      ...{ address, owner },
      lamports: BigInt(await ledger().getMinimumBalanceForRentExemption(data.length)),
    })),
  );
}

function tokenMovement(plan: SendablePlan, { mint, changes }: { mint: string; changes: readonly Change[] }) {
  if (mint === NATIVE_MINT) return null;
  const { address } = findAssociatedTokenAddress({ owner: plan.feePayer, mint });
  const own = changes.find((change) => change.address === address);
  return own ? { before: balanceOf(own.before), after: balanceOf(own.after) } : null;
}

const balanceOf = (account: AccountFacts) =>
  account?.owner === TOKEN_PROGRAM_ID ? tokenAccountBalance(account.data) : 0n;

function writableAccounts(plan: SendablePlan): string[] {
  const keys = plan.instructions.flatMap((instruction) => instruction.keys.filter((key) => key.isWritable));
  return [...new Set([plan.feePayer, ...keys.map((key) => key.pubkey.toBase58())])];
}

const NEW_ACCOUNT = message("a new account");
const NAMES: Readonly<Record<string, Message>> = {
  vestingTree: message("the campaign's account"),
  vault: message("the campaign's vault"),
  claimRecord: message("the record of the claims"),
  beneficiaryAta: message("the recipient's token account"),
  creatorAta: message("the creator's token account"),
};

function nameOf(t: Words, { accounts }: SendablePlan, address: string): string {
  const [role] = Object.entries(accounts).find(([, value]) => value === address) ?? [];
  return t((role && NAMES[role]) || NEW_ACCOUNT);
}

type NodeAccount = {
  lamports: number;
  owner: string | PublicKey;
  data: string | readonly string[] | Uint8Array;
};

function toFacts(account: NodeAccount | null | undefined): AccountFacts {
  if (!account || account.lamports === 0) return null;
  const { lamports, owner, data } = account;
  return { lamports: BigInt(lamports), owner: owner.toString(), data: toBytes(data) };
}

function toBytes(data: NodeAccount["data"]): Uint8Array {
  if (data instanceof Uint8Array) return data;
  const text = typeof data === "string" ? data : (data[0] ?? "");
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
