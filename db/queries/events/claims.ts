import { and, asc, type Column, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents } from "@/db/schema";
import { toDecimal, u64Order } from "@/db/schema/u64";
import type { SortOrder } from "@/lib/core/lists/campaign-list";
import { I64_MAX } from "@/lib/core/solana/integers";
import { refuseToSort } from "../campaigns/campaign-order";
import { type CampaignKey, keyedCampaignId, valuesOfKey } from "../campaigns/generation";
import { cutPage, type PageCursors, type Position, readCursor, writeCursor } from "../cursor";
import { preparedQuery } from "../prepared-query";

const position = sql`coalesce(${claimEvents.txIndex}, -1)`;

/** The inputs that change the text of the queries; the rest are parameters. */
type ClaimsShape = {
  scope: "campaign" | "tree";
  hasBeneficiary: boolean;
  hasSlot: boolean;
  from: "newer" | "older" | null;
};

/** SQL for the campaign's row id. */
const SCOPES: Record<ClaimsShape["scope"], SQL> = {
  campaign: sql`${sql.placeholder("campaignRowId")}::integer`,
  tree: keyedCampaignId,
};

const matches = ({ scope, hasBeneficiary, hasSlot }: ClaimsShape): SQL | undefined =>
  and(
    sql`${claimEvents.campaignId} = ${SCOPES[scope]}`,
    hasBeneficiary ? eq(claimEvents.beneficiary, sql.placeholder("beneficiary")) : undefined,
    hasSlot ? sql`${claimEvents.slot} >= ${sql.placeholder("fromSlot")}::bigint` : undefined,
  );

const readGiven = (name: string) => sql`${sql.placeholder(name)}::bigint`;

/**
 * Selects an integer as text, the format of the response: a page has hundreds of them, and no code computes
 * with them.
 */
const decimal = (column: Column) => sql`${column}`.mapWith(toDecimal);

const claimColumns = {
  id: claimEvents.id,
  signature: claimEvents.signature,
  eventIndex: claimEvents.eventIndex,
  slot: sql`${claimEvents.slot}`.mapWith(String),
  txIndex: claimEvents.txIndex,
  blockTime: sql`${claimEvents.blockTime}`.mapWith(String),
  beneficiary: claimEvents.beneficiary,
  leafIndex: claimEvents.leafIndex,
  amount: decimal(claimEvents.amount),
  totalClaimedByUser: decimal(claimEvents.totalClaimedByUser),
  totalClaimedOverall: decimal(claimEvents.totalClaimedOverall),
  milestoneIdx: claimEvents.milestoneIdx,
  reconstructed: sql<boolean>`${claimEvents.derivedFields} is not null`,
};

const selectPage = preparedQuery((db, shape: ClaimsShape) => {
  const { from } = shape;
  const inOrder = from === "newer" ? asc : desc;
  const after =
    from &&
    sql`(${claimEvents.slot}, ${position}, ${claimEvents.eventIndex}, ${claimEvents.id})
      ${sql.raw(from === "newer" ? ">" : "<")}
      (${readGiven("slot")}, ${readGiven("txIndex")}, ${readGiven("eventIndex")}, ${readGiven("id")})`;
  return db
    .select(claimColumns)
    .from(claimEvents)
    .where(and(matches(shape), after ?? undefined))
    .orderBy(
      inOrder(claimEvents.slot),
      inOrder(position),
      inOrder(claimEvents.eventIndex),
      inOrder(claimEvents.id),
    )
    .limit(sql.placeholder("limit"));
});

const selectCount = preparedQuery((db, shape: ClaimsShape) =>
  db.select({ total: count() }).from(claimEvents).where(matches(shape)),
);

/**
 * The campaign's own counter, which is the total of its claims, and whether the campaign differs from the
 * network.
 */
const selectCounter = preparedQuery((db, { scope }: Pick<ClaimsShape, "scope">) =>
  db
    .select({ total: campaigns.claimCount, hasDrift: campaigns.hasDrift })
    .from(campaigns)
    .where(sql`${campaigns.id} = ${SCOPES[scope]}`),
);

type ClaimsFilter = { beneficiary?: string; fromSlot?: bigint; limit: number; cursor?: string };
type Claim = Awaited<ReturnType<typeof selectPage>>[number];
type Claims = { claims: Claim[]; total: number; hasDrift: boolean } & PageCursors;

const NONE: Claims = { claims: [], total: 0, hasDrift: false, nextCursor: null, previousCursor: null };

/** Selects a campaign's claims, newest slot first, optionally of one beneficiary and from a slot on. */
export async function selectClaims(
  db: Database,
  { campaignRowId, ...filter }: { campaignRowId: number } & ClaimsFilter,
): Promise<Claims> {
  const found = await selectScope(db, { campaignRowId }, filter);
  return found ?? NONE;
}

/** The position before all claims, in the direction of newer claims. */
const BEFORE_ALL: Position<"claims"> = { slot: 0n, txIndex: -1, eventIndex: -1, id: 0, isNewer: true };

/**
 * Selects a campaign's claims, oldest slot first, with the cursors of the list that begins with the newest
 * claim.
 */
export async function selectClaimsFromOldest(
  db: Database,
  { campaignRowId, limit, cursor }: { campaignRowId: number } & Pick<ClaimsFilter, "limit" | "cursor">,
): Promise<Claims> {
  const from = cursor ?? writeCursor("claims", BEFORE_ALL);
  const found = await selectClaims(db, { campaignRowId, limit, cursor: from });
  return {
    claims: found.claims.toReversed(),
    total: found.total,
    hasDrift: found.hasDrift,
    nextCursor: found.previousCursor,
    previousCursor: cursor === undefined ? null : found.nextCursor,
  };
}

const byAmount = preparedQuery((db, { order }: { order: SortOrder }) => {
  const by = order === "asc" ? asc : desc;
  return db
    .select(claimColumns)
    .from(claimEvents)
    .where(eq(claimEvents.campaignId, sql.placeholder("campaignRowId")))
    .orderBy(by(u64Order(claimEvents.amount)), by(claimEvents.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"));
});

/**
 * Selects a page of a campaign's claims by amount, which reads all claims.
 * @throws ListRefusedError when there are more than 1,000 claims.
 */
export async function selectClaimsByAmount(
  db: Database,
  params: { campaignRowId: number; order: SortOrder; page: number; limit: number },
): Promise<Pick<Claims, "claims" | "total">> {
  const { campaignRowId, order, page, limit } = params;
  const [campaign] = await selectCounter(db, { campaignRowId }, { scope: "campaign" });
  const total = campaign?.total ?? 0;
  refuseToSort(total, "claims");
  const values = { campaignRowId, limit, offset: (page - 1) * limit };
  return { claims: await byAmount(db, values, { order }), total };
}

/**
 * Selects the claims of a tree's campaign, newest slot first; null if the tree or its generation is unknown.
 */
export const selectClaimsOfTree = (
  db: Database,
  { treeAddress, creation, ...filter }: CampaignKey & ClaimsFilter,
): Promise<Claims | null> => selectScope(db, valuesOfKey({ treeAddress, creation }), filter);

/**
 * Selects a page of a campaign's claims without the total, for callers that read all pages; null if the
 * campaign does not exist.
 */
export async function selectClaimPage(
  db: Database,
  { campaignRowId, ...filter }: { campaignRowId: number } & ClaimsFilter,
): Promise<Pick<Claims, "claims" | "nextCursor"> | null> {
  return selectScope(db, { campaignRowId }, filter, false);
}

type Scope = { campaignRowId: number } | ReturnType<typeof valuesOfKey>;

async function selectScope(
  db: Database,
  scope: Scope,
  filter: ClaimsFilter,
  isCounted = true,
): Promise<Claims | null> {
  const { beneficiary, fromSlot, limit, cursor } = filter;
  const from = readCursor("claims", cursor);
  const shape: ClaimsShape = {
    scope: "treeAddress" in scope ? "tree" : "campaign",
    hasBeneficiary: beneficiary !== undefined,
    hasSlot: fromSlot !== undefined,
    from: from ? (from.isNewer ? "newer" : "older") : null,
  };
  // A slot is a u64, but stored slots never exceed the range of int8.
  const isBeyond = fromSlot !== undefined && fromSlot > I64_MAX;
  const isNarrow = shape.hasBeneficiary || shape.hasSlot;
  const values = { beneficiary, fromSlot, ...scope };
  const [[campaign], rows, [counted]] = await Promise.all([
    selectCounter(db, values, { scope: shape.scope }),
    isBeyond ? [] : selectPage(db, { limit: limit + 1, ...values, ...from }, shape),
    isCounted && isNarrow && !isBeyond ? selectCount(db, values, { ...shape, from: null }) : [],
  ]);
  if (!campaign) return null;
  const { rows: claims, ...ends } = cutPage(rows, { list: "claims", limit, from, getPosition });
  const total = isNarrow ? (counted?.total ?? 0) : campaign.total;
  const { hasDrift } = campaign;
  return isBeyond ? { ...NONE, hasDrift } : { claims, total, hasDrift, ...ends };
}

const getPosition = ({ slot, txIndex, eventIndex, id }: Claim): Position<"claims"> => ({
  slot: BigInt(slot),
  txIndex: txIndex ?? -1,
  eventIndex,
  id,
});
