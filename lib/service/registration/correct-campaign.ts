import { correctMetadata, type MetadataChange } from "@/db/queries/campaigns/corrections";
import type { Metadata } from "@/lib/contract/campaign";
import { ApiError, notFound, retryLater } from "@/lib/core/errors";
import type { Services } from "@/lib/service/services";

/** Limits the history of corrections, which is stored permanently. */
export const CORRECTIONS_PER_DAY = 10;

/**
 * Updates the name, description or logo of a campaign. Repeating the same correction has no effect.
 * @throws FORBIDDEN if the wallet is not the campaign's creator
 * @throws RATE_LIMITED after ten corrections of one campaign in a day
 */
export async function correctCampaign(
  { db, now: clock }: Pick<Services, "db" | "now">,
  query: { treeAddress: string; wallet: string; change: MetadataChange },
): Promise<{ ok: true; corrected: boolean; metadata: Metadata }> {
  const now = clock();
  const done = await correctMetadata(db, { ...query, now, limit: CORRECTIONS_PER_DAY });
  switch (done.outcome) {
    case "unknown":
      throw notFound("campaign");
    case "forbidden":
      throw new ApiError("FORBIDDEN", "Only the campaign's creator can change its metadata.");
    case "too_many":
      throw retryLater(
        "RATE_LIMITED",
        `A campaign's metadata can be changed at most ${CORRECTIONS_PER_DAY} times per day. Try again later.`,
        done.againAt - now,
      );
    default:
      return { ok: true, corrected: done.outcome === "corrected", metadata: done.metadata };
  }
}
