import * as z from "zod";
import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { unlockCalendar } from "@/lib/contract/calendar/unlock-calendar";
import { addressParams, unverified } from "@/lib/contract/parameters";
import { MAX_PROGRESS_CAMPAIGNS } from "@/lib/core/lists/progress-limits";
import { tokenReader } from "@/lib/service/exports/tokens";
import { otherMethods } from "@/lib/service/http/methods";
import { textReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

const mediaType = "text/calendar";

/** GET /api/beneficiary/:address/unlocks.ics — a calendar feed of the dated unlocks of an address. */
export const GET = route(
  {
    summary: "Returns a calendar feed of an address's unlocks by date",
    params: addressParams,
    query: z.object({ unverified }),
    mediaType,
  },
  async ({ params: { address }, query, services: { reads: db, now } }) => {
    const isVerifiedOnly = query.unverified !== "include";
    const requested = { address, page: 1, limit: MAX_PROGRESS_CAMPAIGNS, isCounted: false, isVerifiedOnly };
    const { campaigns: rows } = await selectBeneficiaryCampaigns(db, requested);
    const tokens = await tokenReader()(rows.map(({ campaign }) => campaign.mint));
    const text = unlockCalendar({ address, rows, getToken: tokens.of }, now());
    const name = `unlocks-${address.slice(0, 8)}.ics`;
    return textReply(text, mediaType, { "content-disposition": `inline; filename="${name}"` });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
