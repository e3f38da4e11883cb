import { desc, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import {
  type Campaign,
  campaigns,
  cancelEvents,
  claimEvents,
  instantRefundEvents,
  milestoneEvents,
  pauseEvents,
  rootUpdateEvents,
  rootVersions,
  staleClaimReads,
  streamCancelEvents,
  withdrawEvents,
} from "@/db/schema";
import { u64Order, u64Text } from "@/db/schema/u64";
import type { StatementHistory } from "@/lib/core/vesting/statement";
import { type CampaignKey, isKeyed, valuesOfKey } from "../campaigns/generation";
import { getPosition } from "../events/chain-order";
import { withoutSettlement } from "../events/settlement";
import { preparedQuery } from "../prepared-query";

const at = sql`${sql.placeholder("at")}::bigint`;

/** Newest first in ledger order, by block time, which every index of events contains. */
const NEWEST = sql.raw("block_time desc, slot desc, coalesce(tx_index, -1) desc, event_index desc");
const OLDEST = sql.raw("block_time, slot, coalesce(tx_index, -1), event_index");

const ofCampaign = sql`campaign_id = campaigns.id`;
const until = (table: PgTable, columns: SQL) =>
  sql`(select ${columns} from ${table} where ${ofCampaign} and block_time <= ${at} order by ${NEWEST} limit 1)`;
const exists = (table: PgTable) => sql<boolean>`exists (select from ${table} where ${ofCampaign})`;
const existsUntil = (table: PgTable) =>
  sql<boolean>`exists (select from ${table} where ${ofCampaign} and block_time <= ${at})`;
const existsLater = (table: PgTable) =>
  sql<boolean>`exists (select from ${table} where ${ofCampaign} and block_time > ${at})`;

/** The three ways to end a campaign. */
const ENDS = [cancelEvents, streamCancelEvents, instantRefundEvents] as const;

const anyOf = (conditions: readonly SQL[]) => sql<boolean>`(${sql.join([...conditions], sql` or `)})`;

const cancelledAt = sql<string | null>`coalesce(${sql.join(
  ENDS.map((table) => until(table, sql.raw("cancelled_at"))),
  sql`, `,
)})::text`;

/** Several claims of one slot can have the same block time; the program's total only grows. */
const claimedUntil = sql<string>`coalesce((select ${withoutSettlement(
  sql.raw("c.total_claimed_overall"),
  sql`settlement.campaign_id = campaigns.id and ${getPosition("settlement")} < ${getPosition("c")}`,
)}::text from ${claimEvents} c
  where ${ofCampaign} and (block_time, slot) = ${until(claimEvents, sql.raw("block_time, slot"))}
  order by ${u64Order(sql.raw("c.total_claimed_overall"))} desc limit 1), '0')`;

const laterMilestones = sql<number[]>`(select coalesce(json_agg(later.milestone_idx), '[]') from (
  select milestone_idx from ${milestoneEvents} where ${ofCampaign}
  group by milestone_idx having min(block_time) > ${at}) later)`;

/** The root at the date: the one that the next rotation replaced, or the current one. */
const rootAt = sql<string>`coalesce((select old_root from ${rootUpdateEvents}
  where ${ofCampaign} and block_time > ${at} order by ${OLDEST} limit 1), campaigns.merkle_root)`;

/** The registered list of the root at the date; the newest list while that one is not registered. */
const listAt = sql<StoredList | null>`(select json_build_object('id', v.id, 'version', v.version,
    'merkleRoot', v.merkle_root, 'leafCount', v.leaf_count, 'minCliffTime', v.min_cliff_time::text,
    'firstTimedCliff', v.first_timed_cliff::text, 'usedMilestones', array_to_json(v.used_milestones))
  from ${rootVersions} v where v.campaign_id = campaigns.id
  order by v.merkle_root = ${rootAt} desc, v.version desc limit 1)`;

/** JSON shape: 64-bit integers are strings. */
type StoredList = {
  id: number;
  version: number;
  merkleRoot: string;
  leafCount: number;
  minCliffTime: string;
  firstTimedCliff: string | null;
  usedMilestones: number[];
};

const staleRead = sql<string | null>`(select r::text from ${staleClaimReads} r where ${ofCampaign})`;

const selectState = preparedQuery((db) =>
  db
    .select({
      campaign: campaigns,
      cancelledAt,
      hasEndEvent: anyOf(ENDS.map(exists)),
      isRefunded: existsUntil(instantRefundEvents),
      hasRefundEvent: exists(instantRefundEvents),
      settledAmount: sql<
        string | null
      >`${until(streamCancelEvents, u64Text(sql.raw("amount_to_beneficiary")))}`,
      isWithdrawn: existsUntil(withdrawEvents),
      wasPaused: sql<boolean>`coalesce(${until(pauseEvents, sql.raw("paused"))}, false)`,
      hasLaterPause: anyOf([pauseEvents, ...ENDS].map(existsLater)),
      laterMilestones,
      claimedUntil,
      hasLaterClaim: existsLater(claimEvents),
      rootAt,
      list: listAt,
      staleRead,
    })
    .from(campaigns)
    .where(isKeyed)
    .orderBy(desc(campaigns.id)),
);

/** A registered recipient list, with the facts about its leaves. */
type StatementList = Omit<StoredList, "minCliffTime" | "firstTimedCliff"> & {
  minCliffTime: bigint;
  firstTimedCliff: bigint | null;
};

export type StatementState = {
  campaign: Campaign;
  history: StatementHistory;
  /** The root of the campaign at the date, in hex. */
  merkleRoot: string;
  /** The list of that root, or the newest one if that is not registered; null if the campaign has no list. */
  list: StatementList | null;
  /** The progress of reading the claims of an earlier campaign at the address; null without one. */
  staleRead: string | null;
};

/**
 * Selects a campaign with its events up to `at` (unix seconds); null if it is unknown. The cost grows with neither
 * leaves nor claims.
 */
export async function selectStatementState(
  db: Database,
  { at, ...key }: CampaignKey & { at: bigint },
): Promise<StatementState | null> {
  const [row] = await selectState(db, { ...valuesOfKey(key), at });
  if (!row) return null;
  const { campaign, rootAt: merkleRoot, list, staleRead, ...history } = row;
  return {
    campaign,
    merkleRoot,
    staleRead,
    list: list && {
      ...list,
      minCliffTime: BigInt(list.minCliffTime),
      firstTimedCliff: toBigint(list.firstTimedCliff),
    },
    history: {
      ...history,
      cancelledAt: toBigint(history.cancelledAt),
      settledAmount: toBigint(history.settledAmount),
      claimedUntil: BigInt(history.claimedUntil),
    },
  };
}

const toBigint = (text: string | null) => (text === null ? null : BigInt(text));
