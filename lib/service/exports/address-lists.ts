import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { selectEventPage } from "@/db/queries/events/event-feed";
import { selectPayments } from "@/db/queries/events/payments";
import {
  ACTIVITY_COLUMNS,
  PAYMENT_COLUMNS,
  PORTFOLIO_COLUMNS,
  UNLOCK_MONTH_COLUMNS,
} from "@/lib/core/csv/columns";
import { lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { monthText } from "@/lib/core/vesting/unlock-months";
import { beneficiaryProgress } from "@/lib/core/views/portfolio/rows";
import { readTokenSums } from "@/lib/service/desk/read-desk";
import { csvAnswer } from "@/lib/service/http/csv/csv-answer";
import type { ApiRequest } from "@/lib/service/http/message";
import type { Services } from "@/lib/service/services";
import { fileName, ROWS_A_PAGE } from "./campaign-lists";
import { withTokens } from "./tokens";

/** A campaign comes with up to 1,000 leaves. */
const CAMPAIGNS_A_PAGE = 100;

/** `unverified` is the query parameter: campaigns that the ledger has not confirmed are left out unless included. */
type Asking = { request: ApiRequest; address: string; unverified?: "include" | "exclude" };

/** All campaigns whose current root gives an address something, newest first, with its part of them as it stands. */
export async function exportPortfolio(
  { reads: db, now }: Pick<Services, "reads" | "now">,
  { request, address, unverified }: Asking,
): Promise<Response> {
  const isVerifiedOnly = unverified !== "include";
  return csvAnswer(request, {
    name: fileName("portfolio", address),
    columns: PORTFOLIO_COLUMNS,
    readPage: withTokens(async (cursor) => {
      const asked = { address, page: 1, limit: CAMPAIGNS_A_PAGE, cursor, isCounted: false, isVerifiedOnly };
      const { campaigns, nextCursor } = await selectBeneficiaryCampaigns(db, asked);
      const rows = campaigns.map((row) => {
        const { total: progress } = beneficiaryProgress(row, now());
        const { treeAddress, mint, metadata, verified } = row.campaign;
        const status = lifecycleStatus(row.campaign, now(), progress.claimable > 0n);
        const leafCount = row.leaves.length;
        return { treeAddress, mint, metadata, verified, status, leafCount, progress };
      });
      return { rows, nextCursor };
    }),
  });
}

/** All events of the campaigns that an address created or receives from, newest first. */
export async function exportActivity(
  { reads: db }: Pick<Services, "reads">,
  { request, address, unverified }: Asking,
): Promise<Response> {
  const scope = { address, isVerifiedOnly: unverified !== "include" };
  return csvAnswer(request, {
    name: fileName("activity", address),
    columns: ACTIVITY_COLUMNS,
    readPage: withTokens(async (cursor) => {
      const { events, nextCursor } = await selectEventPage(db, scope, { limit: ROWS_A_PAGE, cursor });
      return { rows: events, nextCursor };
    }),
  });
}

/** All that the program paid an address, newest first. */
export async function exportPayments(
  { reads: db }: Pick<Services, "reads">,
  { request, address, unverified }: Asking,
): Promise<Response> {
  const asked = { address, limit: ROWS_A_PAGE, isVerifiedOnly: unverified !== "include" };
  return csvAnswer(request, {
    name: fileName("payments", address),
    columns: PAYMENT_COLUMNS,
    readPage: withTokens(async (cursor) => {
      const { payments, nextCursor } = await selectPayments(db, { ...asked, cursor });
      return { rows: payments, nextCursor };
    }),
  });
}

/** What a creator's campaigns unlock in each coming month, a row a month and token. */
export function exportUnlockMonths(
  services: Pick<Services, "reads" | "now">,
  { request, address }: Asking,
): Promise<Response> {
  return csvAnswer(request, {
    name: fileName("unlocks-by-month", address),
    columns: UNLOCK_MONTH_COLUMNS,
    readPage: withTokens(async () => {
      const { sums } = await readTokenSums(services, { creator: address, now: services.now() });
      const rows = sums.flatMap(({ mint, months, later, waiting }) => [
        ...months.map(({ month, amount }) => ({ month: monthText(month), mint, amount })),
        ...(later > 0n ? [{ month: "later", mint, amount: later }] : []),
        ...(waiting > 0n ? [{ month: "with a milestone", mint, amount: waiting }] : []),
      ]);
      return { rows, nextCursor: null };
    }),
  });
}
