import { inTransaction } from "@/db/in-transaction";
import type { ReadTransaction } from "@/db/queries/events/store-transactions";
import { updateEventPositions } from "@/db/queries/events/stored-events";
import { selectSlotNeighbors, selectUnplacedSlots, updatePositions } from "@/db/queries/indexing/known-slots";
import type { IndexerContext } from "../context";

/**
 * Reads the order of transactions that share a slot from their block, if neither the list nor the
 * transactions contain the order. Until then such transactions have a deterministic order of their own.
 */
export async function orderNeighbors(
  context: IndexerContext,
  transactions: readonly Pick<ReadTransaction, "slot">[],
): Promise<void> {
  const slots = await selectUnplacedSlots(context.db, [...new Set(transactions.map(({ slot }) => slot))]);
  for (const slot of slots) {
    const block = await context.chain.getBlockSignatures(slot);
    if (block === null) continue;
    const position = new Map(block.map((signature, txIndex) => [signature, txIndex]));
    await inTransaction(context.db, async (tx) => {
      const neighbors = await selectSlotNeighbors(tx, slot);
      const positions = neighbors.flatMap((signature) => {
        const txIndex = position.get(signature);
        return txIndex === undefined ? [] : [{ signature, txIndex }];
      });
      // Indexes are comparable only if all of a slot come from one source.
      if (positions.length < neighbors.length) return;
      await updateEventPositions(tx, positions);
      await updatePositions(tx, positions);
    });
  }
}
