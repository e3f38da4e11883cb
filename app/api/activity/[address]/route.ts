import * as z from "zod";
import { selectActivity } from "@/db/queries/events/event-feed";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { activityPage, toActivityItem } from "@/lib/contract/event";
import { addressParams, limit, unverified } from "@/lib/contract/parameters";
import { exportActivity } from "@/lib/service/exports/address-lists";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";

const query = z.object({ limit: limit(100, 20), cursor, ...listFormat, unverified });

/**
 * GET /api/activity/:address — events of the campaigns that an address created or receives from, newest
 * first.
 */
export const GET = route(
  {
    summary: "Lists events of the campaigns that an address created or receives from, newest first",
    params: addressParams,
    query,
    response: activityPage,
    csv: true,
  },
  async ({ params: { address }, query: { unverified, ...query }, request, services, asCsv }) => {
    if (asCsv) return exportActivity(services, { request, address, unverified });
    const isVerifiedOnly = unverified === "exclude";
    const feed = await selectActivity(services.reads, { address, isVerifiedOnly, ...query });
    return pageReply(request, {
      address,
      events: feed.events.map(toActivityItem),
      total: feed.total,
      nextCursor: feed.nextCursor,
    });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
