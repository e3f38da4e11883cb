import { PublicKey, VersionedTransaction } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedTransaction } from "@/lib/core/plans/wire";
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress, tokenAccountBalance } from "@/lib/core/solana/tokens";
import { failureSentence } from "./failure-sentence";
import { recentBlockhash, TransactionFailure } from "./send-plan";

/** What stands in the way of signing, and what to do about it, as a sentence for the person. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
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

/**
 * Runs the plan on the ledger's node without signatures. Throws TransactionFailure with what would go wrong, and
 * ConnectionLost when the node cannot be asked.
 */
export async function tryPlan(plan: TransactionPlan, mint: string): Promise<Trial> {
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
  if (value.err) {
    throw new TransactionFailure(failureSentence(plan, { err: value.err, logs: value.logs ?? [] }));
  }
  if (fee.value === null) throw new TransactionFailure("The ledger does not tell the fee. Try again.");
  const changes = watched.map((address, at) => ({
    address,
    before: toFacts(before[at]),
    after: toFacts(value.accounts?.[at]),
  }));
  return { fee: BigInt(fee.value), ...(await consequences(plan, { mint, changes })) };
}

type Change = { address: string; before: AccountFacts; after: AccountFacts };

async function consequences(plan: TransactionPlan, { mint, changes }: { mint: string; changes: Change[] }) {
  const signer = changes.find(({ address }) => address === plan.feePayer);
  const sol = { before: signer?.before?.lamports ?? 0n, after: signer?.after?.lamports ?? 0n };
  const created = changes.filter(({ before, after }) => before === null && after !== null);
  const rents = await Promise.all(
    created.map(async ({ address, after }) => ({
      account: nameOf(plan, address),
      lamports: BigInt(await ledger().getMinimumBalanceForRentExemption(after?.data.length ?? 0)),
    })),
  );
  return { sol, rents, tokens: tokenMovement(plan, { mint, changes }) };
}

function tokenMovement(plan: TransactionPlan, { mint, changes }: { mint: string; changes: Change[] }) {
  if (mint === NATIVE_MINT) return null;
  const { address } = findAssociatedTokenAddress({ owner: plan.feePayer, mint });
  const own = changes.find((change) => change.address === address);
  return own ? { before: balanceOf(own.before), after: balanceOf(own.after) } : null;
}

const balanceOf = (account: AccountFacts) =>
  account?.owner === TOKEN_PROGRAM_ID ? tokenAccountBalance(account.data) : 0n;

function writableAccounts(plan: TransactionPlan): string[] {
  const keys = plan.instructions.flatMap((instruction) => instruction.keys.filter((key) => key.isWritable));
  return [...new Set([plan.feePayer, ...keys.map((key) => key.pubkey.toBase58())])];
}

const NAMES: Readonly<Record<string, string>> = {
  vestingTree: "the campaign's account",
  vault: "the campaign's vault",
  claimRecord: "the record of the claims",
  beneficiaryAta: "the recipient's token account",
  creatorAta: "the creator's token account",
};

function nameOf({ accounts }: TransactionPlan, address: string): string {
  const [role] = Object.entries(accounts).find(([, value]) => value === address) ?? [];
  return (role && NAMES[role]) ?? "a new account";
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
