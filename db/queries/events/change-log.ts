import { asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { campaigns, changes, leaves, rootVersions } from "@/db/schema";
import type { EventData, EventType } from "@/lib/core/events/event-types";
import { lockUntilCommit } from "../advisory-locks";
import { insertFromArrays } from "../array-rows";
import { earlierGeneration } from "../campaigns/generation";
import type { EventListener, StoredChange } from "./event-changes";
import { eventData, isReconstructed } from "./event-feed";

const newRow = ({ type, campaignId, signature, eventIndex, slot, blockTime, claim }: StoredChange) => ({
  kind: "stored" as const,
  type,
  campaignId,
  signature,
  eventIndex,
  slot,
  blockTime,
  claimer: claim?.beneficiary ?? null,
});

async function insertChanges(tx: Database, rows: readonly (typeof changes.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.execute(insertFromArrays(changes, rows));
}

/** Appends stored, moved and removed events to the change log, in the transaction that changes them. */
export const changeListener: EventListener = {
  onStored: (tx, { events }) =>
    insertChanges(tx, events.filter(({ outcome }) => outcome !== "unchanged").map(newRow)),
  onRemoved: (tx, { events }) =>
    insertChanges(
      tx,
      events.map(({ claim, ...event }) => ({
        ...{ kind: "removed" as const, claimer: claim?.beneficiary ?? null },
        ...event,
      })),
    ),
};

/**
 * Numbers the committed rows that have no number yet. Rows of transactions that commit later get higher
 * numbers, whatever their ids.
 */
async function numberChanges(db: Database): Promise<void> {
  const [waiting] = await db.select({ id: changes.id }).from(changes).where(isNull(changes.seq)).limit(1);
  if (!waiting) return;
  await inTransaction(db, async (tx) => {
    // A statement of its own: the next statement then sees everything that the previous holder committed.
    await lockUntilCommit(tx, "changeNumbers");
    await tx.execute(sql`update ${changes} set seq = numbered.seq from (
      select id, (select coalesce(max(seq), 0) from ${changes}) + row_number() over (order by id) as seq
      from ${changes} where seq is null) numbered
      where ${changes.id} = numbered.id`);
  });
}

/** A position in the change log. The time distinguishes the log of a restored database from the earlier one. */
export type ChangePosition = { seq: number; changedAt: bigint };

/** The position before all changes. */
const CHANGES_START: ChangePosition = { seq: 0, changedAt: 0n };

const position = { seq: sql`${changes.seq}`.mapWith(Number), changedAt: changes.changedAt };

/** Numbers new changes and returns the position of the last one. */
export async function selectLastChange(db: Database): Promise<ChangePosition> {
  await numberChanges(db);
  const [last] = await db
    .select(position)
    .from(changes)
    .where(sql`${changes.seq} is not null`)
    .orderBy(desc(changes.seq))
    .limit(1);
  return last ?? CHANGES_START;
}

/** Returns whether the log still contains everything beyond a position. */
export async function isChangeStored(db: Database, { seq, changedAt }: ChangePosition): Promise<boolean> {
  const [row] = await db
    .select(position)
    .from(changes)
    .where(sql`${changes.seq} >= ${seq}::bigint`)
    .orderBy(asc(changes.seq))
    .limit(1);
  if (seq === 0) return changedAt === 0n && (row === undefined || row.seq === 1);
  return row?.seq === seq && row.changedAt === changedAt;
}

const isSameEvent = sql`d.signature = ${changes.signature} and d.event_index = ${changes.eventIndex}`;

/** Selects the changes beyond a position, oldest first, with the current state of their events and campaigns. */
export function selectChanges(db: Database, { after, limit }: { after: number; limit: number }) {
  return db
    .select({
      ...position,
      kind: changes.kind,
      campaignId: changes.campaignId,
      claimer: changes.claimer,
      type: changes.type,
      signature: changes.signature,
      eventIndex: changes.eventIndex,
      slot: changes.slot,
      blockTime: changes.blockTime,
      /** Null if the campaign was deleted. */
      treeAddress: campaigns.treeAddress,
      creator: campaigns.creator,
      metadata: campaigns.metadata,
      verified: campaigns.verified,
      earlierGeneration,
      /** Null if the event is no longer stored. */
      data: sql<EventData[EventType] | null>`${eventData(sql`${changes.type}`, isSameEvent)}`,
      reconstructed: sql<boolean>`coalesce(${isReconstructed(sql`${changes.type}`, isSameEvent)}, false)`,
    })
    .from(changes)
    .leftJoin(campaigns, eq(campaigns.id, changes.campaignId))
    .where(gt(changes.seq, after))
    .orderBy(asc(changes.seq))
    .limit(limit);
}

export type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number];

/** Selects which of the addresses are recipients of which of the campaigns, in any root version. */
export async function selectRecipients(
  db: Database,
  { campaignIds, addresses }: { campaignIds: readonly number[]; addresses: readonly string[] },
): Promise<{ campaignId: number; address: string }[]> {
  if (campaignIds.length === 0 || addresses.length === 0) return [];
  return db
    .selectDistinct({
      campaignId: sql`${rootVersions.campaignId}`.mapWith(Number),
      address: leaves.beneficiary,
    })
    .from(rootVersions)
    .innerJoin(leaves, eq(leaves.rootVersionId, rootVersions.id))
    .where(
      sql`${rootVersions.campaignId} = any(${sql.param(campaignIds.map(String))}::integer[])
        and ${leaves.beneficiary} = any(${sql.param([...addresses])}::text[])`,
    );
}

/**
 * Deletes a bounded number of changes from before a time in unix seconds, but never the last one, whose
 * number the next one continues. Returns whether there may be more.
 */
export async function deleteOldChanges(
  db: Database,
  { before, limit }: { before: bigint; limit: number },
): Promise<boolean> {
  await numberChanges(db);
  const old = sql`select id from ${changes} where changed_at < ${before}
    and seq < (select max(seq) from ${changes}) order by changed_at limit ${limit}`;
  const rows = await db.delete(changes).where(sql`${changes.id} in (${old})`).returning({ id: changes.id });
  return rows.length === limit;
}
