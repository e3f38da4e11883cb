import type { ListedTransaction } from "@/db/queries/indexing/program-transactions";
import type { SignatureEntry } from "@/lib/service/chain/chain";

/** A page of the list, cut where a slot ends. */
export type CutPage = {
  /** Of slots that lie wholly inside the page, newest first. */
  whole: SignatureEntry[];
  /** Of its oldest slot, which may go on in the next page. */
  rest: SignatureEntry[];
};

/** Cuts a page (newest first) so that no slot is taken in halves. */
export function cutAtSlot(page: readonly SignatureEntry[]): CutPage {
  const oldest = page.at(-1)?.slot;
  return {
    whole: page.filter((entry) => entry.slot !== oldest),
    rest: page.filter((entry) => entry.slot === oldest),
  };
}

/**
 * Entries of whole slots (newest first) as rows. A transaction that shares its slot gets its place there: the ledger's
 * own index if it gives one, else its rank in the list, which nodes order by position in the block.
 */
export function placeInSlots(entries: readonly SignatureEntry[]): ListedTransaction[] {
  const bySlot = new Map<bigint, SignatureEntry[]>();
  for (const entry of entries) {
    const neighbours = bySlot.get(entry.slot);
    if (neighbours) neighbours.push(entry);
    else bySlot.set(entry.slot, [entry]);
  }
  return [...bySlot.values()].flatMap(placeInSlot);
}

function placeInSlot(entries: readonly SignatureEntry[]): ListedTransaction[] {
  const numbered = entries.every((entry) => entry.transactionIndex !== null);
  const rank = (position: number) => (entries.length > 1 ? entries.length - 1 - position : null);
  return entries.map(({ transactionIndex, ...entry }, position) => ({
    ...entry,
    txIndex: numbered ? transactionIndex : rank(position),
  }));
}
