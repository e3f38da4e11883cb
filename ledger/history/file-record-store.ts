import {
  closeSync,
  fdatasync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import type { RecordStore } from "./transaction-record";

const SEGMENT_BYTES = 64 * 1024 * 1024;
const SEGMENT_STRIDE = 2 ** 32;
const HEADER_BYTES = 8;
const MAX_RECORD_BYTES = 1024 * 1024;

type Segment = { fd: number; path: string; length: number };

/**
 * Records in append-only segment files, each framed by its length and checksum.
 *
 * The operating system has a record when `append` returns, so killing the process loses nothing. A torn
 * record at the very end, as after a power failure, is dropped at the next start; damage anywhere else is an
 * error.
 */
export class FileRecordStore implements RecordStore {
  private readonly segments: Segment[] = [];
  private dirty = false;

  constructor(
    private readonly folder: string,
    private readonly segmentBytes = SEGMENT_BYTES,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder).filter((name) => name.endsWith(".seg"));
    for (const name of names.sort()) this.openSegment(join(folder, name));
    if (this.segments.length === 0) this.addSegment();
  }

  append(payload: Uint8Array): number {
    let segment = this.last();
    if (segment.length + HEADER_BYTES + payload.length > this.segmentBytes && segment.length > 0) {
      segment = this.addSegment();
    }
    const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
    frame.writeUInt32LE(payload.length, 0);
    frame.writeUInt32LE(crc32(payload), 4);
    frame.set(payload, HEADER_BYTES);
    writeSync(segment.fd, frame, 0, frame.length, segment.length);
    const position = (this.segments.length - 1) * SEGMENT_STRIDE + segment.length;
    segment.length += frame.length;
    this.dirty = true;
    return position;
  }

  read(position: number): Uint8Array {
    const segment = this.segments[Math.floor(position / SEGMENT_STRIDE)];
    if (segment === undefined) throw new RangeError(`no record at position ${position}`);
    const offset = position % SEGMENT_STRIDE;
    const header = Buffer.allocUnsafe(HEADER_BYTES);
    readSync(segment.fd, header, 0, HEADER_BYTES, offset);
    const payload = Buffer.allocUnsafe(header.readUInt32LE(0));
    readSync(segment.fd, payload, 0, payload.length, offset + HEADER_BYTES);
    if (crc32(payload) !== header.readUInt32LE(4)) {
      throw new Error(`A history record in ${segment.path} at byte ${offset} is damaged.`);
    }
    return payload;
  }

  *scan(): Generator<{ position: number; payload: Uint8Array }> {
    for (const [number, segment] of this.segments.entries()) {
      const bytes = readFileSync(segment.path);
      let offset = 0;
      for (let payload = wholeRecord(bytes, offset); payload !== null; payload = wholeRecord(bytes, offset)) {
        yield { position: number * SEGMENT_STRIDE + offset, payload };
        offset += HEADER_BYTES + payload.length;
      }
      if (offset < bytes.length) {
        if (number < this.segments.length - 1 || !isTorn(bytes, offset)) {
          throw new Error(`The history file ${segment.path} is damaged at byte ${offset}.`);
        }
        ftruncateSync(segment.fd, offset);
      }
      segment.length = offset;
    }
  }

  async sync(): Promise<void> {
    if (!this.dirty) return;
    this.dirty = false;
    await promisify(fdatasync)(this.last().fd);
  }

  close(): void {
    for (const { fd } of this.segments.splice(0)) closeSync(fd);
  }

  private last(): Segment {
    const segment = this.segments[this.segments.length - 1];
    if (segment === undefined) throw new Error("The history is closed.");
    return segment;
  }

  private addSegment(): Segment {
    const name = `${String(this.segments.length + 1).padStart(6, "0")}.seg`;
    return this.openSegment(join(this.folder, name));
  }

  private openSegment(path: string): Segment {
    closeSync(openSync(path, "a", 0o600));
    const segment = { fd: openSync(path, "r+"), path, length: 0 };
    this.segments.push(segment);
    return segment;
  }
}

function wholeRecord(bytes: Buffer, offset: number): Uint8Array | null {
  if (offset + HEADER_BYTES > bytes.length) return null;
  const length = bytes.readUInt32LE(offset);
  const end = offset + HEADER_BYTES + length;
  if (length === 0 || end > bytes.length) return null;
  const payload = bytes.subarray(offset + HEADER_BYTES, end);
  return crc32(payload) === bytes.readUInt32LE(offset + 4) ? payload : null;
}

/** Returns whether the bytes after `offset` can be the last record, truncated or partly written. */
function isTorn(bytes: Buffer, offset: number): boolean {
  if (offset + HEADER_BYTES > bytes.length) return true;
  const length = bytes.readUInt32LE(offset);
  // After a power failure a file may be longer than its written content, and then ends in zeros.
  if (length === 0) return bytes.subarray(offset).every((byte) => byte === 0);
  return length <= MAX_RECORD_BYTES && offset + HEADER_BYTES + length >= bytes.length;
}
