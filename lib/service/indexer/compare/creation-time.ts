import { inTransaction } from "@/db/in-transaction";
import { reattributeTrees } from "@/db/queries/events/attribution";
import { selectCreations } from "@/db/queries/events/creations";
import { updateCreationTime } from "@/db/queries/indexing/campaign-checks";
import type { Campaign } from "@/db/schema";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { getGenerationStart, isReusable } from "@/lib/core/vesting/account-generation";
import type { IndexerContext } from "../context";

/** A verified campaign with its own account. */
type Confirmed = { row: Campaign; tree: VestingTree };

/**
 * Returns the first indexed creation time that differs from the account's, or the account's if all agree.
 * Compares the time of the creation event or of the confirming account, and the time that the registrant
 * stated.
 */
export function indexedCreationTime(row: Campaign, { createdAt }: VestingTree): bigint {
  return (
    [getGenerationStart(row), row.createdAt].find((time) => time !== null && time !== createdAt) ?? createdAt
  );
}

/**
 * Corrects the creation time of campaigns from their account, if a second source agrees with it. Returns the
 * number of corrections. A registrant may state any time, and one endpoint may have confirmed a registration
 * with a wrong time.
 */
export async function correctCreationTimes(
  context: IndexerContext,
  confirmed: readonly Confirmed[],
): Promise<number> {
  let corrected = 0;
  for (const { row, tree } of confirmed) {
    if (indexedCreationTime(row, tree) === tree.createdAt) continue;
    const start = getGenerationStart(row);
    const isStated = start === null || start === tree.createdAt;
    if (!isStated && !(await hasCreation(context, { row, tree }))) continue;
    const { createdAt } = tree;
    await inTransaction(context.db, async (tx) => {
      await updateCreationTime(tx, { campaignRowId: row.id, createdAt });
      if (!isStated) await reattributeTrees(tx, [row.treeAddress]);
    });
    const { treeAddress } = row;
    context.log.info({ treeAddress, createdAt: createdAt.toString() }, "indexer: creation time corrected");
    corrected += 1;
  }
  return corrected;
}

/**
 * Returns whether an indexed creation proves the account's time. This holds only for an address that cannot
 * be recreated: for any other, the creation may belong to another generation.
 */
async function hasCreation({ db }: IndexerContext, { row, tree }: Confirmed): Promise<boolean> {
  if (isReusable(row)) return false;
  const creations = await selectCreations(db, [row.treeAddress]);
  return creations.some(({ blockTime }) => blockTime === tree.createdAt);
}
