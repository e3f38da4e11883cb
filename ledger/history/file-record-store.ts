import {
  closeSync,
  existsSync,
  fdatasync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { AppendFile } from "../storage/durable-files";
import { syncPath } from "../storage/folder-lock";
import type { RecordStore } from "./transaction-record";

const SEGMENT_BYTES = 64 * 1024 * 1024;
const SEGMENT_STRIDE = 2 ** 32;
const HEADER_BYTES = 8;
const MAX_RECORD_BYTES = 1024 * 1024;

type Segment = { file: AppendFile; path: string };

/**
 * Records in append-only segment files, each framed by its length and checksum.
 *
 * The operating system has a record when `append` returns, so killing the process loses nothing. A torn
 * record at the very end, as after a power failure, is dropped at the next start; damage anywhere else is an
 * error.
 */
export class FileRecordStore implements RecordStore {
  private readonly segments: Segment[] = [];
  /** Records that were appended, and those of them that survive a power failure. */
  private appended = 0;
  private synced = 0;

  constructor(
    private readonly folder: string,
    private readonly segmentBytes = SEGMENT_BYTES,
  ) {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      syncPath(dirname(folder));
    }
    const names = readdirSync(folder).filter((name) => name.endsWith(".seg"));
    for (const name of names.sort()) this.openSegment(join(folder, name));
    if (this.segments.length === 0) this.addSegment();
  }

  append(payload: Uint8Array): number {
    let { file } = this.last();
    if (file.length + HEADER_BYTES + payload.length > this.segmentBytes && file.length > 0) {
      // Later calls of `sync` sync the last segment only.
      file.syncNow();
      file = this.addSegment().file;
    }
    const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
    frame.writeUInt32LE(payload.length, 0);
    frame.writeUInt32LE(crc32(payload), 4);
    frame.set(payload, HEADER_BYTES);
    const position = (this.segments.length - 1) * SEGMENT_STRIDE + file.length;
    file.append(frame);
    this.appended++;
    return position;
  }

  read(position: number): Uint8Array {
    const segment = this.segments[Math.floor(position / SEGMENT_STRIDE)];
    if (segment === undefined) throw new RangeError(`no record at position ${position}`);
    const offset = position % SEGMENT_STRIDE;
    const header = Buffer.allocUnsafe(HEADER_BYTES);
    readSync(segment.file.fd, header, 0, HEADER_BYTES, offset);
    const payload = Buffer.allocUnsafe(header.readUInt32LE(0));
    readSync(segment.file.fd, payload, 0, payload.length, offset + HEADER_BYTES);
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
        segment.file.truncate(offset);
      }
      segment.file.length = offset;
    }
  }

  async sync(): Promise<void> {
    const { appended } = this;
    if (this.synced === appended) return;
    await promisify(fdatasync)(this.last().file.fd);
    this.synced = Math.max(this.synced, appended);
  }

  syncNow(): void {
    this.last().file.syncNow();
    this.synced = this.appended;
  }

  close(): void {
    for (const { file } of this.segments.splice(0)) file.close();
  }

  private last(): Segment {
    const segment = this.segments[this.segments.length - 1];
    if (segment === undefined) throw new Error("The history is closed.");
    return segment;
  }

  private addSegment(): Segment {
    const name = `${String(this.segments.length + 1).padStart(6, "0")}.seg`;
    const segment = this.openSegment(join(this.folder, name));
    syncPath(this.folder);
    return segment;
  }

  private openSegment(path: string): Segment {
    closeSync(openSync(path, "a", 0o600));
    const segment = { file: new AppendFile(openSync(path, "r+")), path };
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
