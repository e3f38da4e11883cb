import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type CampaignPhase, campaignCounts, campaigns, nameWords } from "@/db/schema";
import { searchWords } from "@/lib/core/lists/campaign-list";
import { GRACE_PERIOD_SECONDS, type LifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { preparedQuery } from "../prepared-query";

/** `active` and `cancelled` each combine several lifecycle states; every other value is one state. */
export type CampaignStatusFilter = LifecycleStatus | "cancelled";

export type CampaignFilter = {
  creator?: string;
  mint?: string;
  status?: CampaignStatusFilter;
  /**
   * Each word of the filter must be the beginning of a word in the name; a filter without words matches
   * nothing.
   */
  name?: string;
  /** Unix seconds. */
  now: bigint;
};

/** The parts of a filter that change the text of its condition; the rest are parameters. */
export type FilterShape = {
  hasCreator: boolean;
  hasMint: boolean;
  hasName: boolean;
  status: CampaignStatusFilter | null;
};

/**
 * Campaigns in given phases, or campaigns of one phase whose time is at most or after `now` minus `since`
 * seconds.
 */
type Selection =
  | { phases: CampaignPhase[] }
  | { phase: "open" | "cancelled"; time: "atMost" | "after"; since: bigint };

const ALL_PHASES: CampaignPhase[] = ["open", "paused", "claimed", "cancelled", "settled", "instant_refunded"];

function getSelection(status: CampaignStatusFilter | null | undefined): Selection {
  if (!status) return { phases: ALL_PHASES };
  switch (status) {
    case "active":
      return { phases: ["open"] };
    case "claimable":
      return { phase: "open", time: "atMost", since: 0n };
    case "cancelled":
      return { phases: ["cancelled", "settled", "instant_refunded"] };
    case "cancelled_grace":
      return { phase: "cancelled", time: "after", since: GRACE_PERIOD_SECONDS };
    case "cancelled_expired":
      return { phase: "cancelled", time: "atMost", since: GRACE_PERIOD_SECONDS };
    default:
      return { phases: [status] };
  }
}

/** Returns the shape of a filter, and the values of the placeholders in its condition. */
export function getQueryShape({ creator, mint, name, status, now }: CampaignFilter) {
  const shape: FilterShape = {
    hasCreator: creator !== undefined,
    hasMint: mint !== undefined,
    hasName: name !== undefined,
    status: status ?? null,
  };
  const selection = getSelection(status);
  const at = "phases" in selection ? now : now - selection.since;
  return { shape, values: { creator, mint, words: name === undefined ? undefined : getQuery(name), at } };
}

/** Returns a tsquery. Words contain no character with a special meaning in a quoted tsquery term. */
const getQuery = (name: string): string =>
  searchWords(name)
    .map((word) => `'${word}':*`)
    .join(" & ");

/**
 * Returns the condition of filters with a given shape. All columns of its status parts belong to one index.
 */
export function matchesShape({ hasCreator, hasMint, hasName, status }: FilterShape): SQL | undefined {
  return and(
    hasCreator ? eq(campaigns.creator, sql.placeholder("creator")) : undefined,
    hasMint ? eq(campaigns.mint, sql.placeholder("mint")) : undefined,
    hasName ? sql`${nameWords} @@ lower(${sql.placeholder("words")})::tsquery` : undefined,
    status === null ? undefined : isSelected(getSelection(status)),
  );
}

function isSelected(selection: Selection): SQL | undefined {
  if ("phases" in selection) {
    const [first, ...others] = selection.phases;
    return first && others.length === 0
      ? eq(campaigns.phase, first)
      : inArray(campaigns.phase, selection.phases);
  }
  const time = selection.phase === "open" ? campaigns.claimableFrom : campaigns.cancelledAt;
  const comparison = selection.time === "atMost" ? sql`<=` : sql`>`;
  return and(
    eq(campaigns.phase, selection.phase),
    sql`${time} ${comparison} ${sql.placeholder("at")}::bigint`,
  );
}

const countRows = preparedQuery((db, shape: FilterShape) =>
  db.select({ total: count() }).from(campaigns).where(matchesShape(shape)),
);

const countFirstRows = preparedQuery((db, shape: FilterShape) => {
  const first = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(matchesShape(shape))
    .limit(sql.placeholder("max"))
    .as("first");
  return db.select({ total: count() }).from(first);
});

/** Counts the matching campaigns up to `max`; the query reads at most that many rows. */
export async function countUpTo(db: Database, filter: CampaignFilter, max: number): Promise<number> {
  const { shape, values } = getQueryShape(filter);
  const [row] = await countFirstRows(db, { ...values, max }, shape);
  return row?.total ?? 0;
}

/**
 * Counts all matching campaigns exactly. The function sums counter rows, whose number does not grow with the
 * campaigns. Only combinations without a counter are counted in an index, such as a second condition within
 * the campaigns of one creator or mint. Name filters are excluded; use `countUpTo` for them.
 */
export async function countCampaigns(db: Database, filter: Omit<CampaignFilter, "name">): Promise<number> {
  const { creator, mint } = filter;
  const { shape, values } = getQueryShape(filter);
  const selection = getSelection(filter.status);
  const isNarrow = creator !== undefined || mint !== undefined;
  const isUncounted = "phase" in selection && (isNarrow || !isCountedTime(values.at));
  if (isUncounted || (creator !== undefined && mint !== undefined)) {
    const [row] = await countRows(db, values, shape);
    return row?.total ?? 0;
  }
  const key = creator !== undefined ? `creator:${creator}` : mint !== undefined ? `mint:${mint}` : "";
  if ("phases" in selection) return sumCounts(db, { filter: key }, { phases: selection.phases });
  const { phase, time } = selection;
  const passed = sumCounts(db, { filter: key, ...bucketsUpTo(values.at) }, { passed: phase });
  if (time === "atMost") return passed;
  const [all, before] = await Promise.all([sumCounts(db, { filter: key }, { phases: [phase] }), passed]);
  return all - before;
}

const countUnverifiedRows = preparedQuery((db, shape: FilterShape) =>
  db
    .select({ total: count() })
    .from(campaigns)
    .where(and(sql`not ${campaigns.verified}`, matchesShape(shape))),
);

/**
 * Counts the matching campaigns that the network has confirmed and those that it has not. The unconfirmed
 * campaigns have their own index.
 */
export async function countByVerification(
  db: Database,
  filter: Omit<CampaignFilter, "name">,
): Promise<{ verified: number; unverified: number }> {
  const { shape, values } = getQueryShape(filter);
  const [all, [row]] = await Promise.all([
    countCampaigns(db, filter),
    countUnverifiedRows(db, values, shape),
  ]);
  const unverified = row?.total ?? 0;
  return { verified: all - unverified, unverified };
}

const WHOLE_PHASE = 4;

/** Times before 1970 and after 2242 share the outermost buckets, which limits the number of buckets. */
const isCountedTime = (at: bigint) => at >= 0n && at < 1n << 33n;

const LEVELS = [0, 1, 2, 3] as const;

/**
 * Returns, for each level, the range of buckets that end at or before `at` and are not inside a wider bucket
 * of the result: at most 255 buckets per level.
 */
function bucketsUpTo(at: bigint): Record<string, bigint> {
  const ends = LEVELS.map((level) => (at + 1n) >> BigInt(8 * level));
  return Object.fromEntries(
    ends.flatMap((end, level) => [
      [`first${level}`, level === 3 ? 0n : (end >> 8n) << 8n],
      [`end${level}`, end],
    ]),
  );
}

type Counted = { phases: CampaignPhase[] } | { passed: CampaignPhase };

/** Conditions of counters that are adjacent in their index. */
function createRangeConditions(counted: Counted): (SQL | undefined)[] {
  const { phase, level, bucket } = campaignCounts;
  if ("phases" in counted) return [and(eq(level, WHOLE_PHASE), inArray(phase, counted.phases))];
  return LEVELS.map((each) => {
    const [first, end] = [sql.placeholder(`first${each}`), sql.placeholder(`end${each}`)];
    const isWithin = sql`${bucket} >= ${first}::bigint and ${bucket} < ${end}::bigint`;
    return and(eq(level, each), eq(phase, counted.passed), isWithin);
  });
}

/**
 * Each range is a separate subquery. With one OR condition and a generic plan, Postgres would read all
 * counters of the filter. For the filter of all campaigns, these are most of the table.
 */
const selectSum = preparedQuery((db, counted: Counted) => {
  const { filter, campaigns: number } = campaignCounts;
  const stretches = createRangeConditions(counted).map(
    (isOf) =>
      sql`select ${number} from ${campaignCounts} where ${and(eq(filter, sql.placeholder("filter")), isOf)}`,
  );
  const total = sql`coalesce(sum(counters.campaigns), 0)`.mapWith(Number);
  return db.select({ total }).from(sql`(${sql.join(stretches, sql` union all `)}) counters (campaigns)`);
});

async function sumCounts(
  db: Database,
  values: { filter: string } & Record<string, unknown>,
  counted: Counted,
): Promise<number> {
  const [row] = await selectSum(db, values, counted);
  return row?.total ?? 0;
}
