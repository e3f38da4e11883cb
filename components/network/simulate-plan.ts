import {
  PublicKey,
  type SimulatedTransactionResponse,
  VersionedMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import * as z from "zod";
import { solanaConnection } from "@/components/network/connection";
import { callRpc } from "@/components/network/rpc-call";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { english, type Message, message, type Translator } from "@/lib/core/i18n/translator";
import { toBase64 } from "@/lib/core/offline/export-file";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { planFailure } from "@/lib/core/plans/plan-failure";
import { writtenAccounts } from "@/lib/core/plans/priority-fee";
import { fittingVersion, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress, tokenAccountBalance } from "@/lib/core/solana/tokens/tokens";
import { readTransaction, splitMessage } from "@/lib/core/solana/transaction/wire-transaction";
import { recentBlockhash, SendFailedError } from "./send-plan";

/** A condition that prevents signing. The message is a sentence for the user with the solution. */
export class CheckFailedError extends Error {
  override readonly name = "CheckFailedError";
}

/**
 * Rejects a wallet that sends a transaction before the page can store it.
 * @throws CheckFailedError
 */
export function requireSigning(
  t: Translator,
  { signsTransactions, walletName: wallet }: WalletAccount,
): void {
  if (signsTransactions) return;
  throw new CheckFailedError(
    t("{wallet} cannot sign a transaction without sending it immediately. Connect a wallet that can.", {
      wallet,
    }),
  );
}

/** A balance in base units, before and after. */
export type BalanceChange = { before: bigint; after: bigint };

/** The costs of a transaction to its signer, in lamports and in base units of the mint. */
export type PlanCosts = {
  fee: bigint;
  /** The rent of each new account, and the role of the account. */
  rents: { account: string; lamports: bigint }[];
  sol: BalanceChange;
  /** Null if the plan does not change the signer's token account. */
  tokens: BalanceChange | null;
};

/** `unitsConsumed` are compute units; null if the node does not report them. */
export type SimulatedPlan = PlanCosts & { unitsConsumed: bigint | null };

type AccountFacts = { lamports: bigint; owner: string; data: Uint8Array } | null;

/**
 * The response of a node to a simulation without signatures: `err` and `logs` as reported, `fee` in lamports.
 */
export type Simulation = {
  err: unknown;
  logs: readonly string[];
  fee: bigint;
  unitsConsumed: bigint | null;
  /** All accounts that the plan can write. */
  changes: readonly Change[];
};

/**
 * Simulates the plan without signatures.
 * @throws SendFailedError if the node does not return the fee
 * @throws ConnectionLostError if the node does not respond
 */
export async function simulatePlan(plan: SendablePlan, t: Translator = english): Promise<Simulation> {
  const recent = await recentBlockhash();
  const wire = unsignedBytes(plan, recent, fittingVersion(plan));
  const watched = writtenAccounts(plan);
  const [before, value, fee] = await Promise.all([
    solanaConnection().getMultipleAccountsInfo(watched.map((address) => new PublicKey(address))),
    simulateBytes(wire, watched),
    readFee(wire),
  ]);
  if (!value.err && fee === null) {
    throw new SendFailedError(t("The transaction fee is unavailable. Try again."));
  }
  const changes = watched.map((address, at) => ({
    address,
    before: toFacts(before[at]),
    after: toFacts(value.accounts?.[at]),
  }));
  const { err, logs, unitsConsumed } = value;
  return {
    ...{ err, logs: logs ?? [], fee: BigInt(fee ?? 0), changes },
    unitsConsumed: unitsConsumed === undefined ? null : BigInt(unitsConsumed),
  };
}

async function simulateBytes(
  wire: Uint8Array,
  addresses: string[],
): Promise<Pick<SimulatedTransactionResponse, "err" | "logs" | "accounts" | "unitsConsumed">> {
  const config = {
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: "base64", addresses },
  } as const;
  if (readTransaction(wire).version !== 1) {
    return (await solanaConnection().simulateTransaction(VersionedTransaction.deserialize(wire), config))
      .value;
  }
  // The library cannot write version 1.
  const sent = { ...config, encoding: "base64", commitment: "confirmed" };
  return simulated.parse(await callRpc("simulateTransaction", [toBase64(wire), sent])).value;
}

/** Returns the network fee in lamports; null if the node does not return it. */
async function readFee(wire: Uint8Array): Promise<number | null> {
  const transaction = readTransaction(wire);
  const { message } = splitMessage(transaction);
  if (transaction.version !== 1)
    return (await solanaConnection().getFeeForMessage(VersionedMessage.deserialize(message))).value;
  const answer = await callRpc("getFeeForMessage", [toBase64(message), { commitment: "confirmed" }]);
  return z.object({ value: z.number().nullable() }).parse(answer).value;
}

const simulated = z.object({
  value: z.object({
    err: z.union([z.string(), z.record(z.string(), z.unknown())]).nullable(),
    logs: z.array(z.string()).nullable(),
    unitsConsumed: z.number().optional(),
    accounts: z
      .array(
        z
          .object({
            ...{ executable: z.boolean(), owner: z.string(), lamports: z.number() },
            data: z.array(z.string()),
          })
          .nullable(),
      )
      .nullable(),
  }),
});

/**
 * Simulates the plan and returns its effect on `owner`, by default the fee payer.
 * @throws SendFailedError with the error of the simulation, and all errors of `simulatePlan`
 */
export async function simulateEffect(
  plan: SendablePlan,
  mint: string,
  t: Translator = english,
  owner: string = plan.feePayer,
): Promise<SimulatedPlan> {
  const { err, logs, fee, unitsConsumed, changes } = await simulatePlan(plan, t);
  if (err) throw new SendFailedError(planFailure(plan, { err, logs }, t)?.message);
  const rents = await newRents(changes);
  return {
    fee,
    unitsConsumed,
    rents: rents.map(({ address, lamports }) => ({ account: getName(t, plan, address), lamports })),
    sol: findLamportsChange(owner, changes),
    tokens: tokenMovement(owner, { mint, changes }),
  };
}

/** An account before and after the transaction; null if it does not exist. */
export type Change = { address: string; before: AccountFacts; after: AccountFacts };

/** Returns the lamports of an address before and after. */
export function findLamportsChange(address: string, changes: readonly Change[]): BalanceChange {
  const own = changes.find((change) => change.address === address);
  return { before: own?.before?.lamports ?? 0n, after: own?.after?.lamports ?? 0n };
}

/** Returns the new accounts with their owners and their rent in lamports. */
export function newRents(
  changes: readonly Change[],
): Promise<{ address: string; owner: string; lamports: bigint }[]> {
  const made = changes.flatMap(({ address, before, after }) =>
    before === null && after !== null ? [{ address, ...after }] : [],
  );
  return Promise.all(
    made.map(async ({ address, owner, data }) => ({
      ...{ address, owner },
      lamports: BigInt(await solanaConnection().getMinimumBalanceForRentExemption(data.length)),
    })),
  );
}

function tokenMovement(owner: string, { mint, changes }: { mint: string; changes: readonly Change[] }) {
  if (mint === NATIVE_MINT) return null;
  const { address } = findAssociatedTokenAddress({ owner, mint });
  const own = changes.find((change) => change.address === address);
  return own ? { before: getBalance(own.before), after: getBalance(own.after) } : null;
}

const getBalance = (account: AccountFacts) =>
  account?.owner === TOKEN_PROGRAM_ID ? tokenAccountBalance(account.data) : 0n;

const NEW_ACCOUNT = message("a new account");
const NAMES: Readonly<Record<string, Message>> = {
  vestingTree: message("the campaign’s account"),
  vault: message("the campaign’s vault"),
  lookupTable: message("the campaign’s lookup table"),
  claimRecord: message("the record of the claims"),
  beneficiaryAta: message("the recipient’s token account"),
  creatorAta: message("the creator’s token account"),
};

function getName(t: Translator, { accounts }: SendablePlan, address: string): string {
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
