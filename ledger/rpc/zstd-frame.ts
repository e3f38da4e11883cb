const MAGIC = 0xfd2fb528;
/** Single segment, with a content size of eight bytes: no window need be named. */
const DESCRIPTOR = 0b1110_0000;
const HEADER_BYTES = 13;
const BLOCK_HEADER_BYTES = 3;
const MAX_BLOCK_BYTES = 128 * 1024;
const BLOCK = { Raw: 0, Repeated: 1 } as const;

/**
 * Bytes as a Zstandard frame that any decoder reads. Only runs of one byte shrink: the sender is on the same machine, and
 * what callers need is the format. Source: RFC 8878.
 */
export function zstdFrame(bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt8(DESCRIPTOR, 4);
  header.writeBigUInt64LE(BigInt(bytes.length), 5);
  const blocks = [];
  // Even an empty content ends with a block.
  for (let start = 0; start === 0 || start < bytes.length; start += MAX_BLOCK_BYTES) {
    const content = bytes.subarray(start, start + MAX_BLOCK_BYTES);
    blocks.push(block(content, start + MAX_BLOCK_BYTES >= bytes.length));
  }
  return Buffer.concat([header, ...blocks]);
}

function block(content: Uint8Array, isLast: boolean): Buffer {
  const isRun = content.length > 1 && content.every((byte) => byte === content[0]);
  const header = Buffer.alloc(BLOCK_HEADER_BYTES);
  const type = isRun ? BLOCK.Repeated : BLOCK.Raw;
  header.writeUIntLE((content.length << 3) | (type << 1) | Number(isLast), 0, BLOCK_HEADER_BYTES);
  return Buffer.concat([header, isRun ? content.subarray(0, 1) : content]);
}
