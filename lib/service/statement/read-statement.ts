import { LRUCache } from "lru-cache";
import type { Database } from "@/db/client";
import type { CampaignKey } from "@/db/queries/campaigns/generation";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { selectGroupSums } from "@/db/queries/statement/category-sums";
import { type StatementQuery, valuesOfStatement } from "@/db/queries/statement/recipient-parts";
import { dateOfCursor, selectStatementPage } from "@/db/queries/statement/statement-page";
import { type StatementState, selectStatementState } from "@/db/queries/statement/statement-state";
import { type AllRecipients, selectStatementSums } from "@/db/queries/statement/statement-sums";
import {
  type Statement,
  type StatementRow,
  type StatementTotalRow,
  type StatementView,
  toStatementView,
} from "@/lib/contract/statement/view";
import { notFound } from "@/lib/core/errors";
import type { CampaignFacts } from "@/lib/core/vesting/lifecycle";
import {
  factsAt,
  type StatementStatus,
  statementAmounts,
  statementStatus,
  statementTotals,
} from "@/lib/core/vesting/statement";
import { tokenReader } from "@/lib/service/exports/tokens";
import type { CreatorLabels } from "@/lib/service/labels/creator-labels";
import type { Services } from "@/lib/service/services";
import { type CategoryTotals, readCategoryTotals } from "./category-totals";

/** The date of a statement in unix seconds, and the withheld share of claimed amounts in basis points. */
export type StatementDate = CampaignKey & { at: bigint; basisPoints: bigint | null };

/** A statement without its pages. Amounts are in base units. */
export type OpenStatement = Omit<Statement, "recipients" | "categories" | "nextCursor"> & {
  verified: boolean;
  readPage(page: {
    limit: number;
    cursor?: string | undefined;
  }): Promise<{ rows: StatementRow[]; nextCursor: string | null }>;
  /** Reads the totals per category of the creator's labels. */
  readCategories(labels: CreatorLabels): Promise<CategoryTotals[]>;
};

/**
 * Opens the statement of a campaign at a date: reads the state and the totals. Its pages refer to the same date and
 * list, also when the campaign changes between them.
 * @throws ApiError NOT_FOUND if the campaign is unknown.
 */
export async function openStatement(
  { reads: db }: Pick<Services, "reads">,
  date: StatementDate,
): Promise<OpenStatement> {
  const { at, basisPoints, ...key } = date;
  const state = await selectStatementState(db, { ...key, at });
  if (!state) throw notFound("campaign");
  const facts = getFacts(state, at);
  const status = statementStatus(facts, { at, createdAt: getCreation(state) });
  const query = getQuery(state, { facts, at });
  const sums = status === "not_created" ? NO_RECIPIENTS : await sharedSums(db, { state, query, basisPoints });
  return {
    treeAddress: state.campaign.treeAddress,
    ...{ mint: state.campaign.mint, verified: state.campaign.verified, merkleRoot: state.merkleRoot },
    rootRegistered: state.list?.merkleRoot === state.merkleRoot,
    ...{ at, status, cancelledAt: facts.cancelledAt, basisPoints },
    totals: calculateTotals(sums, { facts, status, basisPoints }),
    readPage: async (page) => {
      if (status === "not_created") return { rows: [], nextCursor: null };
      const { recipients, nextCursor } = await selectStatementPage(db, {
        ...{ ...query, ...page, leafCount: state.list?.leafCount ?? 0, hasFormer: sums.former > 0 },
      });
      const rows = recipients.map(({ beneficiary, ...parts }) => ({
        beneficiary,
        ...statementAmounts(parts, facts),
      }));
      return { rows, nextCursor };
    },
    readCategories: async (labels) => {
      if (status === "not_created") return [];
      return readCategoryTotals({
        ...{ labels, facts, hasWithheld: basisPoints !== null },
        readSums: (groups) => selectGroupSums(db, { ...query, basisPoints: basisPoints ?? 0n, groups }),
      });
    },
  };
}

type StatementPageInput = Omit<StatementDate, "at"> & {
  /** By default the date of the cursor, or the current time. */
  at?: bigint | undefined;
  limit: number;
  cursor?: string | undefined;
  labels?: CreatorLabels | undefined;
};

/** Reads the totals of a campaign at a date, and a page of its recipients, with the creator's labels if given. */
export async function readStatement(
  services: Pick<Services, "reads" | "now">,
  { at: date, limit, cursor, labels, ...rest }: StatementPageInput,
): Promise<StatementView> {
  const at = date ?? dateOfCursor(cursor) ?? services.now();
  const { readPage, readCategories, ...statement } = await openStatement(services, { ...rest, at });
  const [{ rows, nextCursor }, { slot, timestamp }, tokens] = await Promise.all([
    readPage({ limit, cursor }),
    selectIndexedTo(services.reads),
    tokenReader()([statement.mint]),
  ]);
  const token = tokens.of(statement.mint);
  const recipients = labels ? await labels.addTo(rows) : rows;
  const categories = labels && (await readCategories(labels));
  return toStatementView(
    { ...statement, recipients, categories, nextCursor },
    {
      decimals: token.isKnown ? token.decimals : null,
      asOf: { slot: slot.toString(), timestamp: timestamp.toString() },
    },
  );
}

/** Returns the facts at the date. The account names the first cliff of the current root without its list. */
function getFacts({ campaign, history, list, merkleRoot }: StatementState, at: bigint): CampaignFacts {
  const isCurrent = merkleRoot === campaign.merkleRoot;
  return factsAt(campaign, { history, at, list: isCurrent || list === null ? campaign : list });
}

/** Returns when the network created the campaign, in unix seconds; null if the network has not confirmed it. */
const getCreation = ({ campaign }: StatementState): bigint | null =>
  campaign.creationTime ?? campaign.accountCreatedAt;

function getQuery(
  { campaign, list }: StatementState,
  { facts, at }: { facts: CampaignFacts; at: bigint },
): StatementQuery {
  const { cancelledAt, releasedMilestones, settledAmount } = facts;
  return {
    ...{ campaignRowId: campaign.id, rootVersionId: list?.id ?? null, at, releasedMilestones },
    vestingTime: cancelledAt !== null && cancelledAt < at ? cancelledAt : at,
    // Only a campaign of one leaf can be settled; another list cannot name the wallet that was paid.
    settledAmount: list?.leafCount === 1 ? settledAmount : 0n,
  };
}

const NO_RECIPIENTS: AllRecipients = {
  ...{ recipients: 0, former: 0, claimed: 0n, unclaimed: 0n, unvested: 0n, paidEarlier: 0n, withheld: 0n },
};

type StatementTotalsInput = { facts: CampaignFacts; status: StatementStatus; basisPoints: bigint | null };

function calculateTotals(
  sums: AllRecipients,
  { facts, status, basisPoints }: StatementTotalsInput,
): StatementTotalRow {
  const nothing = { totalSupply: 0n, totalClaimed: 0n, settledAmount: 0n };
  const totals = statementTotals(sums, status === "not_created" ? { ...facts, ...nothing } : facts);
  const withheld = basisPoints === null ? null : sums.withheld;
  return { ...totals, recipients: sums.recipients, withheld };
}

const MAX_CACHED = 200;
const caches = new WeakMap<Database, LRUCache<string, Promise<AllRecipients>>>();

type Wanted = { state: StatementState; query: StatementQuery; basisPoints: bigint | null };

/**
 * Reads the sums once per query and state of the campaign's claims; concurrent requests share one query. A snapshot of
 * the account, a fork, or a read of claim records changes the claims without changing the number of events.
 */
function sharedSums(db: Database, { state, query, basisPoints }: Wanted): Promise<AllRecipients> {
  const cache = caches.get(db) ?? new LRUCache<string, Promise<AllRecipients>>({ max: MAX_CACHED });
  caches.set(db, cache);
  const { eventCount, claimCount, claimedSum, uniqueClaimers, totalClaimed } = state.campaign;
  const claims = [eventCount, claimCount, claimedSum, uniqueClaimers, totalClaimed, state.staleRead];
  const key = [...Object.values(valuesOfStatement(query)), basisPoints, ...claims].map(String).join(" ");
  const known = cache.get(key);
  if (known) return known;
  const reading = selectStatementSums(db, { ...query, basisPoints: basisPoints ?? 0n });
  cache.set(key, reading);
  reading.catch(() => cache.delete(key));
  return reading;
}
