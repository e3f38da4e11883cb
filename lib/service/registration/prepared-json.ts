import { HASH_BYTES } from "@/lib/core/merkle/keccak";
import { type Bytes, LeafList } from "@/lib/core/merkle/leaf-list";
import { type MerkleTree, siblingStart } from "@/lib/core/merkle/tree";
import { toJson } from "@/lib/core/text/to-json";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** Bytes written before yielding to the event loop: about a millisecond of work. */
const CHUNK_BYTES = 131_072;

/** Maximum length of all fields and their names. */
const LONGEST_LEAF = 320;
/** "255," for each byte of a hash, and its brackets. */
const LONGEST_HASH = HASH_BYTES * 4 + 3;

const [COMMA, OPEN, CLOSE, END] = [0x2c, 0x5b, 0x5d, 0x7d];

/**
 * Each byte as decimal digits and a comma: four characters packed into one number, and the number of used
 * characters.
 */
const DIGITS = Uint32Array.from({ length: 256 }, (_, value) => Buffer.from(`${value},,,`).readUInt32LE());
const LENGTHS = Uint8Array.from({ length: 256 }, (_, value) => `${value},`.length);

/**
 * Yields the prepare response as JSON in chunks of bytes: `head`, then the leaf objects of spec 4.7. If
 * `proofs` is true, each leaf has a proof: an array of arrays of 32 byte values. The response for 100,000
 * leaves is 200 MB, so it is never held in memory as a whole. Writes bytes directly, because joining and
 * encoding strings takes several times as long as all hashing. Source: spec 2.3, 4.7.
 */
export async function* preparedJson(
  head: Record<string, unknown>,
  { leaves, tree }: { leaves: Bytes; tree: MerkleTree },
  { proofs }: { proofs: boolean },
): AsyncGenerator<Bytes> {
  yield Buffer.from(`${toJson(head).slice(0, -1)},"leaves":[`);
  const longest = LONGEST_LEAF + (proofs ? tree.depth * LONGEST_HASH : 0);
  let chunk = new Chunk(longest);
  let separator = "";
  for (const leaf of new LeafList(leaves)) {
    if (chunk.isFull) {
      yield chunk.bytes;
      chunk = new Chunk(longest);
      await new Promise(setImmediate);
    }
    chunk.addText(separator + leafText(leaf));
    if (proofs) chunk.addProof(tree, leaf.leafIndex);
    chunk.addByte(END);
    separator = ",";
  }
  yield chunk.bytes;
  yield Buffer.from("]}");
}

/** Returns the JSON of a leaf without its closing brace. */
const leafText = (leaf: Leaf) =>
  `{"leafIndex":${leaf.leafIndex},"beneficiary":"${leaf.beneficiary}","amount":"${leaf.amount}","releaseType":${leaf.releaseType},"startTime":"${leaf.startTime}","cliffTime":"${leaf.cliffTime}","endTime":"${leaf.endTime}","milestoneIdx":${leaf.milestoneIdx}`;

class Chunk {
  private readonly buffer: Buffer<ArrayBuffer>;
  private readonly view: DataView;
  private length = 0;

  constructor(private readonly longestItem: number) {
    this.buffer = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, longestItem));
    this.view = new DataView(this.buffer.buffer);
  }

  get isFull(): boolean {
    return this.length + this.longestItem > this.buffer.length;
  }

  get bytes(): Bytes {
    return this.buffer.subarray(0, this.length);
  }

  /** Appends text that must be ASCII. */
  addText(text: string): void {
    this.length += this.buffer.write(text, this.length, "latin1");
  }

  addByte(byte: number): void {
    this.buffer[this.length++] = byte;
  }

  addProof(tree: MerkleTree, leafIndex: number): void {
    this.addText(',"proof":[');
    for (let layer = 0; layer < tree.depth; layer++) {
      if (layer > 0) this.addByte(COMMA);
      this.addHash(tree.nodes, siblingStart(tree, leafIndex, layer));
    }
    this.addByte(CLOSE);
  }

  private addHash(nodes: Uint8Array, start: number): void {
    const { view } = this;
    let at = this.length;
    view.setUint8(at++, OPEN);
    for (let index = start; index < start + HASH_BYTES; index++) {
      const value = nodes[index] as number;
      view.setUint32(at, DIGITS[value] as number, true);
      at += LENGTHS[value] as number;
    }
    // The bracket replaces the last comma.
    view.setUint8(at - 1, CLOSE);
    this.length = at;
  }
}
