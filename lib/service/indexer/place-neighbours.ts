import { inTransaction } from "@/db/in-transaction";
import { updateEventPlaces } from "@/db/queries/events/event-rows";
import {
  selectSlotNeighbours,
  selectUnplacedSlots,
  updatePlaces,
} from "@/db/queries/indexing/program-transactions";
import type { IndexerContext } from "./context";
import type { ReadTransaction } from "./read-transaction";

/**
 * Asks the block for the order of transactions that share a slot, where neither the ledger's list nor the transactions
 * themselves have told it. Until it is known such transactions stand in an order of their own, the same everywhere.
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
      await updatePlaces(tx, places);
      await updateEventPlaces(tx, places);
    });
  }
}
