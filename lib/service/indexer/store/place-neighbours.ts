import { inTransaction } from "@/db/in-transaction";
import type { ReadTransaction } from "@/db/queries/events/store-transactions";
import { updateEventPlaces } from "@/db/queries/events/stored-events";
import { selectSlotNeighbours, selectUnplacedSlots, updatePlaces } from "@/db/queries/indexing/known-slots";
import type { IndexerContext } from "../context";

/**
 * Reads the order of transactions that share a slot from their block, where neither the ledger's list nor the transactions
 * themselves contain it. Until then such transactions have an order of their own, the same everywhere.
 */
export async function placeNeighbours(
  context: IndexerContext,
  transactions: readonly Pick<ReadTransaction, "slot">[],
): Promise<void> {
  const slots = await selectUnplacedSlots(context.db, [...new Set(transactions.map(({ slot }) => slot))]);
  for (const slot of slots) {
    const block = await context.chain.getBlockSignatures(slot);
    if (block === null) continue;
    const position = new Map(block.map((signature, txIndex) => [signature, txIndex]));
    await inTransaction(context.db, async (tx) => {
      const neighbours = await selectSlotNeighbours(tx, slot);
      const places = neighbours.flatMap((signature) => {
        const txIndex = position.get(signature);
        return txIndex === undefined ? [] : [{ signature, txIndex }];
      });
      // Places are comparable only when all of a slot come from one source.
      if (places.length < neighbours.length) return;
      await updateEventPlaces(tx, places);
      await updatePlaces(tx, places);
    });
  }
}
