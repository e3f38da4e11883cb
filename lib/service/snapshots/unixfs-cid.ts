import { createHash, hash } from "node:crypto";
import { chunk } from "@/lib/core/chunk";

/** A block of a file: the bytes of its CID, the bytes of the file below it, and the bytes of all blocks below it. */
type Block = { cid: Buffer; fileBytes: number; totalBytes: number };

const CHUNK_BYTES = 262_144;
/** The most links of one node. */
const MAX_LINKS = 174;
/** Multicodec codes of a block's content. */
const [RAW, DAG_PB] = [0x55, 0x70];

/**
 * Computes the CID of a file as `ipfs add --cid-version=1` does with its defaults: raw leaves of 256 KiB, a balanced
 * tree of UnixFS nodes with up to 174 links, and SHA-256. Source: https://specs.ipfs.tech/unixfs/
 */
export class UnixfsCid {
  private readonly leaves: Block[] = [];
  private chunk = createHash("sha256");
  private chunkBytes = 0;

  update(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + CHUNK_BYTES - this.chunkBytes);
      this.chunk.update(part);
      this.chunkBytes += part.length;
      from += part.length;
      if (this.chunkBytes === CHUNK_BYTES) this.endChunk();
    }
  }

  /** Returns the CID in base32. */
  digest(): string {
    if (this.chunkBytes > 0 || this.leaves.length === 0) this.endChunk();
    let level = this.leaves;
    while (level.length > 1) level = chunk(level, MAX_LINKS).map(getNode);
    const [root] = level;
    if (!root) throw new RangeError("A file has at least one block.");
    return `b${base32(root.cid)}`;
  }

  private endChunk(): void {
    const { chunkBytes } = this;
    const cid = computeCid(RAW, this.chunk.digest());
    this.leaves.push({ cid, fileBytes: chunkBytes, totalBytes: chunkBytes });
    this.chunk = createHash("sha256");
    this.chunkBytes = 0;
  }
}

/** Version 1, the codec, and a SHA-256 multihash of 32 bytes. */
const computeCid = (codec: number, digest: Buffer) =>
  Buffer.concat([Buffer.of(1, codec, 0x12, 0x20), digest]);

/** Encodes a node of a file in dag-pb: its links, then its UnixFS data. */
function getNode(children: readonly Block[]): Block {
  const sum = (input: "fileBytes" | "totalBytes") =>
    children.reduce((total, child) => total + child[input], 0);
  const links = children.map(({ cid, totalBytes }) =>
    // Fields of a link: its CID, an empty name, and its size.
    field(2, Buffer.concat([field(1, cid), field(2, Buffer.alloc(0)), number(3, totalBytes)])),
  );
  const fileBytes = sum("fileBytes");
  const sizes = children.map((child) => number(4, child.fileBytes));
  // The type of a file is 2.
  const data = field(1, Buffer.concat([number(1, 2), number(3, fileBytes), ...sizes]));
  const bytes = Buffer.concat([...links, data]);
  const cid = computeCid(DAG_PB, hash("sha256", bytes, "buffer"));
  return { cid, fileBytes, totalBytes: bytes.length + sum("totalBytes") };
}

/** Encodes a field of bytes, and one of a whole number, in Protocol Buffers. */
const field = (id: number, bytes: Buffer) =>
  Buffer.concat([Buffer.of((id << 3) | 2), varint(bytes.length), bytes]);
const number = (id: number, value: number) => Buffer.concat([Buffer.of(id << 3), varint(value)]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** Encodes bytes as RFC 4648 does, in lower case and without padding. */
function base32(bytes: Uint8Array): string {
  let [text, bits, held] = ["", 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31];
    held &= 0xff;
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text;
}
