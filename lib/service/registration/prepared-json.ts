import { HASH_BYTES } from "@/lib/core/merkle/keccak";
import { type Bytes, LeafList } from "@/lib/core/merkle/leaf-list";
import { type MerkleTree, siblingStart } from "@/lib/core/merkle/tree";
import { toJson } from "@/lib/core/text/to-json";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** Written before the event loop gets its turn: about a millisecond of work. */
const CHUNK_BYTES = 131_072;

/** Every field at its longest, and the names around them. */
const LONGEST_LEAF = 320;
/** "255," for each byte of a hash, and its brackets. */
const LONGEST_HASH = HASH_BYTES * 4 + 3;

const [COMMA, OPEN, CLOSE, END] = [0x2c, 0x5b, 0x5d, 0x7d];

/** Each byte as decimal digits and a comma: four characters in one number, and how many of them count. */
const DIGITS = Uint32Array.from({ length: 256 }, (_, value) => Buffer.from(`${value},,,`).readUInt32LE());
const LENGTHS = Uint8Array.from({ length: 256 }, (_, value) => `${value},`.length);

/**
 * The answer of prepare as JSON in chunks of bytes: `head` first, then the leaf objects of spec 4.7 with their proofs
 * (without when `proofs` is false), each an array of arrays of 32 byte values. 100,000 leaves are 200 MB, so it is never
 * held as one piece; and bytes at once, because joining strings and encoding them takes several times as long as all
 * the hashing. Source: spec 2.3, 4.7.
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

/** A leaf's object without its end. */
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

  /** ASCII alone. */
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
    // The last comma gives way to the bracket.
    view.setUint8(at - 1, CLOSE);
    this.length = at;
  }
}
