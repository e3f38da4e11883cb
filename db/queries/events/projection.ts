import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import {
  accountSnapshots,
  campaigns,
  cancelEvents,
  claimEvents,
  instantRefundEvents,
  milestoneEvents,
  pauseEvents,
  rootUpdateEvents,
  rootVersions,
  streamCancelEvents,
  withdrawEvents,
} from "@/db/schema";
import { u64Order } from "@/db/schema/u64";
import { deriveEventFields } from "./derived-fields";
import type { EventListener } from "./event-changes";

/**
 * Newest first in ledger order, with the transaction's place in its slot when it is known. Signatures break the tie when
 * it is not, as nothing that depends on the order of arrival may.
 */
const NEWEST = sql.raw("slot desc, coalesce(tx_index, -1) desc, signature desc, event_index desc");

/** Narrows a table to the newest slot of campaign `t`, so that no more than its rows are sorted. */
const inNewestSlot = (table: PgTable) => sql`campaign_id = t.id
  and slot = (select slot from ${table} where campaign_id = t.id order by slot desc limit 1)`;

/**
 * Whether a snapshot of the account is of campaign `t`'s generation. Where a creation is unknown, only an address with
 * one campaign tells.
 */
const isOwnSnapshot = sql`tree_address = t.tree_address
  and slot >= coalesce(t.creation_slot, (select max(9223372036854775807) from ${campaigns} o
    where o.tree_address = t.tree_address and o.id < t.id), 0)
  and (t.is_current or slot < (select min(o.creation_slot) from ${campaigns} o
    where o.tree_address = t.tree_address and o.id > t.id))`;

/** The account's state where a cut log lost events: it stands after everything in its slot. */
const snapshot = (value: SQL, condition = sql`true`) =>
  sql`(select ${value} as value, slot, 2147483647 as tx_index, '' as signature, 0 as event_index
    from ${accountSnapshots} where ${isOwnSnapshot} and ${condition})`;

/**
 * The newest event row of campaign `t` among the tables, each with the one value that matters, or its account's
 * snapshot if that is newer.
 */
function newest(sources: { table: PgTable; value: SQL }[], account: SQL): SQL {
  const branches = sources.map(
    ({ table, value }) =>
      sql`(select ${value} as value, slot, tx_index, signature, event_index from ${table}
        where ${inNewestSlot(table)} order by ${NEWEST} limit 1)`,
  );
  const all = sql.join([...branches, account], sql` union all `);
  return sql`(select value from (${all}) e order by ${NEWEST} limit 1)`;
}

/** Each of the three ways of ending a campaign clears the pause on the ledger. */
const paused = newest(
  [
    { table: pauseEvents, value: sql.raw("paused") },
    { table: cancelEvents, value: sql.raw("false") },
    { table: streamCancelEvents, value: sql.raw("false") },
    { table: instantRefundEvents, value: sql.raw("false") },
  ],
  snapshot(sql.raw("paused")),
);

/** The ledger sets it in all three ways of ending a campaign. */
const cancelledAt = newest(
  [
    { table: cancelEvents, value: sql.raw("cancelled_at") },
    { table: streamCancelEvents, value: sql.raw("cancelled_at") },
    { table: instantRefundEvents, value: sql.raw("cancelled_at") },
  ],
  snapshot(sql.raw("cancelled_at"), sql`cancelled_at is not null`),
);

/** What cancelling the stream paid to its beneficiary; there is one such event at most. */
const settledAmount = sql`(select amount_to_beneficiary from ${streamCancelEvents}
  where ${inNewestSlot(streamCancelEvents)} order by ${NEWEST} limit 1)`;

/**
 * The ledger's counter only grows, so the largest of the newest slot is the last, even while the order of that slot's
 * transactions is unknown; an index range of one slot, however many claims there are.
 */
const totalClaimed = sql`(select max(claimed) # '-9223372036854775808'::bigint from (
  select max(${u64Order(sql.raw("total_claimed_overall"))}) as claimed
    from ${claimEvents} where ${inNewestSlot(claimEvents)}
  union all select ${u64Order(sql.raw("total_claimed"))}
    from ${accountSnapshots} where ${isOwnSnapshot}) totals)`;

const releasedMilestones = sql`(select array_agg(distinct milestone_idx order by milestone_idx) from (
  select milestone_idx from ${milestoneEvents} where campaign_id = t.id
  union all select unnest(released_milestones) from ${accountSnapshots} where ${isOwnSnapshot}) released)`;

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

/** The account's root, where it is newer than the newest RootUpdated. */
const snapshotRoot = sql`(select merkle_root, leaf_count from ${accountSnapshots}
  where ${isOwnSnapshot} and slot >= coalesce(
    (select slot from ${rootUpdateEvents} where campaign_id = t.id order by slot desc limit 1), 0))`;

/** What is registered of the current root's leaves, which the account need not repeat. */
const registeredVersion = sql`(select used_milestones, first_timed_cliff, min_cliff_time from ${rootVersions}
  where campaign_id = t.id and merkle_root = root.merkle_root order by version desc limit 1)`;

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
  await deriveEventFields(tx, campaignRowIds);
  const names = [
    "paused, cancelled_at, total_claimed, instant_refunded, settled, settled_amount, withdrawn, released_milestones",
    "merkle_root, leaf_count, used_milestones, first_timed_cliff, min_cliff_time",
  ].join(", ");
  const [columns, stored, projected] = ["", "campaigns.", "p."].map((prefix) =>
    sql.raw(names.replaceAll(/\w+/g, (name) => `${prefix}${name}`)),
  );
  const ids = sql.param(campaignRowIds.map(String));
  // A time that the account gave stays while the root does: no event repeats it.
  await tx.execute(sql`update ${campaigns} set (${columns}) = (${projected})
    from (select t.id,
        coalesce(${paused}, false) as paused,
        ${cancelledAt} as cancelled_at,
        coalesce(${totalClaimed}, 0) as total_claimed,
        exists (select 1 from ${instantRefundEvents} where campaign_id = t.id)
          or exists ${snapshot(sql.raw("slot"), sql`instant_refunded`)} as instant_refunded,
        exists (select 1 from ${streamCancelEvents} where campaign_id = t.id) as settled,
        coalesce(${settledAmount}, 0) as settled_amount,
        exists (select 1 from ${withdrawEvents} where campaign_id = t.id) as withdrawn,
        coalesce(${releasedMilestones}, '{}') as released_milestones,
        root.merkle_root,
        root.leaf_count,
        case when version.used_milestones is not null then version.used_milestones
          when root.merkle_root = t.merkle_root then t.used_milestones else '{}' end as used_milestones,
        case when version.used_milestones is not null then version.first_timed_cliff
          when root.merkle_root = t.merkle_root then t.first_timed_cliff end as first_timed_cliff,
        case when root.merkle_root = t.merkle_root then t.min_cliff_time
          else version.min_cliff_time end as min_cliff_time
      from ${campaigns} t
      left join lateral ${snapshotRoot} s on true
      left join lateral ${currentRoot} e on true
      cross join lateral (select coalesce(s.merkle_root, e.merkle_root, t.merkle_root) as merkle_root,
        coalesce(s.leaf_count, e.leaf_count, t.leaf_count) as leaf_count) root
      left join lateral ${registeredVersion} version on true
      where t.id = any(${ids}::integer[])) p
    where campaigns.id = p.id and (${stored}) is distinct from (${projected})`);
}

const project = (tx: Database, { campaignRowIds }: { campaignRowIds: readonly number[] }): Promise<void> =>
  projectCampaigns(tx, campaignRowIds);

/** Projects the campaigns whose event rows changed. */
export const projectionListener: EventListener = {
  onStored: project,
  onRemoved: project,
  onPlaced: project,
};
