import * as z from "zod";
import { selectRootVersions } from "@/db/queries/campaigns/campaign-detail";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { rootVersionsView, toRootVersionView } from "@/lib/contract/campaign";
import { rotatedView, rotationDryRunView } from "@/lib/contract/operations";
import { creation, dryRunQuery, limit, treeParams, u32Text } from "@/lib/contract/parameters";
import { notFound } from "@/lib/core/errors";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { listBodyParser } from "@/lib/service/registration/list-body-parser";
import { rotateRoot } from "@/lib/service/registration/rotate-root";
import { rotationBody } from "@/lib/service/registration/schemas";
import { withGivenLeaves } from "@/lib/service/registration/uploads/given-leaves";

const query = z.object({
  limit: limit(1000, 1000),
  creation,
  beforeVersion: u32Text.optional().describe("Only versions before this one, for the next page"),
});

/** GET …/root-versions — the root versions of a campaign, newest first. */
export const GET = route(
  {
    summary: "Lists the roots of a campaign, newest first",
    params: treeParams,
    query,
    response: rootVersionsView,
    errors: ["NOT_FOUND"],
  },
  async ({ params, query: { creation, ...query }, services: { reads: db } }) => {
    const campaign = await selectCampaign(db, { ...params, creation });
    if (!campaign) throw notFound("campaign");
    return (await selectRootVersions(db, { ...query, campaignRowId: campaign.id })).map(toRootVersionView);
  },
);

/**
 * POST …/root-versions — registers a rotation after update_root on the Solana network; the cancel authority
 * signs.
 */
export const POST = route(
  {
    summary: "Records a rotation after update_root on the network; the cancel authority signs",
    params: treeParams,
    query: dryRunQuery,
    body: rotationBody,
    parseBody: listBodyParser("rotation"),
    response: z.union([rotatedView, rotationDryRunView]),
    errors: [
      "NOT_FOUND",
      "FORBIDDEN",
      "NOT_CANCELLABLE",
      "ALREADY_CANCELLED",
      "FULLY_VESTED",
      "SAME_ROOT",
      "RECIPIENT_MOVED",
      "BELOW_CLAIMED",
      "CONFLICT",
      "LEDGER_UNAVAILABLE",
    ],
    status: [201, 200],
    auth: "wallet",
    largeBody: true,
  },
  async ({ params, query: { dryRun }, body, wallet, services, request: { signal } }) => {
    const { leaves, uploadId, ...stated } = body;
    const submission = { leaves, uploadId, leafCount: body.leafCount, wallet, dryRun, signal };
    const outcome = await withGivenLeaves(services, submission, (readLeaves) =>
      rotateRoot(services, { ...params, ...stated, readLeaves, signer: wallet }, { dryRun, signal }),
    );
    return dryRun ? { ok: true, ...outcome, dryRun } : reply(201, { ok: true, ...outcome });
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
