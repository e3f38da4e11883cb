import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, rootVersions } from "@/db/schema";

/** A registered list of leaves that has no content id yet. */
export type UnpinnedList = {
  rootVersionId: number;
  treeAddress: string;
  merkleRoot: string;
  leafCount: number;
};

const LISTS_AT_ONCE = 200;

/** Yields the lists of verified campaigns without a content id, in order of their registration. */
export async function* selectUnpinned(db: Database): AsyncGenerator<UnpinnedList> {
  for (let after = 0; ; ) {
    const page = await db
      .select({
        rootVersionId: rootVersions.id,
        treeAddress: campaigns.treeAddress,
        merkleRoot: rootVersions.merkleRoot,
        leafCount: rootVersions.leafCount,
      })
      .from(rootVersions)
      .innerJoin(campaigns, eq(campaigns.id, rootVersions.campaignId))
      .where(and(eq(campaigns.verified, true), isNull(rootVersions.ipfsCid), gt(rootVersions.id, after)))
      .orderBy(asc(rootVersions.id))
      .limit(LISTS_AT_ONCE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < LISTS_AT_ONCE) return;
    after = last.rootVersionId;
  }
}

/** Stores the content id of a list, unless the list has one. */
export async function updateIpfsCid(
  db: Database,
  { rootVersionId, ipfsCid }: { rootVersionId: number; ipfsCid: string },
): Promise<void> {
  await db
    .update(rootVersions)
    .set({ ipfsCid })
    .where(and(eq(rootVersions.id, rootVersionId), isNull(rootVersions.ipfsCid)));
}
