import * as z from "zod";
import { selectTimelineOfTree } from "@/db/queries/events/event-feed";
import { toCampaignItem } from "@/lib/contract/campaign";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { timelinePage, toTimelineItem } from "@/lib/contract/event";
import { creation, i64, limit, repeatable, treeParams } from "@/lib/contract/parameters";
import { notFound } from "@/lib/core/errors";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { exportTimeline } from "@/lib/service/exports/campaign-lists";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";

const query = z.object({
  limit: limit(200, 50),
  cursor,
  ...listFormat,
  creation,
  fromBlockTime: i64.optional().describe("Only events at this time or later; unix seconds"),
  toBlockTime: i64.optional().describe("Only events at this time or earlier; unix seconds"),
  type: repeatable(z.enum(EVENT_TYPES)).optional().describe("Only events of this type; can be repeated"),
});

/** GET …/timeline — all events of one campaign, newest first. */
export const GET = route(
  {
    summary: "Lists all events of a campaign, newest first",
    params: treeParams,
    query,
    response: timelinePage,
    errors: ["NOT_FOUND"],
    csv: true,
  },
  async ({ params, query: { type: types, ...query }, request, services, asCsv }) => {
    const { reads: db, now } = services;
    if (asCsv) return exportTimeline(services, { request, ...params, ...query, types });
    const found = await selectTimelineOfTree(db, { types, ...query, ...params });
    if (!found) throw notFound("campaign");
    const { campaign, feed } = found;
    return pageReply(request, {
      campaign: toCampaignItem(campaign, now()),
      events: feed.events.map(toTimelineItem),
      total: feed.total,
      nextCursor: feed.nextCursor,
    });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
