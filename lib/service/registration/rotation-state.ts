import { selectPayouts, type VersionLeaves } from "@/db/queries/campaigns/payouts";
import { isReleaseType, type Leaf } from "@/lib/core/vesting/leaf";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";

type Database = Parameters<typeof selectPayouts>[0];

const PAYOUTS_A_READ = 5_000;

/** All that a campaign has paid, as the index knows it. */
export async function readPayouts(db: Database, campaignRowId: number): Promise<Payouts> {
  const payouts = new Payouts();
  let cursor: string | undefined;
  for (;;) {
    const page = await selectPayouts(db, { campaignRowId, limit: PAYOUTS_A_READ, cursor });
    for (const payout of page.payouts) payouts.add(payout);
    if (!page.nextCursor) return payouts;
    cursor = page.nextCursor;
  }
}

/** Stored leaves as the program hashes them; their release types were checked when they were stored. */
export const toLeaves = ({ leaves }: VersionLeaves): Leaf[] =>
  leaves.flatMap((leaf) => {
    const { releaseType } = leaf;
    return isReleaseType(releaseType) ? [{ ...leaf, releaseType }] : [];
  });
