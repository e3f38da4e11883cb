import { and, asc, eq, gte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Campaign, campaigns, leaves, type RootVersion, rootVersions } from "@/db/schema";
import { leafColumns, type StoredLeaf } from "../campaigns/leaves";

const CAMPAIGNS_AT_ONCE = 200;
const LEAVES_AT_ONCE = 2_000;

/** Yields the verified campaigns whose creation is known and at most at a slot, in order of their creations. */
export async function* selectCreatedUpTo(db: Database, lastSlot: bigint): AsyncGenerator<Campaign> {
  let after: Campaign | undefined;
  for (;;) {
    const position = sql`(${campaigns.creationSlot}, ${campaigns.creationSignature} collate "C", ${campaigns.creationEventIndex})`;
    const isBeyond =
      after &&
      sql`${position} > (${String(after.creationSlot)}::bigint, ${after.creationSignature}::text, ${after.creationEventIndex}::integer)`;
    const page = await db
      .select()
      .from(campaigns)
      .where(
        and(
          eq(campaigns.verified, true),
          sql`${campaigns.creationSlot} <= ${lastSlot.toString()}::bigint`,
          isBeyond,
        ),
      )
      .orderBy(
        asc(campaigns.creationSlot),
        sql`${campaigns.creationSignature} collate "C"`,
        asc(campaigns.creationEventIndex),
      )
      .limit(CAMPAIGNS_AT_ONCE);
    yield* page;
    after = page.at(-1);
    if (page.length < CAMPAIGNS_AT_ONCE) return;
  }
}

/** Selects the registered versions of a campaign, oldest first. */
export function selectVersions(db: Database, campaignRowId: number): Promise<RootVersion[]> {
  return db
    .select()
    .from(rootVersions)
    .where(eq(rootVersions.campaignId, campaignRowId))
    .orderBy(asc(rootVersions.version));
}

const isLeafFrom = (rootVersionId: number, from: number) =>
  and(eq(leaves.rootVersionId, rootVersionId), gte(leaves.leafIndex, from));

/** Yields the leaves of a version in order of their indexes. */
export const selectVersionLeaves = (db: Database, rootVersionId: number): AsyncGenerator<StoredLeaf[]> =>
  leafPages((from) =>
    db
      .select(leafColumns)
      .from(leaves)
      .where(isLeafFrom(rootVersionId, from))
      .orderBy(asc(leaves.leafIndex))
      .limit(LEAVES_AT_ONCE),
  );

/** Yields the leaves of a version with their proofs in order of their indexes. */
export const selectProvenLeaves = (
  db: Database,
  rootVersionId: number,
): AsyncGenerator<(StoredLeaf & { proof: number[][] })[]> =>
  leafPages((from) =>
    db
      .select({ ...leafColumns, proof: leaves.proof })
      .from(leaves)
      .where(isLeafFrom(rootVersionId, from))
      .orderBy(asc(leaves.leafIndex))
      .limit(LEAVES_AT_ONCE),
  );

async function* leafPages<Leaf extends { leafIndex: number }>(
  select: (from: number) => PromiseLike<Leaf[]>,
): AsyncGenerator<Leaf[]> {
  for (let from = 0; ; ) {
    const page = await select(from);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < LEAVES_AT_ONCE) return;
    from = last.leafIndex + 1;
  }
}
