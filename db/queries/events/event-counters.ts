import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents, eventTables } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import { deriveEventFields } from "./derived-fields";
import type { ChangedClaim, EventListener } from "./event-changes";
import { totalClaimed } from "./projection";

/**
 * Numbers of event rows and claims, and the claimed amount, that a campaign gained; negative after deletions.
 */
type Change = { events: number; claims: number; claimed: bigint };

type CounterChanges = Map<number, Change>;

type CountedEvent = { campaignId: number; claim: ChangedClaim | null };

/** Returns the changes of event rows to the counters of each campaign; `sign` is -1 for deleted rows. */
function countChanges(events: readonly CountedEvent[], sign: 1 | -1): CounterChanges {
  const changes: CounterChanges = new Map();
  for (const { campaignId, claim } of events) {
    const sum = changes.get(campaignId) ?? { events: 0, claims: 0, claimed: 0n };
    changes.set(campaignId, {
      events: sum.events + sign,
      claims: sum.claims + (claim ? sign : 0),
      claimed: sum.claimed + BigInt(sign) * (claim?.amount ?? 0n),
    });
  }
  return changes;
}

/** Maintains the campaigns' counters of events, claims and claimers, and the amounts that the claims state. */
export const counterListener: EventListener = {
  async onStored(tx, { events }) {
    const added = events.filter(({ outcome }) => outcome === "new");
    const claimIds = added.flatMap(({ claim, rowId }) => (claim && rowId !== null ? [rowId] : []));
    await moveCounters(tx, countChanges(added, 1), newClaimers(claimIds));
  },
  async onRemoved(tx, { events }) {
    const claims = events.flatMap(({ campaignId, claim }) =>
      claim ? [{ campaignId, beneficiary: claim.beneficiary }] : [],
    );
    await moveCounters(tx, countChanges(events, -1), lostClaimers(claims));
  },
};

/**
 * Counts the claimers whose first claim is among the new rows; the caller's locks prevent other claims
 * meanwhile.
 */
function newClaimers(claimIds: readonly number[]): SQL {
  const ids = sql.param(claimIds.map(String));
  const first = claimIds.reduce((minimum, id) => Math.min(minimum, id), Number.MAX_SAFE_INTEGER);
  return sql`select f.campaign_id, count(distinct f.beneficiary) as claimers from ${claimEvents} f
    where f.id = any(${ids}::integer[]) and not exists (select 1 from ${claimEvents} o
      where o.campaign_id = f.campaign_id and o.beneficiary = f.beneficiary and o.id < ${first}::bigint)
    group by f.campaign_id`;
}

/** Counts the claimers without a remaining claim after rows were deleted, as a negative number. */
function lostClaimers(deleted: readonly { campaignId: number; beneficiary: string }[]): SQL {
  const campaignIds = sql.param(deleted.map((row) => String(row.campaignId)));
  const beneficiaries = sql.param(deleted.map((row) => row.beneficiary));
  return sql`select d.campaign_id, -count(*) as claimers
    from (select distinct * from unnest(${campaignIds}::integer[], ${beneficiaries}::text[])) d (campaign_id, beneficiary)
    where not exists (select 1 from ${claimEvents} o
      where o.campaign_id = d.campaign_id and o.beneficiary = d.beneficiary)
    group by d.campaign_id`;
}

/**
 * Updates the counters of locked campaigns, so that details and totals need not count rows. The sum of the claims and
 * the program's running total change in one statement: in between, `claims_complete` would change twice, and Postgres
 * would write each index of the campaign twice.
 */
async function moveCounters(tx: Database, changes: CounterChanges, claimers: SQL): Promise<void> {
  if (changes.size === 0) return;
  const rows = [...changes];
  await deriveEventFields(
    tx,
    rows.map(([id]) => id),
  );
  const ids = sql.param(rows.map(([id]) => String(id)));
  const events = sql.param(rows.map(([, change]) => String(change.events)));
  const claims = sql.param(rows.map(([, change]) => String(change.claims)));
  const claimed = sql.param(rows.map(([, change]) => String(change.claimed)));
  await tx.execute(sql`update ${campaigns} set event_count = event_count + d.events,
      claim_count = claim_count + d.claims, claimed_sum = claimed_sum + d.claimed,
      unique_claimers = unique_claimers + d.claimers, total_claimed = d.total_claimed
    from (select t.id, moved.events, moved.claims, moved.claimed, coalesce(u.claimers, 0) as claimers,
        coalesce(${totalClaimed}, 0) as total_claimed
      from unnest(${ids}::integer[], ${events}::bigint[], ${claims}::bigint[], ${claimed}::numeric[])
        moved (id, events, claims, claimed)
      join ${campaigns} t on t.id = moved.id
      left join (${claimers}) u on u.campaign_id = t.id) d
    where campaigns.id = d.id`);
}

const claimedSum = sql`(select coalesce(sum(${asNumeric(sql.raw("amount"))}), 0) from ${claimEvents}
  where campaign_id = campaigns.id)`;

/**
 * Recomputes the sum of a campaign's stored claims, for a counter that a transaction from another fork left
 * incorrect.
 */
export async function recountClaimedSum(tx: Database, campaignRowId: number): Promise<void> {
  await tx.execute(sql`update ${campaigns} set claimed_sum = ${claimedSum}
    where id = ${campaignRowId} and claimed_sum <> ${claimedSum}`);
}

/**
 * Recomputes all counters of campaigns, for rows that were not stored through `storeEvents`, such as a
 * restored backup.
 */
export async function recountEvents(tx: Database, campaignRowIds: readonly number[]): Promise<void> {
  const ids = sql.param(campaignRowIds.map(String));
  const counts = Object.values(eventTables).map(
    (table) => sql`(select count(*) from ${table} where campaign_id = campaigns.id)`,
  );
  await tx.execute(sql`update ${campaigns} set event_count = ${sql.join(counts, sql` + `)},
      claim_count = (select count(*) from ${claimEvents} where campaign_id = campaigns.id),
      claimed_sum = ${claimedSum},
      unique_claimers = (select count(distinct beneficiary) from ${claimEvents} where campaign_id = campaigns.id)
    where id = any(${ids}::integer[])`);
}
