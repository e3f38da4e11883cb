import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { selectCampaigns } from "@/db/queries/campaigns/campaigns";
import { selectFundedAmounts } from "@/db/queries/campaigns/funded-amounts";
import { selectEventPage } from "@/db/queries/events/event-feed";
import { selectPayments } from "@/db/queries/events/payments";
import { generationName, getEarlierGeneration } from "@/lib/contract/campaign";
import {
  ACTIVITY_COLUMNS,
  type AccountRow,
  PAYMENT_COLUMNS,
  PORTFOLIO_COLUMNS,
  UNLOCK_MONTH_COLUMNS,
} from "@/lib/contract/csv/columns";
import { taxColumns } from "@/lib/contract/csv/tax-columns";
import type { TaxTool } from "@/lib/contract/csv/tax-tools";
import type { PaymentRow } from "@/lib/contract/payment";
import { beneficiaryProgress } from "@/lib/contract/portfolio/rows";
import { ApiError } from "@/lib/core/errors";
import { lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { monthText } from "@/lib/core/vesting/unlock-months";
import { readTokenSums } from "@/lib/service/creator-dashboard/read-dashboard";
import type { Services } from "@/lib/service/services";
import { fileName, ROWS_PER_PAGE } from "./campaign-lists";
import { type CsvResponse, csvResponse } from "./csv-response";
import { withTokens } from "./tokens";

/** Small pages, because a campaign contains up to 1,000 leaves. */
const CAMPAIGNS_PER_PAGE = 100;

/** `unverified` is the query parameter: unconfirmed campaigns are omitted unless included. */
type ListRequest = { request: Request; address: string; unverified?: "include" | "exclude" };

/**
 * Exports all campaigns whose current root contains an address, newest first, with the current progress of
 * the address.
 */
export async function exportPortfolio(
  { reads: db, now }: Pick<Services, "reads" | "now">,
  { request, address, unverified }: ListRequest,
): Promise<CsvResponse> {
  const isVerifiedOnly = unverified !== "include";
  return csvResponse(request, {
    name: fileName("portfolio", address),
    columns: PORTFOLIO_COLUMNS,
    readPage: withTokens(async (cursor) => {
      const query = { address, page: 1, limit: CAMPAIGNS_PER_PAGE, cursor, isCounted: false, isVerifiedOnly };
      const { campaigns, nextCursor } = await selectBeneficiaryCampaigns(db, query);
      const rows = campaigns.map((row) => {
        const { total: progress } = beneficiaryProgress(row, now());
        const { treeAddress, mint, metadata, verified } = row.campaign;
        const status = lifecycleStatus(row.campaign, now(), progress.claimable > 0n);
        const earlierGeneration = getEarlierGeneration(row.campaign);
        const standing = { verified, earlierGeneration, status, leafCount: row.leaves.length };
        return { treeAddress, mint, metadata, ...standing, progress };
      });
      return { rows, nextCursor };
    }),
  });
}

/** Exports all events of the campaigns that an address created or receives from, newest first. */
export async function exportActivity(
  { reads: db }: Pick<Services, "reads">,
  { request, address, unverified }: ListRequest,
): Promise<CsvResponse> {
  const scope = { address, isVerifiedOnly: unverified !== "include" };
  return csvResponse(request, {
    name: fileName("activity", address),
    columns: ACTIVITY_COLUMNS,
    readPage: withTokens(async (cursor) => {
      const { events, nextCursor } = await selectEventPage(db, scope, { limit: ROWS_PER_PAGE, cursor });
      return { rows: events, nextCursor };
    }),
  });
}

/**
 * Exports the payments that the program made to an address, newest first, followed by the fundings of its own
 * campaigns, as far as the index knows them. `tool` selects the columns of an accounting tool.
 * @throws ApiError LEDGER_UNAVAILABLE for a tool while the decimals of a token are unknown.
 */
export async function exportPayments(
  { reads: db, now, env }: Pick<Services, "reads" | "now" | "env">,
  { request, address, unverified, tool }: ListRequest & { tool?: TaxTool | undefined },
): Promise<CsvResponse> {
  const isVerifiedOnly = unverified !== "include";
  const priceSource = new URL(env.PRICE_API_URL).host;
  const readPayments = async (cursor: string | undefined): Promise<AccountPage> => {
    const query = { address, limit: ROWS_PER_PAGE, isVerifiedOnly, cursor };
    const { payments, nextCursor } = await selectPayments(db, query);
    return { rows: payments.map(toAccountRow), nextCursor: nextCursor ?? FUNDINGS };
  };
  const readFundings = async (cursor: string | undefined): Promise<AccountPage> => {
    const query = {
      now: now(),
      creator: address,
      page: 1,
      limit: CAMPAIGNS_PER_PAGE,
      ...(cursor && { cursor }),
    };
    const { campaigns, nextCursor } = await selectCampaigns(db, query);
    const shown = campaigns.filter(({ verified }) => verified || !isVerifiedOnly);
    const funded = await selectFundedAmounts(
      db,
      shown.map(({ id }) => id),
    );
    const rows = shown.map((campaign) => toFunding(campaign, funded.get(campaign.id) ?? 0n));
    return {
      rows: rows.filter(({ amount }) => amount > 0n),
      nextCursor: nextCursor && FUNDINGS + nextCursor,
    };
  };
  const readPage = withTokens((cursor) =>
    cursor?.startsWith(FUNDINGS) ? readFundings(cursor.slice(FUNDINGS.length)) : readPayments(cursor),
  );
  return csvResponse(request, {
    name: fileName(tool === undefined ? "payments" : `payments-${tool}`, address),
    columns: tool === undefined ? PAYMENT_COLUMNS : taxColumns(tool, { address, priceSource }),
    readPage: async (cursor) => {
      const page = await readPage(cursor);
      if (tool !== undefined && page.rows.some(({ token }) => !token.isKnown)) throw unknownDecimals();
      return page;
    },
  });
}

const unknownDecimals = () =>
  new ApiError("LEDGER_UNAVAILABLE", "The decimals of a token are not known yet. Try again later.");

type AccountPage = { rows: readonly AccountRow[]; nextCursor: string | null };

/** Prefix for the cursors of fundings; no cursor of payments starts with it. */
const FUNDINGS = "fundings:";

/** Converts a payment; one event can pay the same wallet as recipient and as creator. */
const toAccountRow = ({ eventIndex, ...payment }: PaymentRow): AccountRow => ({
  ...payment,
  id: [payment.signature, eventIndex, payment.kind].join("-"),
});

type FundedCampaign = Awaited<ReturnType<typeof selectCampaigns>>["campaigns"][number];

/** Converts a campaign to the funding row of the amount that it has received, at the time of its creation. */
const toFunding = (campaign: FundedCampaign, amount: bigint): AccountRow => ({
  id: [campaign.treeAddress, generationName(campaign), "funding"].join("-"),
  ...{ kind: "funding", treeAddress: campaign.treeAddress, metadata: campaign.metadata, mint: campaign.mint },
  ...{ amount, blockTime: campaign.createdAt, priceUsd: null },
  ...{ leafIndex: null, milestoneIdx: null, slot: null, signature: null },
  ...{ reconstructed: false, verified: campaign.verified },
  earlierGeneration: getEarlierGeneration(campaign),
});

/**
 * Exports the amounts that a creator's campaigns unlock in each coming month, with one row per month and
 * token.
 * @throws ApiError CONFLICT if the sums omit campaigns, because the file cannot state it.
 */
export function exportUnlockMonths(
  services: Pick<Services, "reads" | "now">,
  { request, address }: ListRequest,
): Promise<CsvResponse> {
  return csvResponse(request, {
    name: fileName("unlocks-by-month", address),
    columns: UNLOCK_MONTH_COLUMNS,
    readPage: withTokens(async () => {
      const { sums, scope } = await readTokenSums(services, { creator: address, now: services.now() });
      if (scope.covered < scope.total)
        throw new ApiError("CONFLICT", "The creator has more campaigns than one file can sum.");
      refuseUnsummed(scope);
      const rows = sums.flatMap(({ months, ...rest }) =>
        monthRows({
          ...rest,
          months: months.map(({ month, amount }) => ({ month: monthText(month), amount })),
        }),
      );
      return { rows, nextCursor: null };
    }),
  });
}

/**
 * Rejects a file of unlocks that lacks campaigns.
 * @throws ApiError CONFLICT
 */
export function refuseUnsummed({ unsummed }: { unsummed: number }): void {
  if (unsummed === 0) return;
  throw new ApiError(
    "CONFLICT",
    "The unlocks of some campaigns are unknown: their current recipients are not registered here, or the calculation is in progress.",
  );
}

type Unlocks = { mint: string; months: { month: string; amount: bigint }[]; later: bigint; waiting: bigint };

/** Returns the rows of unlocks by month. */
export const monthRows = ({ mint, months, later, waiting }: Unlocks) => [
  ...months.map(({ month, amount }) => ({ month, mint, amount })),
  ...(later > 0n ? [{ month: "later", mint, amount: later }] : []),
  ...(waiting > 0n ? [{ month: "with a milestone", mint, amount: waiting }] : []),
];
