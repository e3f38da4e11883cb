import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, leaves, reminders, rootVersions, unlockSums } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import { minBigInt } from "@/lib/core/bigint";
import type { DateReminder, ReminderDateType } from "@/lib/core/events/reminder-kinds";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { rowsFrom } from "../array-rows";
import { claimRecordKey, leafRecordKey, recordedAmounts } from "../campaigns/claimed-amounts";
import { currentVersion } from "../campaigns/current-version";
import { unclaimedOfLeaf, vestedOfLeaf } from "../campaigns/leaf-amounts";

/** Seconds of a UTC day, for which the dates of a wallet form one reminder. */
const DAY_SECONDS = 86_400n;

/** Campaigns with a date: current, confirmed by the network, and neither refunded nor settled. */
const isOpen = sql`c.is_current and c.verified and not c.instant_refunded and not c.settled`;

/** The registered leaves of the root that the network has now, as `v`. */
const hasCurrentVersion = sql`v.campaign_id = c.id and v.merkle_root = c.merkle_root
  and v.version = ${currentVersion(sql`v.campaign_id`)}`;

const isLinear = sql`(l.release_type = 1 and l.end_time > l.cliff_time)`;
const lastOfLeaf = sql`case when ${isLinear} then l.end_time else l.cliff_time end`;

/** A date of one campaign for a wallet: columns wallet, kind, campaign_id, at, type, amount. */
type DatesSql = (wallets: SQL) => SQL;

/** The unlocks of a recipient's leaves; milestones have no date. */
const unlockDates: DatesSql = (wallets) => sql`
  select o.wallet, case when d.at = o.first then 'cliff.reached' else 'unlock.due' end as kind,
    o.campaign_id, d.at, d.type, d.amount
  from (select l.beneficiary as wallet, c.id as campaign_id, l.cliff_time, l.end_time,
      ${isLinear} as is_linear, ${asNumeric(sql.raw("l.amount"))} as amount,
      min(l.cliff_time) over (partition by l.beneficiary, c.id) as first
    from ${leaves} l join ${rootVersions} v on v.id = l.root_version_id
    join ${campaigns} c on ${hasCurrentVersion}
    where l.beneficiary = any(${wallets}) and l.release_type in (0, 1) and l.amount <> 0
      and ${isOpen} and c.cancelled_at is null) o
  cross join lateral (values
    (o.cliff_time, case when o.is_linear then 'vesting_start' else 'unlock' end, o.amount),
    (case when o.is_linear then o.end_time end, 'vesting_end', o.amount)) d (at, type, amount)
  where d.at is not null`;

/** The latest cancellation whose grace period ends within 64 bits. */
const MAX_CANCELLED_AT = 2n ** 63n - 1n - GRACE_PERIOD_SECONDS;
const graceEnd = sql`least(c.cancelled_at, ${MAX_CANCELLED_AT}::bigint) + ${GRACE_PERIOD_SECONDS}::bigint`;
const isInGrace = sql`${isOpen} and c.cancelled_at is not null and not c.withdrawn`;

const vested = vestedOfLeaf({ time: sql`c.cancelled_at::numeric`, released: sql`c.released_milestones` });
const unpaid = sql`${asNumeric(sql.raw("c.total_supply"))} - ${asNumeric(sql.raw("c.total_claimed"))}`;

/**
 * The leaves of recipients that can still claim in the grace period, with the amount that the program owes
 * each as `due`. The SQL equivalent of `getDueAmount` in lib/core/vesting; a property test compares both.
 */
const claimableLeaves: DatesSql = (wallets) => sql`
  with own as (select l.beneficiary, ${leafRecordKey("l")} as entry, l.release_type, c.id as campaign_id,
      ${graceEnd} as at, ${vested} as vested, ${unpaid} as unpaid
    from ${leaves} l join ${rootVersions} v on v.id = l.root_version_id
    join ${campaigns} c on ${hasCurrentVersion}
    where l.beneficiary = any(${wallets}) and ${isInGrace}),
  recorded as (select recipients.campaign_id, recipients.beneficiary, ${claimRecordKey("amounts")} as entry,
      sum(claimed + paid_earlier) as counted
    from (select distinct campaign_id, beneficiary from own) recipients
    cross join lateral (${recordedAmounts({
      campaign: sql`= recipients.campaign_id`,
      beneficiary: sql`recipients.beneficiary`,
    })}) amounts group by 1, 2, 3)
  select own.*, ${unclaimedOfLeaf({ leaf: "own", claimed: sql`counted` })} as due
  from own left join recorded using (campaign_id, beneficiary, entry)`;

/** The ends of grace periods: for recipients with vested tokens that are unclaimed, and for creators. */
const graceDates: DatesSql = (wallets) => sql`
  select beneficiary, 'grace.ending', campaign_id, at, 'claim_until', sum(due)
  from (${claimableLeaves(wallets)}) claimable where due > 0 and due <= unpaid
  group by beneficiary, campaign_id, at
  union all
  select c.creator, 'grace.ending', c.id, ${graceEnd}, 'withdraw_from', null
  from ${campaigns} c where c.creator = any(${wallets}) and ${isInGrace}`;

/**
 * The last unlock of a creator's campaigns, unless a milestone is unreleased. The leaves are read only until
 * their sums are computed; sums without a last unlock are of milestones alone.
 */
const campaignEnds: DatesSql = (wallets) => sql`
  select c.creator, 'campaign.ended', c.id, case when u.root_version_id is not null then u.last_unlock
      else (select max(${lastOfLeaf}) from ${leaves} l
        where l.root_version_id = v.id and l.release_type in (0, 1) and l.amount <> 0) end,
    'campaign_end', null::numeric
  from ${campaigns} c join ${rootVersions} v on ${hasCurrentVersion}
  left join ${unlockSums} u on u.root_version_id = v.id
  where c.creator = any(${wallets}) and ${isOpen} and c.cancelled_at is null
    and c.used_milestones <@ c.released_milestones`;

const DATES: Record<DateReminder, DatesSql> = {
  "unlock.due": unlockDates,
  "cliff.reached": unlockDates,
  "grace.ending": graceDates,
  "campaign.ended": campaignEnds,
};

function getDates(kinds: readonly DateReminder[], wallets: SQL): SQL {
  const parts = [...new Set(kinds.map((kind) => DATES[kind]))].map((part) => part(wallets));
  return sql`(select * from (${sql.join(parts, sql` union all `)}) given (wallet, kind, campaign_id, at, type, amount)) dates`;
}

/** A wallet, and the time in unix seconds from which its dates are selected. */
export type DatesFrom = { wallet: string; from: bigint };

/**
 * A UTC day (counted from January 1970) with dates of a wallet at or after `from`, and the first of them in
 * unix seconds.
 */
export type ReminderDay = DatesFrom & { kind: DateReminder; day: number; at: bigint };

/**
 * Selects the days with dates of wallets before `until` (unix seconds): at most one row per wallet, `from`,
 * kind and day, regardless of the number of campaigns that list a wallet.
 */
export async function selectReminderDays(
  db: Database,
  input: { starts: readonly DatesFrom[]; kinds: readonly DateReminder[]; until: bigint },
): Promise<ReminderDay[]> {
  if (input.starts.length === 0 || input.kinds.length === 0) return [];
  const starts = [...new Map(input.starts.map((item) => [`${item.from} ${item.wallet}`, item])).values()];
  const wallets = sql`${sql.param([...new Set(starts.map(({ wallet }) => wallet))])}::text[]`;
  const first = starts.map(({ from }) => from).reduce(minBigInt);
  const startRows = rowsFrom("starts", [
    { name: "of_wallet", type: "text", values: starts.map(({ wallet }) => wallet) },
    { name: "start", type: "bigint", values: starts.map(({ from }) => from.toString()) },
  ]);
  return db
    .select({
      wallet: sql<string>`wallet`,
      kind: sql<DateReminder>`kind`,
      day: sql`at / ${DAY_SECONDS}::bigint`.mapWith(Number),
      from: sql`start::text`.mapWith(BigInt),
      at: sql`min(at)::text`.mapWith(BigInt),
    })
    .from(sql`${getDates(input.kinds, wallets)} join ${startRows} on of_wallet = wallet and at >= start`)
    .where(sql`at >= ${first}::bigint and at < ${input.until}::bigint`)
    .groupBy(sql`1, 2, 3, start`);
}

/** A date in a campaign; `amount` in base units, null if the date concerns no amount. */
export type ReminderDate = {
  treeAddress: string;
  name: string | null;
  mint: string;
  paused: boolean;
  at: bigint;
  type: ReminderDateType;
  amount: bigint | null;
};

type DayOfWallet = DatesFrom & { kind: DateReminder; day: number };
type ReminderOfDay = { subscriptionId: string; leadSeconds: number };

/**
 * Whether a date of `dates` was announced as the other kind of unlock: a rotation that adds or removes earlier
 * unlocks changes whether a date is the first one of a campaign.
 */
function isAnnounced({ wallet, kind, day, subscriptionId, leadSeconds }: DayOfWallet & ReminderOfDay): SQL {
  if (kind !== "cliff.reached" && kind !== "unlock.due") return sql`false`;
  const other = kind === "cliff.reached" ? "unlock.due" : "cliff.reached";
  const wasOther =
    other === "cliff.reached"
      ? sql`min(l.cliff_time) = dates.at`
      : sql`min(l.cliff_time) <> dates.at
          and bool_or(l.cliff_time = dates.at or (${isLinear} and l.end_time = dates.at))`;
  return sql`exists (select from ${reminders} r
    join ${rootVersions} v on v.campaign_id = dates.campaign_id and v.created_at <= r.sent_at
    join ${leaves} l on l.root_version_id = v.id and l.beneficiary = ${wallet}
      and l.release_type in (0, 1) and l.amount <> 0
    where r.subscription_id = ${subscriptionId} and r.kind = ${other} and r.campaign_id = 0
      and r.lead_seconds = ${leadSeconds}::integer and r.day = ${day}::integer and r.sent_at is not null
    group by v.id having ${wasOther})`;
}

/**
 * Selects the first dates of a wallet on a UTC day at or after `from` (unix seconds), soonest first, with their
 * total number and the time of the last one. Equal dates of a campaign are combined. Dates that the reminder
 * `of` already announced as the other kind of unlock, before a rotation, are omitted.
 */
export async function selectDatesOfDay(
  db: Database,
  { of, limit, ...rest }: DayOfWallet & { of: ReminderOfDay; limit: number },
): Promise<{ dates: ReminderDate[]; total: number; last: bigint | null }> {
  const { wallet, kind, day, from } = rest;
  const [start, end] = [BigInt(day) * DAY_SECONDS, BigInt(day + 1) * DAY_SECONDS];
  const rows = await db
    .select({
      treeAddress: sql<string>`c.tree_address`,
      name: sql<string | null>`c.metadata`,
      mint: sql<string>`c.mint`,
      paused: sql<boolean>`c.paused`,
      at: sql`d.at::text`.mapWith(BigInt),
      type: sql<ReminderDateType>`d.type`,
      amount: sql<string | null>`d.amount::text`,
      total: sql`d.total`.mapWith(Number),
      last: sql`d.last::text`.mapWith(BigInt),
    })
    .from(
      sql`(select campaign_id, at, type, sum(amount) as amount, count(*) over () as total,
          max(at) over () as last
        from ${getDates([kind], sql`array[${wallet}]::text[]`)}
        where kind = ${kind} and at >= ${from > start ? from : start}::bigint and at < ${end}::bigint
          and not ${isAnnounced({ ...rest, ...of })}
        group by campaign_id, at, type order by at, campaign_id, type limit ${limit}::integer) d
      join ${campaigns} c on c.id = d.campaign_id`,
    )
    .orderBy(sql`d.at, d.campaign_id, d.type`);
  return {
    dates: rows.map(({ total: _, last: __, ...row }) => ({
      ...row,
      name: nameIn(row.name),
      amount: row.amount === null ? null : BigInt(row.amount),
    })),
    total: rows[0]?.total ?? 0,
    last: rows[0]?.last ?? null,
  };
}

/** Returns the name in a campaign's metadata. The driver returns the column as text or as a parsed object. */
export function nameIn(metadata: unknown): string | null {
  const parsed = typeof metadata === "string" ? (JSON.parse(metadata) as unknown) : metadata;
  const name: unknown = parsed === null ? null : Object(parsed).name;
  return typeof name === "string" ? name : null;
}
