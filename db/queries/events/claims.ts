import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents } from "@/db/schema";
import { I64_MAX } from "@/lib/core/solana/integers";
import { cutPage, type Ends, type Position, readCursor } from "../cursor";

export type Claim = Omit<typeof claimEvents.$inferSelect, "campaignId">;

const position = sql`coalesce(${claimEvents.txIndex}, -1)`;

/** Exact number of matching claims: the campaign's counter unless a filter narrows them. */
async function countClaims(db: Database, campaignRowId: number, filter: SQL | undefined): Promise<number> {
  if (filter) return db.$count(claimEvents, and(eq(claimEvents.campaignId, campaignRowId), filter));
  const [row] = await db
    .select({ count: campaigns.claimCount })
    .from(campaigns)
    .where(eq(campaigns.id, campaignRowId));
  return row?.count ?? 0;
}

/** A campaign's claims, newest slot first, of a beneficiary and from a slot on when these are given. */
export async function selectClaims(
  db: Database,
  params: {
    campaignRowId: number;
    beneficiary?: string;
    fromSlot?: bigint;
    limit: number;
    cursor?: string;
  },
): Promise<{ claims: Claim[]; total: number } & Ends> {
  const { campaignRowId, beneficiary, fromSlot, limit, cursor } = params;
  const from = readCursor("claims", cursor);
  // A slot is a u64; nothing is stored beyond what int8 holds.
  if (fromSlot !== undefined && fromSlot > I64_MAX) {
    return { claims: [], total: 0, nextCursor: null, previousCursor: null };
  }
  const filter = and(
    beneficiary === undefined ? undefined : eq(claimEvents.beneficiary, beneficiary),
    fromSlot === undefined ? undefined : sql`${claimEvents.slot} >= ${fromSlot}::bigint`,
  );
  const inOrder = from?.isNewer ? asc : desc;
  const after =
    from &&
    sql`(${claimEvents.slot}, ${position}, ${claimEvents.eventIndex}, ${claimEvents.id})
      ${sql.raw(from.isNewer ? ">" : "<")}
      (${from.slot}::bigint, ${from.txIndex}::bigint, ${from.eventIndex}::bigint, ${from.id}::bigint)`;
  const [rows, total] = await Promise.all([
    db
      .select({
        id: claimEvents.id,
        signature: claimEvents.signature,
        eventIndex: claimEvents.eventIndex,
        slot: claimEvents.slot,
        txIndex: claimEvents.txIndex,
        blockTime: claimEvents.blockTime,
        beneficiary: claimEvents.beneficiary,
        leafIndex: claimEvents.leafIndex,
        amount: claimEvents.amount,
        totalClaimedByUser: claimEvents.totalClaimedByUser,
        totalClaimedOverall: claimEvents.totalClaimedOverall,
        milestoneIdx: claimEvents.milestoneIdx,
      })
      .from(claimEvents)
      .where(and(eq(claimEvents.campaignId, campaignRowId), filter, after))
      .orderBy(
        inOrder(claimEvents.slot),
        inOrder(position),
        inOrder(claimEvents.eventIndex),
        inOrder(claimEvents.id),
      )
      .limit(limit + 1),
    countClaims(db, campaignRowId, filter),
  ]);
  const { rows: claims, ...ends } = cutPage(rows, { list: "claims", limit, from, placeOf });
  return { claims, total, ...ends };
}

const placeOf = ({ slot, txIndex, eventIndex, id }: Claim): Position<"claims"> => ({
  slot,
  txIndex: txIndex ?? -1,
  eventIndex,
  id,
});
