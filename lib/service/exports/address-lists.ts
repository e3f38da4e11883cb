import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { selectEventPage } from "@/db/queries/events/event-feed";
import { selectPayments } from "@/db/queries/events/payments";
import { ACTIVITY_COLUMNS, PAYMENT_COLUMNS, PORTFOLIO_COLUMNS } from "@/lib/core/csv/columns";
import { lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { beneficiaryProgress } from "@/lib/core/views/portfolio/rows";
import { csvAnswer } from "@/lib/service/http/csv/csv-answer";
import type { ApiRequest } from "@/lib/service/http/message";
import type { Services } from "@/lib/service/services";
import { ROWS_A_PAGE } from "./campaign-lists";
import { tokenReader } from "./tokens";

/** A campaign comes with up to 1,000 leaves. */
const CAMPAIGNS_A_PAGE = 100;

type Asking = { request: ApiRequest; address: string };

/** All campaigns whose current root gives an address something, newest first, with its part of them as it stands. */
export async function exportPortfolio(
  { reads: db, now }: Pick<Services, "reads" | "now">,
  { request, address }: Asking,
): Promise<Response> {
  const readTokens = tokenReader();
  return csvAnswer(request, {
    name: `portfolio-${address.slice(0, 8)}.csv`,
    columns: PORTFOLIO_COLUMNS,
    readPage: async (cursor) => {
      const asked = { address, page: 1, limit: CAMPAIGNS_A_PAGE, cursor, isCounted: false };
      const { campaigns, nextCursor } = await selectBeneficiaryCampaigns(db, asked);
      const tokens = await readTokens(campaigns.map(({ campaign }) => campaign.mint));
      const rows = campaigns.map((row) => {
        const { total: progress } = beneficiaryProgress(row, now());
        const { treeAddress, mint, metadata } = row.campaign;
        const status = lifecycleStatus(row.campaign, now(), progress.claimable > 0n);
        const leafCount = row.leaves.length;
        return { treeAddress, mint, metadata, status, leafCount, progress, token: tokens.of(mint) };
      });
      return { rows, nextCursor };
    },
  });
}

/** All events of the campaigns that an address created or receives from, newest first. */
export async function exportActivity(
  { reads: db }: Pick<Services, "reads">,
  { request, address }: Asking,
): Promise<Response> {
  const readTokens = tokenReader();
  return csvAnswer(request, {
    name: `activity-${address.slice(0, 8)}.csv`,
    columns: ACTIVITY_COLUMNS,
    readPage: async (cursor) => {
      const { events, nextCursor } = await selectEventPage(db, { address }, { limit: ROWS_A_PAGE, cursor });
      const tokens = await readTokens(events.map(({ mint }) => mint));
      return { rows: events.map((event) => ({ ...event, token: tokens.of(event.mint) })), nextCursor };
    },
  });
}

/** All that the program paid an address, newest first. */
export async function exportPayments(
  { reads: db }: Pick<Services, "reads">,
  { request, address }: Asking,
): Promise<Response> {
  const readTokens = tokenReader();
  return csvAnswer(request, {
    name: `payments-${address.slice(0, 8)}.csv`,
    columns: PAYMENT_COLUMNS,
    readPage: async (cursor) => {
      const { payments, nextCursor } = await selectPayments(db, { address, limit: ROWS_A_PAGE, cursor });
      const tokens = await readTokens(payments.map(({ mint }) => mint));
      return {
        rows: payments.map((payment) => ({ ...payment, token: tokens.of(payment.mint) })),
        nextCursor,
      };
    },
  });
}
