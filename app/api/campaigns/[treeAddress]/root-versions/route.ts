import { z } from "zod";
import { selectRootVersions } from "@/db/queries/campaign-detail";
import { selectCampaign } from "@/db/queries/campaigns";
import { notFound } from "@/lib/http/errors";
import { otherMethods } from "@/lib/http/methods";
import { dryRunQuery, limit, treeParams, u32Text } from "@/lib/http/parameters";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { leafList } from "@/lib/registration/leaves";
import { rotateRoot } from "@/lib/registration/rotate-root";
import { rotationBody } from "@/lib/registration/schemas";
import { rootVersionView, toRootVersionView } from "@/lib/views/campaign";
import { rotatedView, rotationTrialView } from "@/lib/views/operations";

const query = z.object({ limit: limit(1000, 1000), beforeVersion: u32Text.optional() });

/** GET …/root-versions — the roots a campaign has had, newest first. */
export const GET = route(
  {
    summary: "The roots a campaign has had, newest first",
    params: treeParams,
    query,
    response: z.array(rootVersionView),
  },
  async ({ params, query, services: { db } }) => {
    const campaign = await selectCampaign(db, params);
    if (!campaign) throw notFound("campaign");
    return (await selectRootVersions(db, { ...query, campaignRowId: campaign.id })).map(toRootVersionView);
  },
);

/** POST …/root-versions — records a rotation after the ledger's update_root; the cancel authority signs. */
export const POST = route(
  {
    summary: "Records a rotation after the ledger's update_root; the cancel authority signs",
    params: treeParams,
    query: dryRunQuery,
    body: rotationBody,
    list: leafList,
    response: z.union([rotatedView, rotationTrialView]),
    status: 201,
    auth: "wallet",
    largeBody: true,
  },
  async ({ params, query: { dryRun }, body, wallet, services }) => {
    const version = await rotateRoot(services, { ...params, ...body, signer: wallet }, { dryRun });
    return dryRun ? { ok: true, version, dryRun } : reply(201, { ok: true, version });
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
