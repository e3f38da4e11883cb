import { PublicKey } from "@solana/web3.js";
import { solanaConnection } from "@/components/network/connection";
import {
  type ExportedTransaction,
  findExported,
  type Intent,
  NO_LAST_BLOCK,
  storeExported,
} from "@/components/network/sent-transactions";
import { supportedVersions } from "@/lib/client/network/supported-versions";
import type { Translator } from "@/lib/core/i18n/translator";
import { describeMessage } from "@/lib/core/offline/describe-message";
import { fromBase64, toBase64 } from "@/lib/core/offline/export-file";
import { splitWire } from "@/lib/core/offline/wire-parts";
import {
  type DurableNonce,
  readNonceAccount,
  withDurableNonce,
  withFeePayer,
} from "@/lib/core/plans/durable-nonce";
import type { LookupTable, SendablePlan } from "@/lib/core/plans/plan";
import { withoutPriorityFee, withPriorityFee } from "@/lib/core/plans/priority-fee";
import { transactionSize, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { isAddress } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { getMaxBytes, readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import type { OfflineRequest } from "./offline-signing-store";

/** Returns whether an address can have a private key. The vault of a multisig has none. */
export const hasKey = (address: string): boolean => PublicKey.isOnCurve(address);

/**
 * Reads the nonce account at an address.
 * @throws Error with a sentence for the user if the account is not a nonce account
 */
export async function readNonce(t: Translator, address: string): Promise<DurableNonce> {
  if (!isAddress(address)) throw new Error(t("Enter the address of a nonce account."));
  const account = await solanaConnection().getAccountInfo(new PublicKey(address));
  const found = account && { owner: account.owner.toBase58(), data: account.data };
  const nonce = readNonceAccount(address, found);
  if (!nonce) throw new Error(t("There is no active nonce account at this address."));
  return nonce;
}

export type ExportChoice = {
  feePayer: string;
  /** The address of a nonce account. Null for a recent blockhash, which expires after about a minute. */
  nonce: string | null;
};

/**
 * Builds a transaction for offline signing and stores it until its signatures are imported. It has the version
 * that most wallets sign among those of the signer in which it fits.
 * @throws Error with a sentence for the user
 */
export async function exportPlan(
  t: Translator,
  { plan, intent, transactionVersions }: Omit<OfflineRequest & { kind: "plan" }, "kind">,
  { feePayer, nonce: nonceAddress }: ExportChoice,
): Promise<ExportedTransaction> {
  if (!isAddress(feePayer)) throw new Error(t("Enter the address that pays the transaction fee."));
  if (feePayer !== plan.feePayer && !hasKey(feePayer))
    throw new Error(t("This address has no private key, so it cannot pay the transaction fee."));
  const paid = withFeePayer(plan, feePayer);
  const { context, value: recent } = await solanaConnection().getLatestBlockhashAndContext();
  const nonce = nonceAddress === null ? null : await readNonce(t, nonceAddress);
  const whole = nonce ? withDurableNonce(paid, nonce) : paid;
  const supported = await supportedVersions(solanaConnection(), [{ transactionVersions }]);
  const version = supported.find((each) => transactionSize(whole, each) <= getMaxBytes(each));
  if (version === undefined)
    throw new Error(
      t(
        "The transaction would be too large. Export it without a priority fee or a nonce, or with the signer as fee payer.",
      ),
    );
  const until = nonce
    ? { lastValidBlockHeight: NO_LAST_BLOCK, nonce: { account: nonce.address, value: nonce.value } }
    : { lastValidBlockHeight: recent.lastValidBlockHeight };
  const wire = unsignedBytes(whole, { ...recent, blockhash: nonce?.value ?? recent.blockhash }, version);
  const exported = { ...until, wire: toBase64(wire), slot: context.slot, exportedAt: Date.now() };
  storeExported(intent, exported);
  return exported;
}

/** Returns the stored export of this plan with any priority fee, or null if there is none. */
export function exportedBefore(plan: SendablePlan, intent: Intent): ExportedTransaction | null {
  const stored = findExported(intent);
  if (!stored) return null;
  const wire = fromBase64(stored.wire);
  const lookupTables = namedTables(plan, wire);
  if (!lookupTables) return null;
  const { version, feePayer, lifetime, computeBudget } = describeMessage(
    splitWire(wire).message,
    getProgram(plan),
    { lookupTables },
  );
  const bare = withoutPriorityFee(plan);
  const paid = withFeePayer(computeBudget ? withPriorityFee(bare, computeBudget) : bare, feePayer);
  const whole =
    lifetime.kind === "nonce" ? withDurableNonce(paid, { ...lifetime, address: lifetime.account }) : paid;
  const blockhash = lifetime.kind === "never" ? "" : lifetime.value;
  const recent = { blockhash, lastValidBlockHeight: stored.lastValidBlockHeight };
  const rebuilt = blockhash && unsignedBytes(whole, recent, version);
  return rebuilt && toBase64(rebuilt) === stored.wire ? stored : null;
}

/** Returns the lookup tables that the transaction of a plan names, in its order; null if the plan lacks one. */
export function namedTables(plan: SendablePlan, wire: Uint8Array): LookupTable[] | null {
  const { lookups } = readTransaction(wire);
  const tables = lookups.flatMap(({ accountKey }) => {
    const named = readAddress(accountKey, 0);
    return plan.lookupTables?.find(({ address }) => address === named) ?? [];
  });
  return tables.length === lookups.length ? tables : null;
}

/** Returns the program of a plan. */
export const getProgram = ({ instructions }: SendablePlan): string =>
  instructions.at(-1)?.programId.toBase58() ?? "";
