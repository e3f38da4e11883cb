import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type CampaignPhase, campaignCounts, campaigns } from "@/db/schema";
import { GRACE_PERIOD_SECONDS, type LifecycleStatus } from "@/lib/core/vesting/lifecycle";

/** `active` and `cancelled` gather several lifecycle states; the others are one state each. */
export type CampaignStatusFilter = LifecycleStatus | "cancelled";

export type CampaignFilter = {
  creator?: string;
  mint?: string;
  status?: CampaignStatusFilter;
  /** Unix seconds. */
  now: bigint;
};

/** Campaigns of some phases, or those of one phase whose time has come, or not yet. */
type Selection =
  | { phases: CampaignPhase[] }
  | { phase: "open" | "cancelled"; time: "atMost" | "after"; at: bigint };

const ALL_PHASES: CampaignPhase[] = ["open", "paused", "claimed", "cancelled", "settled", "instant_refunded"];

function selectionOf({ status, now }: CampaignFilter): Selection {
  switch (status) {
    case undefined:
      return { phases: ALL_PHASES };
    case "active":
      return { phases: ["open"] };
    case "claimable":
      return { phase: "open", time: "atMost", at: now };
    case "cancelled":
      return { phases: ["cancelled", "settled", "instant_refunded"] };
    case "cancelled_grace":
      return { phase: "cancelled", time: "after", at: now - GRACE_PERIOD_SECONDS };
    case "cancelled_expired":
      return { phase: "cancelled", time: "atMost", at: now - GRACE_PERIOD_SECONDS };
    default:
      return { phases: [status] };
  }
}

/** The condition of a filter; its parts about the status are on the columns of one index. */
export function matchesFilter(filter: CampaignFilter): SQL | undefined {
  return and(
    filter.creator === undefined ? undefined : eq(campaigns.creator, filter.creator),
    filter.mint === undefined ? undefined : eq(campaigns.mint, filter.mint),
    filter.status === undefined ? undefined : isSelected(selectionOf(filter)),
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
  return and(eq(campaigns.phase, selection.phase), sql`${time} ${comparison} ${selection.at}::bigint`);
}

/**
 * How many campaigns match, exactly. Sums counters, whose number does not grow with the campaigns; only what
 * no counter knows, such as a second condition within one creator's or one mint's campaigns, is counted in an index.
 */
export async function countCampaigns(db: Database, filter: CampaignFilter): Promise<number> {
  const { creator, mint } = filter;
  const selection = selectionOf(filter);
  const isNarrow = creator !== undefined || mint !== undefined;
  const isUncounted = "phase" in selection && (isNarrow || !isCountedTime(selection.at));
  if (isUncounted || (creator !== undefined && mint !== undefined)) {
    return db.$count(campaigns, matchesFilter(filter));
  }
  const key = creator !== undefined ? `creator:${creator}` : mint !== undefined ? `mint:${mint}` : "";
  if ("phases" in selection) return sumCounts(db, key, ofPhases(selection.phases));
  const passed = ofTimesUpTo(selection.phase, selection.at);
  if (selection.time === "atMost") return sumCounts(db, key, passed);
  const [all, before] = await Promise.all([
    sumCounts(db, key, ofPhases([selection.phase])),
    sumCounts(db, key, passed),
  ]);
  return all - before;
}

const WHOLE_PHASE = 4;

const ofPhases = (phases: CampaignPhase[]) =>
  and(inArray(campaignCounts.phase, phases), eq(campaignCounts.level, WHOLE_PHASE));

/** Times before 1970 and after 2242 share the outermost buckets, so that those stay few. */
const isCountedTime = (at: bigint) => at >= 0n && at < 1n << 33n;

/** Buckets that end at `at` or before, the widest first: at most 255 a level within the next wider one. */
function ofTimesUpTo(phase: CampaignPhase, at: bigint): SQL | undefined {
  const end = at + 1n;
  const levels = [0n, 1n, 2n, 3n].map((level) => {
    const bucket = end >> (8n * level);
    const first = level === 3n ? 0n : (bucket >> 8n) << 8n;
    return and(
      eq(campaignCounts.level, Number(level)),
      sql`${campaignCounts.bucket} >= ${first}::bigint and ${campaignCounts.bucket} < ${bucket}::bigint`,
    );
  });
  return and(eq(campaignCounts.phase, phase), or(...levels));
}

async function sumCounts(db: Database, filter: string, of: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql`coalesce(sum(${campaignCounts.campaigns}), 0)`.mapWith(Number) })
    .from(campaignCounts)
    .where(and(eq(campaignCounts.filter, filter), of));
  return row?.total ?? 0;
}
