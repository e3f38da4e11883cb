import * as z from "zod";
import { claimAction, claimMessage } from "@/components/claim/claim-texts";
import { address, priorityFee, transactionVersions, treeParams } from "@/lib/contract/parameters";
import { actionTransaction, actionView } from "@/lib/contract/solana-action";
import { blockchainIds } from "@/lib/service/actions/blockchain-ids";
import { buildClaim } from "@/lib/service/actions/claim/build-claim";
import { readClaimOffer } from "@/lib/service/actions/claim/claim-offer";
import type { FeePayer } from "@/lib/service/actions/claim/payable-claims";
import { otherMethods } from "@/lib/service/http/methods";
import { requireOrigin } from "@/lib/service/http/origin/public-origin";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

const CLAIMS_PER_MINUTE = 20;

const feePayer = z
  .enum(["account", "sponsor"], "must be account or sponsor")
  .nullish()
  .describe(
    "payer of the fee: account, or sponsor for the operator's account, which signs and chooses the priority fee. A link can state it as ?feePayer=sponsor, because wallets send only the account",
  );

/** Wallets send a fixed body, so a link can request the sponsor. Other values of a shared link are ignored. */
const feePayerOfLink = (url: string): FeePayer =>
  new URL(url).searchParams.get("feePayer") === "sponsor" ? "sponsor" : "account";

/** GET /api/actions/claim/:treeAddress — the claim as a Solana Action, and as a Solana Pay transaction request. */
export const GET = route(
  {
    summary: "Returns a campaign's claim as a Solana Action and a Solana Pay transaction request",
    params: treeParams,
    ignoresQuery: true,
    response: actionView,
    errors: ["NOT_FOUND", "FORBIDDEN"],
  },
  async ({ params, request, services }) => {
    const offer = await readClaimOffer(services, params);
    const icon = `${requireOrigin(request.headers, services.env)}/api/actions/claim/${params.treeAddress}/picture`;
    return reply(200, claimAction({ ...offer, icon }), await blockchainIds(services));
  },
);

/**
 * POST /api/actions/claim/:treeAddress — the unsigned transaction that claims the claimable amount of an
 * account.
 */
export const POST = route(
  {
    summary: "Builds a transaction that claims everything that a recipient can claim now, for any wallet",
    params: treeParams,
    ignoresQuery: true,
    body: z
      .object({
        account: address.describe("wallet that claims and signs"),
        priorityFee,
        feePayer,
        transactionVersions,
      })
      .meta({ id: "ActionRequest" }),
    response: actionTransaction,
    errors: [
      ...(["NOT_FOUND", "CONFLICT", "NOTHING_TO_CLAIM", "INSUFFICIENT_SOL", "LEDGER_UNAVAILABLE"] as const),
      ...(["NOT_SPONSORED", "SPONSOR_QUOTA_USED", "SPONSOR_UNAVAILABLE"] as const),
    ],
    limit: CLAIMS_PER_MINUTE,
  },
  async ({ params, body, request, services }) => {
    const feePayer = body.feePayer ?? feePayerOfLink(request.url);
    const claim = await buildClaim(services, { ...params, ...body, feePayer }, request);
    const { transaction, sponsor } = claim;
    const answer = {
      type: "transaction",
      transaction,
      message: claimMessage(claim),
      ...(sponsor && { sponsor: { ...sponsor, lamports: sponsor.lamports.toString() } }),
    };
    return reply(200, answer, await blockchainIds(services));
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
