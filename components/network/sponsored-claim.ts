import bs58 from "bs58";
import { serviceApi } from "@/components/service/service-api";
import type { SignedOffline, WalletAccount } from "@/components/wallet/wallet-store";
import { ApiClientError } from "@/lib/client/api-error";
import { message, type Translator } from "@/lib/core/i18n/translator";
import { fromBase64 } from "@/lib/core/offline/export-file";
import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { withPriorityFee } from "@/lib/core/plans/priority-fee";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { COMPUTE_BUDGET_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { equalBytes } from "@/lib/core/solana/hex";
import {
  readTransaction,
  splitMessage,
  type WireTransaction,
} from "@/lib/core/solana/transaction/wire-transaction";

/** The sponsor does not pay, or the wallet changed its transaction. Nothing was sent; the wallet can pay itself. */
export class SponsorRefusedError extends Error {
  override readonly name = "SponsorRefusedError";
}

const REFUSED = message("The team cannot pay the fee now. Nothing was sent. Review the fee, then sign.");

type Sponsored = {
  account: WalletAccount;
  treeAddress: string;
  supported: SupportedVersions;
  t: Translator;
};

/**
 * Has the sponsor sign a reviewed claim as fee payer, then the wallet.
 * @throws SponsorRefusedError if the sponsor does not pay, or its transaction is not the reviewed one
 */
export async function signSponsoredClaim(plan: SendablePlan, input: Sponsored): Promise<SignedOffline> {
  const { wire, until } = await requestSponsored(plan, input);
  const signed = await input.account.signTransaction(wire);
  requireSameMessage(input.t, signed, wire);
  return { signed, until };
}

/**
 * Has the sponsor sign a reviewed claim as fee payer. Returns the transaction for the wallet to sign.
 * @throws SponsorRefusedError if the sponsor does not pay, or its transaction is not the reviewed one
 */
export async function requestSponsored(
  plan: SendablePlan,
  { account, treeAddress, supported, t }: Sponsored,
): Promise<{ wire: Uint8Array; until: { lastValidBlockHeight: number } }> {
  const body = {
    account: account.address,
    feePayer: "sponsor",
    transactionVersions: [...supported],
  } as const;
  const answer = await serviceApi()
    .buildClaim(treeAddress, body)
    .catch((error: unknown) => {
      throw error instanceof ApiClientError && REFUSALS.has(error.code)
        ? new SponsorRefusedError(t(REFUSED))
        : error;
    });
  const wire = fromBase64(answer.transaction);
  const built = readTransaction(wire);
  if (!answer.sponsor || !isReviewed(built, plan)) throw new SponsorRefusedError(t(REFUSED));
  const { lastValidBlockHeight } = answer.sponsor;
  return { wire, until: { lastValidBlockHeight } };
}

/** @throws SponsorRefusedError if a wallet has changed the transaction that the sponsor signed */
export function requireSameMessage(t: Translator, signed: Uint8Array, wire: Uint8Array): void {
  const isUnchanged = equalBytes(getMessage(readTransaction(signed)), getMessage(readTransaction(wire)));
  if (!isUnchanged) throw new SponsorRefusedError(t(REFUSED));
}

const REFUSALS: ReadonlySet<string> = new Set(["NOT_SPONSORED", "SPONSOR_QUOTA_USED", "SPONSOR_UNAVAILABLE"]);

const getMessage = (transaction: WireTransaction): Uint8Array => splitMessage(transaction).message;

/**
 * Returns whether a transaction is the plan, apart from the blockhash and the compute budget, which the sponsor
 * chooses and pays.
 */
function isReviewed(built: WireTransaction, plan: SendablePlan): boolean {
  const recent = { blockhash: bs58.encode(built.recentBlockhash), lastValidBlockHeight: 0 };
  const expected = unsignedBytes(withComputeUnitsOf(built, plan), recent, built.version);
  return equalBytes(getMessage(readTransaction(expected)), getMessage(built));
}

/** Lengths of the instructions that set the compute unit limit and price. */
const [LIMIT_BYTES, PRICE_BYTES] = [5, 9];

function withComputeUnitsOf({ instructions, staticKeys }: WireTransaction, plan: SendablePlan): SendablePlan {
  const [limit, price] = instructions
    .filter(({ programIdIndex }) => {
      const program = staticKeys[programIdIndex];
      return program && bs58.encode(program) === COMPUTE_BUDGET_PROGRAM_ID;
    })
    .map(({ data }) => data);
  if (limit?.length !== LIMIT_BYTES || price?.length !== PRICE_BYTES) return plan;
  return withPriorityFee(plan, {
    computeUnitLimit: toView(limit).getUint32(1, true),
    computeUnitPrice: toView(price).getBigUint64(1, true),
  });
}

const toView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
