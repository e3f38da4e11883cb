import { selectPayouts, type VersionLeaves } from "@/db/queries/campaigns/payouts";
import { isReleaseType, type Leaf } from "@/lib/core/vesting/leaf";
import { LeafPacker, type PackedLeaves, packLeaves, packPayout } from "@/lib/service/heavy/packed-leaves";

type Database = Parameters<typeof selectPayouts>[0];

/** Few enough that the embedded database is done with them in some ten milliseconds. */
const PAYOUTS_A_READ = 1_000;

/** All that a campaign has paid, as the index knows it, ready for another thread. */
export async function readPayouts(
  db: Database,
  campaignRowId: number,
): Promise<{ packed: PackedLeaves; total: bigint }> {
  const packer = new LeafPacker();
  let total = 0n;
  let cursor: string | undefined;
  for (;;) {
    const page = await selectPayouts(db, { campaignRowId, limit: PAYOUTS_A_READ, cursor });
    for (const payout of page.payouts) {
      total += payout.amount;
      packPayout(packer, payout);
    }
    if (!page.nextCursor) return { packed: packer.end(), total };
    cursor = page.nextCursor;
  }
}

/** Stored leaves as the program hashes them; their release types were checked when they were stored. */
export const packStored = ({ leaves }: VersionLeaves): Promise<PackedLeaves> =>
  packLeaves(leaves.filter(isWhole));

const isWhole = (leaf: VersionLeaves["leaves"][number]): leaf is VersionLeaves["leaves"][number] & Leaf =>
  isReleaseType(leaf.releaseType);
