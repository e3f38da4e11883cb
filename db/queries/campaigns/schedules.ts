import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { leaves, rootVersions } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import type { ChangeKind } from "@/lib/core/vesting/rotation/difference";
import { currentVersion } from "./current-version";
import type { StoredLeaf } from "./leaves";

/** The combined leaves of one schedule: `amount` is their sum in base units, times are unix seconds. */
export type ScheduleSum = Omit<StoredLeaf, "beneficiary" | "leafIndex"> & { leafCount: number };

/**
 * Selects the distinct schedules of a campaign's current root version, largest sums first. The query reads
 * every leaf, so it serves pages that draw the schedules, not the API's detail.
 */
export function selectSchedules(
  db: Database,
  { campaignRowId, limit }: { campaignRowId: number; limit: number },
): Promise<ScheduleSum[]> {
  const { releaseType, startTime, cliffTime, endTime, milestoneIdx } = leaves;
  const current = db
    .select({ id: rootVersions.id })
    .from(rootVersions)
    .where(
      and(
        eq(rootVersions.campaignId, campaignRowId),
        sql`${rootVersions.version} = ${currentVersion(sql`${campaignRowId}::integer`)}`,
      ),
    );
  const total = sql`sum(${asNumeric(leaves.amount)})`;
  return db
    .select({
      releaseType,
      startTime,
      cliffTime,
      endTime,
      milestoneIdx,
      amount: sql`${total}::text`.mapWith(BigInt),
      leafCount: sql`count(*)`.mapWith(Number),
    })
    .from(leaves)
    .where(eq(leaves.rootVersionId, current))
    .groupBy(releaseType, startTime, cliffTime, endTime, milestoneIdx)
    .orderBy(desc(total))
    .limit(limit);
}

/** Selects the sum of the leaves of a root version, in base units; 0 without leaves. */
export async function selectVersionSum(
  db: Database,
  { campaignRowId, version }: { campaignRowId: number; version: number },
): Promise<bigint> {
  const [row] = await db
    .select({ sum: sql`coalesce(sum(${asNumeric(leaves.amount)}), 0)::text`.mapWith(BigInt) })
    .from(leaves)
    .innerJoin(rootVersions, eq(rootVersions.id, leaves.rootVersionId))
    .where(and(eq(rootVersions.campaignId, campaignRowId), eq(rootVersions.version, version)));
  return row?.sum ?? 0n;
}

/**
 * One beneficiary in two root versions: sums in base units, null if the beneficiary has no leaf there. The
 * amounts or schedules differ; with equal sums, the schedule changed.
 */
type RecipientChange = { beneficiary: string; before: bigint | null; after: bigint | null };

const NO_CHANGES = { total: 0, added: 0, removed: 0, raised: 0, lowered: 0, net: 0n };

type RecipientChanges = {
  changes: RecipientChange[];
  total: number;
  counts: Record<ChangeKind, number>;
  net: bigint;
};

/**
 * Selects the changes per recipient of a rotation to `version`, in order of address. Recipients whose leaves
 * differ only in their index are omitted. `total` is the number of changed recipients; `counts` and `net` (base
 * units, negative if the sum became smaller) cover all of them, and are 0 on a page after the last.
 */
export async function selectRecipientChanges(
  db: Database,
  params: { campaignRowId: number; version: number; page: number; limit: number },
): Promise<RecipientChanges> {
  const { campaignRowId, version, page, limit } = params;
  const side = (amount: number) => {
    const versionId = db
      .select({ id: rootVersions.id })
      .from(rootVersions)
      .where(and(eq(rootVersions.campaignId, campaignRowId), eq(rootVersions.version, amount)));
    const terms = sql`concat_ws(' ', ${leaves.amount}, ${leaves.releaseType}, ${leaves.startTime},
      ${leaves.cliffTime}, ${leaves.endTime}, ${leaves.milestoneIdx})`;
    return sql`(select ${leaves.beneficiary} as beneficiary, sum(${asNumeric(leaves.amount)}) as amount,
      string_agg(${terms}, ',' order by ${terms}) as terms
      from ${leaves} where ${eq(leaves.rootVersionId, versionId)} group by ${leaves.beneficiary})`;
  };
  const rows = await db
    .select({
      beneficiary: sql<string>`beneficiary`,
      before: sql<string | null>`before_amount`,
      after: sql<string | null>`after_amount`,
      total: sql`total`.mapWith(Number),
      ...{
        added: sql`added`.mapWith(Number),
        removed: sql`removed`.mapWith(Number),
        raised: sql`raised`.mapWith(Number),
        lowered: sql`lowered`.mapWith(Number),
      },
      net: sql`net`.mapWith(BigInt),
    })
    .from(
      sql`(select beneficiary, earlier.amount::text as before_amount, later.amount::text as after_amount,
        count(*) over () as total,
        count(*) filter (where coalesce(earlier.amount, 0) = 0) over () as added,
        count(*) filter (where earlier.amount > 0 and coalesce(later.amount, 0) = 0) over () as removed,
        count(*) filter (where earlier.amount > 0 and later.amount > earlier.amount) over () as raised,
        count(*) filter (where later.amount > 0 and later.amount < earlier.amount) over () as lowered,
        sum(coalesce(later.amount, 0) - coalesce(earlier.amount, 0)) over ()::text as net
        from ${side(version - 1)} earlier full join ${side(version)} later using (beneficiary)
        where earlier.terms is distinct from later.terms
        order by beneficiary limit ${limit}::bigint offset ${(page - 1) * limit}::bigint) changed`,
    );
  const { total, added, removed, raised, lowered, net } = rows[0] ?? NO_CHANGES;
  return {
    changes: rows.map(({ beneficiary, before, after }) => ({
      beneficiary,
      before: before === null ? null : BigInt(before),
      after: after === null ? null : BigInt(after),
    })),
    total,
    counts: { added, removed, raised, lowered, rescheduled: total - added - removed - raised - lowered },
    net,
  };
}
