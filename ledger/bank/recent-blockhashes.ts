import bs58 from "bs58";
import { bytesKey } from "./bytes-key";
import { BLOCKHASH_WINDOW, type Slots } from "./slots";

/** The blockhashes that may still be named by a transaction, with the height of the block each belongs to. */
export class RecentBlockhashes {
  private readonly heights = new Map<string, { slot: number; height: number }>();

  constructor(private readonly slots: Slots) {
    const last = slots.open - 1;
    for (let slot = Math.max(0, last - 2 * BLOCKHASH_WINDOW); slot <= last; slot++) this.add(slot);
  }

  /** Takes in a slot that was just closed. */
  add(slot: number): void {
    if (this.slots.isSkipped(slot)) return;
    const hash = bytesKey(bs58.decode(this.slots.blockhash(slot)));
    this.heights.set(hash, { slot, height: this.slots.height(slot) });
    const oldest = this.slots.height(slot) - 2 * BLOCKHASH_WINDOW;
    for (const [known, { height }] of this.heights) {
      if (height >= oldest) break;
      this.heights.delete(known);
    }
  }

  /** Whether a transaction naming `blockhash` is still accepted by the block of `atSlot`. */
  isValid(blockhash: Uint8Array, atSlot: number): boolean {
    const known = this.heights.get(bytesKey(blockhash));
    if (known === undefined || known.slot > atSlot) return false;
    return this.slots.height(atSlot) - known.height <= BLOCKHASH_WINDOW;
  }
}
