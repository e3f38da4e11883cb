import { correctMetadata, type MetadataChange } from "@/db/queries/campaigns/corrections";
import type { Metadata } from "@/lib/contract/campaign";
import { ApiError, notFound } from "@/lib/core/errors";
import type { Services } from "@/lib/service/services";

/** What is kept of each is for ever, and who corrects more often is not correcting. */
export const CORRECTIONS_A_DAY = 10;

/**
 * Corrects name, description or logo of a campaign, which only its creator may: FORBIDDEN else. Repeating it changes
 * nothing; beyond ten a day of one campaign it is RATE_LIMITED.
 */
export async function correctCampaign(
  { db, now: clock }: Pick<Services, "db" | "now">,
  asked: { treeAddress: string; wallet: string; change: MetadataChange },
): Promise<{ ok: true; corrected: boolean; metadata: Metadata }> {
  const now = clock();
  const done = await correctMetadata(db, { ...asked, now, most: CORRECTIONS_A_DAY });
  switch (done.outcome) {
    case "unknown":
      throw notFound("campaign");
    case "forbidden":
      throw new ApiError("FORBIDDEN", "Only the campaign's creator may correct what it says.");
    case "too_many":
      throw new ApiError(
        "RATE_LIMITED",
        `A campaign is corrected at most ${CORRECTIONS_A_DAY} times a day; try again later.`,
        undefined,
        { "retry-after": String(done.againAt - now) },
      );
    default:
      return { ok: true, corrected: done.outcome === "corrected", metadata: done.metadata };
  }
}
