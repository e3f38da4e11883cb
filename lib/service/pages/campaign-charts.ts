import { cache } from "react";
import type { LargestRecipients } from "@/db/queries/campaigns/campaign-charts";
import { selectDashboardRows } from "@/db/queries/campaigns/creator-dashboard";
import {
  sharedClaimSteps,
  sharedLargestRecipients,
  sharedVestedSums,
} from "@/db/queries/campaigns/shared-sums";
import { dashboardSums } from "@/lib/contract/creator-dashboard/sums";
import { type TokenSumsView, toTokenSumsView } from "@/lib/contract/creator-dashboard/view";
import type { ClaimStep } from "@/lib/core/vesting/claim-steps";
import { LAST_MONTH, monthText, toMonth } from "@/lib/core/vesting/unlock-months";
import { DASHBOARD_MONTHS } from "@/lib/service/creator-dashboard/read-dashboard";
import { services } from "@/lib/service/services";
import { readCampaignRow } from "./campaign";

/** The data of a campaign's charts other than its schedules. */
export type CampaignCharts = LargestRecipients & {
  claims: ClaimStep[];
  /** The current month, such as "2026-11". */
  month: string;
  /** Null while the unlocks are not computed, and for a campaign that unlocks nothing more. */
  unlocks: Pick<TokenSumsView, "months" | "later" | "waiting"> | null;
};

/** Returns the data of a campaign's charts; null if the tree is not registered. */
export const readCampaignCharts = (treeAddress: string, creation?: string) =>
  readCharts(treeAddress, creation);

const readCharts = cache(
  async (treeAddress: string, creation: string | undefined): Promise<CampaignCharts | null> => {
    const found = await readCampaignRow(treeAddress, creation);
    if (!found) return null;
    const { facts, newestVersion, rowId } = found;
    const { reads: db, now: clock } = await services();
    const now = clock();
    const month = toMonth(now);
    const until = Math.min(month + DASHBOARD_MONTHS, LAST_MONTH + 1);
    const query = { campaign: facts, newestVersion, now };
    const [claims, recipients, { vested }, rows] = await Promise.all([
      sharedClaimSteps(db, query),
      sharedLargestRecipients(db, query),
      sharedVestedSums(db, query),
      selectDashboardRows(db, { scope: { campaignRowId: rowId }, from: month, until, limit: 1 }),
    ]);
    const [sums] = dashboardSums(
      rows.map((row) => ({ ...row, vested })),
      { month, now },
    );
    const hasUnlocks = sums !== undefined && (sums.months.length > 0 || sums.later > 0n);
    return {
      ...recipients,
      claims,
      month: monthText(month),
      unlocks: hasUnlocks ? toTokenSumsView(sums) : null,
    };
  },
);
