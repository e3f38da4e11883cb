import { type SQL, sql } from "drizzle-orm";
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
import { asU64, u64Order } from "@/db/schema/u64";
import { getPosition, newestFirst } from "./chain-order";
import { deriveEventFields } from "./derived-fields";
import type { EventListener, StoredBatch, StoredChange } from "./event-changes";
import { withoutSettlement } from "./settlement";

/** Restricts a table to the newest slot of campaign `t`, so that only the rows of one slot are sorted. */
const inNewestSlot = (table: PgTable) => sql`campaign_id = t.id
  and slot = (select slot from ${table} where campaign_id = t.id order by slot desc limit 1)`;

/**
 * Whether an account snapshot belongs to the generation of campaign `t`. If a creation is unknown, that is
 * certain only for an address with a single campaign.
 */
const isOwnSnapshot = sql`tree_address = t.tree_address
  and slot >= coalesce(t.creation_slot, (select max(9223372036854775807) from ${campaigns} o
    where o.tree_address = t.tree_address and o.id < t.id), 0)
  and (t.is_current or slot < (select min(o.creation_slot) from ${campaigns} o
    where o.tree_address = t.tree_address and o.id > t.id))`;

/**
 * The account's state if a truncated log lost events; the snapshot counts as later than everything in its
 * slot.
 */
const snapshot = (value: SQL, condition = sql`true`) =>
  sql`(select ${value} as value, slot, 2147483647 as tx_index, '' as signature, 0 as event_index
    from ${accountSnapshots} where ${isOwnSnapshot} and ${condition})`;

/**
 * Returns the newest event of campaign `t` among the tables, each with its relevant value, or the account
 * snapshot if that is newer.
 */
function newest(sources: { table: PgTable; value: SQL }[], account: SQL): SQL {
  const branches = sources.map(
    ({ table, value }) =>
      sql`(select ${value} as value, slot, tx_index, signature, event_index from ${table}
        where ${inNewestSlot(table)} order by ${newestFirst()} limit 1)`,
  );
  const all = sql.join([...branches, account], sql` union all `);
  return sql`(select value from (${all}) e order by ${newestFirst()} limit 1)`;
}

/** Each of the three ways to end a campaign clears the pause on chain. */
const paused = newest(
  [
    { table: pauseEvents, value: sql.raw("paused") },
    { table: cancelEvents, value: sql.raw("false") },
    { table: streamCancelEvents, value: sql.raw("false") },
    { table: instantRefundEvents, value: sql.raw("false") },
  ],
  snapshot(sql.raw("paused")),
);

/** All three ways to end a campaign set this time on chain. */
const cancelledAt = newest(
  [
    { table: cancelEvents, value: sql.raw("cancelled_at") },
    { table: streamCancelEvents, value: sql.raw("cancelled_at") },
    { table: instantRefundEvents, value: sql.raw("cancelled_at") },
  ],
  snapshot(sql.raw("cancelled_at"), sql`cancelled_at is not null`),
);

/** The amount that the stream's cancellation paid to its beneficiary; there is at most one such event. */
const settledAmount = sql`(select amount_to_beneficiary from ${streamCancelEvents}
  where ${inNewestSlot(streamCancelEvents)} order by ${newestFirst()} limit 1)`;

/**
 * The claimed amount of campaign `t`; null without claims. The on-chain counter only grows, so the largest value in the newest slot is the last one. This holds even
 * while the order of that slot's transactions is unknown. The query reads an index range of one slot,
 * regardless of the number of claims. The counter contains the settlement of a stream, `total_claimed` does not.
 */
export const totalClaimed = sql`(select ${asU64(sql.raw("max(claimed)"))} from (
  (select ${withoutSettlement(
    sql.raw("c.total_claimed_overall"),
    sql`settlement.campaign_id = t.id and ${getPosition("settlement")} < ${getPosition("c")}`,
  )} as claimed
    from ${claimEvents} c where ${inNewestSlot(claimEvents)}
    order by ${u64Order(sql.raw("c.total_claimed_overall"))} desc limit 1)
  union all select ${withoutSettlement(
    sql.raw("total_claimed"),
    sql`settlement.campaign_id = t.id and settlement.slot <= account_snapshots.slot`,
  )} from ${accountSnapshots} where ${isOwnSnapshot}) totals)`;

const releasedMilestones = sql`(select array_agg(distinct milestone_idx order by milestone_idx) from (
  select milestone_idx from ${milestoneEvents} where campaign_id = t.id
  union all select unnest(released_milestones) from ${accountSnapshots} where ${isOwnSnapshot}) released)`;

/**
 * The current root: the root of the newest RootUpdated event, unless a rotation is registered whose event is
 * not indexed yet. No event names the root of such a rotation, and it is later than the newest event. It is
 * later by the clock, or because the root of that event has an older version here. The clocks of a local
 * ledger and of the service can differ.
 */
const currentRoot = sql`(
  select coalesce(e.new_root, v.merkle_root) as merkle_root, coalesce(e.new_leaf_count, v.leaf_count) as leaf_count
  from (values (t.id)) campaign (id)
  left join lateral (select version, merkle_root, leaf_count, created_at from ${rootVersions}
    where campaign_id = campaign.id order by version desc limit 1) v on true
  left join lateral (select new_root, new_leaf_count, block_time from ${rootUpdateEvents}
    where ${inNewestSlot(rootUpdateEvents)} order by ${newestFirst()} limit 1) e
  on v.version is null
    or exists (select 1 from ${rootUpdateEvents} r where r.campaign_id = campaign.id
      and v.merkle_root in (r.old_root, r.new_root))
    or (v.created_at < e.block_time and not exists (select 1 from ${rootVersions} o
      where o.campaign_id = campaign.id and o.version < v.version and o.merkle_root = e.new_root)))`;

/** The account's root, if it is newer than the newest RootUpdated event. */
const snapshotRoot = sql`(select merkle_root, leaf_count from ${accountSnapshots}
  where ${isOwnSnapshot} and slot >= coalesce(
    (select slot from ${rootUpdateEvents} where campaign_id = t.id order by slot desc limit 1), 0))`;

/** Registered data about the leaves of the current root, which the account need not repeat. */
const registeredVersion = sql`(select used_milestones, first_timed_cliff, min_cliff_time from ${rootVersions}
  where campaign_id = t.id and merkle_root = root.merkle_root order by version desc limit 1)`;

/** Locks campaigns until the transaction ends, in a fixed order, which prevents deadlocks. */
export async function lockCampaigns(tx: Database, campaignRowIds: readonly number[]): Promise<void> {
  await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(sql`${campaigns.id} = any(${sql.param(campaignRowIds.map(String))}::integer[])`)
    .orderBy(campaigns.id)
    .for("update");
}

/**
 * Recomputes the columns that campaigns derive from their event rows. The result depends only on the rows,
 * not on their order of arrival. The cost does not grow with the number of claims.
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
  // A minimum cliff time from the account stays as long as the root does not change, because no event repeats
  // it.
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

/** Projects campaigns after event rows were stored; no column but the counters depends on new claims. */
async function projectStored(tx: Database, { events }: StoredBatch): Promise<void> {
  // A repeated event projects everything, which repairs a campaign whose columns differ from its rows.
  const isNewClaim = ({ type, outcome }: StoredChange) => type === "claimed" && outcome === "new";
  const changed = events.flatMap((event) => (isNewClaim(event) ? [] : [event.campaignId]));
  await projectCampaigns(tx, [...new Set(changed)]);
}

const project = (tx: Database, { campaignRowIds }: { campaignRowIds: readonly number[] }): Promise<void> =>
  projectCampaigns(tx, campaignRowIds);

/** Projects the campaigns whose event rows changed. */
export const projectionListener: EventListener = {
  onStored: projectStored,
  onRemoved: project,
  onPlaced: project,
};
