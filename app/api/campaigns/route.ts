import * as z from "zod";
import { selectCampaigns } from "@/db/queries/campaigns/campaigns";
import { campaignsPage, STATUS_FILTERS, toCampaignItem } from "@/lib/contract/campaign";
import { registeredView, registrationDryRunView } from "@/lib/contract/operations";
import { address, dryRunQuery, limit, page } from "@/lib/contract/parameters";
import { ApiError } from "@/lib/core/errors";
import {
  CAMPAIGN_SORTS,
  MAX_SEARCH_CHARACTERS,
  SORT_ORDERS,
  searchWords,
} from "@/lib/core/lists/campaign-list";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { listBodyParser } from "@/lib/service/registration/list-body-parser";
import { registerCampaign } from "@/lib/service/registration/register-campaign";
import { registrationBody } from "@/lib/service/registration/schemas";
import { withGivenLeaves } from "@/lib/service/registration/uploads/given-leaves";

const query = z.object({
  creator: address.optional().describe("Only campaigns of this creator, base58"),
  mint: address.optional().describe("Only campaigns of this mint, base58"),
  status: z
    .enum(STATUS_FILTERS)
    .optional()
    .describe("Status; active includes claimable, cancelled includes every cancellation"),
  name: z
    .string()
    .max(MAX_SEARCH_CHARACTERS)
    .refine((text) => searchWords(text).length > 0, "must contain a letter or digit")
    .optional()
    .meta({
      description: "Campaigns whose name has a word starting with each search term; at most 1,000 results",
    }),
  sort: z.enum(CAMPAIGN_SORTS).optional().meta({
    description:
      "created by default; total only with one mint; with a filter, orders other than created sort up to 1,000 campaigns",
  }),
  order: z.enum(SORT_ORDERS).optional().meta({ description: "desc by default; asc for names" }),
  page,
  limit: limit(100, 20),
  cursor,
});

/** GET /api/campaigns — campaigns, newest first by default. */
export const GET = route(
  {
    summary: "Lists campaigns by name, creator, mint and status, newest first by default",
    query,
    response: campaignsPage,
  },
  async ({ query, request, services: { reads: db, now } }) => {
    const { campaigns, total, nextCursor } = await selectCampaigns(db, { now: now(), ...query });
    return pageReply(request, {
      campaigns: campaigns.map((campaign) => toCampaignItem(campaign, now())),
      total,
      page: query.page,
      limit: query.limit,
      nextCursor,
    });
  },
);

/**
 * POST /api/campaigns — registers a campaign that exists on the Solana network, or checks the registration
 * (dry run); its creator signs.
 */
export const POST = route(
  {
    summary: "Registers a campaign that was created on the network; the creator signs",
    query: dryRunQuery,
    body: registrationBody,
    parseBody: listBodyParser("registration"),
    response: z.union([registeredView, registrationDryRunView]),
    errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT", "LEDGER_UNAVAILABLE"],
    status: [201, 200],
    auth: "wallet",
    largeBody: true,
  },
  async ({ query: { dryRun }, body, wallet, services, request: { signal } }) => {
    if (body.creator !== wallet)
      throw new ApiError("FORBIDDEN", "Only the campaign's creator can register it.");
    const { leaves, uploadId, ...stated } = body;
    const submission = { leaves, uploadId, leafCount: body.leafCount, wallet, dryRun, signal };
    const { created, campaignRowId, ...outcome } = await withGivenLeaves(services, submission, (readLeaves) =>
      registerCampaign(services, { ...stated, readLeaves, creatorSigned: true }, { dryRun, signal }),
    );
    const answer = { ok: true, campaignId: campaignRowId, ...outcome, ...(dryRun && { dryRun }) };
    return reply(created ? 201 : 200, answer);
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
