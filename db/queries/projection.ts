import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../client";
import {
  campaigns,
  cancelEvents,
  claimEvents,
  instantRefundEvents,
  milestoneEvents,
  pauseEvents,
  rootUpdateEvents,
  rootVersions,
  streamCancelEvents,
} from "../schema";
import { u64Order } from "../schema/u64";

/**
 * Newest first in ledger order, with the transaction's place in its slot when it is known. Signatures break the tie when
 * it is not, as nothing that depends on the order of arrival may.
 */
const NEWEST = sql.raw("slot desc, coalesce(tx_index, -1) desc, signature desc, event_index desc");

/** Narrows a table to the newest slot of campaign `t`, so that no more than its rows are sorted. */
const inNewestSlot = (table: PgTable) => sql`campaign_id = t.id
  and slot = (select slot from ${table} where campaign_id = t.id order by slot desc limit 1)`;

/** The newest event row of campaign `t` among the tables, each with the one value that matters. */
function newest(sources: { table: PgTable; value: SQL }[]): SQL {
  const branches = sources.map(
    ({ table, value }) =>
      sql`(select ${value} as value, slot, tx_index, signature, event_index from ${table}
        where ${inNewestSlot(table)} order by ${NEWEST} limit 1)`,
  );
  return sql`(select value from (${sql.join(branches, sql` union all `)}) e order by ${NEWEST} limit 1)`;
}

/** A cancel clears the pause on the ledger. */
const paused = newest([
  { table: pauseEvents, value: sql.raw("paused") },
  { table: cancelEvents, value: sql.raw("false") },
]);

/** The ledger sets it in all three ways of ending a campaign. */
const cancelledAt = newest([
  { table: cancelEvents, value: sql.raw("cancelled_at") },
  { table: streamCancelEvents, value: sql.raw("cancelled_at") },
  { table: instantRefundEvents, value: sql.raw("cancelled_at") },
]);

/**
 * The ledger's counter only grows, so the largest of the newest slot is the last, even while the order of that slot's
 * transactions is unknown; an index range of one slot, however many claims there are.
 */
const totalClaimed = sql`(select max(${u64Order(sql.raw("total_claimed_overall"))}) # '-9223372036854775808'::bigint
  from ${claimEvents} where ${inNewestSlot(claimEvents)})`;

const releasedMilestones = sql`(select array_agg(distinct milestone_idx order by milestone_idx)
  from ${milestoneEvents} where campaign_id = t.id)`;

/**
 * The current root: the newest RootUpdated's, unless a rotation was registered whose own event is still to come. That
 * one's root is named by no event, and it came after the newest event: by the clock, or because that event's root has
 * an older version here (the clocks of a local ledger and of the service may be apart).
 */
const currentRoot = sql`(
  select coalesce(e.new_root, v.merkle_root) as merkle_root, coalesce(e.new_leaf_count, v.leaf_count) as leaf_count
  from (values (t.id)) campaign (id)
  left join lateral (select version, merkle_root, leaf_count, created_at from ${rootVersions}
    where campaign_id = campaign.id order by version desc limit 1) v on true
  left join lateral (select new_root, new_leaf_count, block_time from ${rootUpdateEvents}
    where ${inNewestSlot(rootUpdateEvents)} order by ${NEWEST} limit 1) e
  on v.version is null
    or exists (select 1 from ${rootUpdateEvents} r where r.campaign_id = campaign.id
      and v.merkle_root in (r.old_root, r.new_root))
    or (v.created_at < e.block_time and not exists (select 1 from ${rootVersions} o
      where o.campaign_id = campaign.id and o.version < v.version and o.merkle_root = e.new_root)))`;

/** Locks campaigns until the transaction ends, in one order, so that no two transactions wait for each other. */
export async function lockCampaigns(tx: Database, campaignRowIds: readonly number[]): Promise<void> {
  await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(inArray(campaigns.id, [...campaignRowIds]))
    .orderBy(campaigns.id)
    .for("update");
}

/**
 * Recomputes what campaigns derive from their event rows. The result depends on the rows alone, not on the order in
 * which they came; the cost does not grow with the number of claims.
 */
export async function projectCampaigns(tx: Database, campaignRowIds: readonly number[]): Promise<void> {
  if (campaignRowIds.length === 0) return;
  const columns = sql.raw(
    "paused, cancelled_at, total_claimed, instant_refunded, settled, released_milestones, merkle_root, leaf_count",
  );
  const ids = sql.param(campaignRowIds.map(String));
  await tx.execute(sql`update ${campaigns} set (${columns}) = (p.paused, p.cancelled_at, p.total_claimed,
      p.instant_refunded, p.settled, p.released_milestones, p.merkle_root, p.leaf_count)
    from (select t.id,
        coalesce(${paused}, false) as paused,
        ${cancelledAt} as cancelled_at,
        coalesce(${totalClaimed}, 0) as total_claimed,
        exists (select 1 from ${instantRefundEvents} where campaign_id = t.id) as instant_refunded,
        exists (select 1 from ${streamCancelEvents} where campaign_id = t.id) as settled,
        coalesce(${releasedMilestones}, '{}') as released_milestones,
        coalesce(root.merkle_root, t.merkle_root) as merkle_root,
        coalesce(root.leaf_count, t.leaf_count) as leaf_count
      from ${campaigns} t left join lateral ${currentRoot} root on true
      where t.id = any(${ids}::integer[])) p
    where campaigns.id = p.id
      and (campaigns.paused, campaigns.cancelled_at, campaigns.total_claimed, campaigns.instant_refunded,
        campaigns.settled, campaigns.released_milestones, campaigns.merkle_root, campaigns.leaf_count)
      is distinct from (p.paused, p.cancelled_at, p.total_claimed, p.instant_refunded, p.settled,
        p.released_milestones, p.merkle_root, p.leaf_count)`);
}
