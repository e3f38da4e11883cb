import { createHash, type Hash, hash } from "node:crypto";
import { type FileHandle, open, rename } from "node:fs/promises";
import { join } from "node:path";
import {
  MAX_SNAPSHOT_LINES,
  SNAPSHOT_BLOCK_BYTES,
  type SnapshotFile,
  type SnapshotKind,
} from "@/lib/contract/snapshot";
import { buildFilePath } from "./read-files";

type OpenFile = {
  kind: SnapshotKind;
  handle: FileHandle;
  whole: Hash;
  blocks: string[];
  bytes: number;
  lines: number;
  held: string[];
  heldBytes: number;
  /** Bytes that do not fill a block yet. */
  rest: Buffer;
};

/** Bytes of lines that are held before they are written. */
const HELD_BYTES = 1 << 18;
const PARTIAL = "files/partial";

/** Writes lines into files that are named by their hash, each of at most 50,000 lines of one kind. */
export class SnapshotFiles {
  readonly files: SnapshotFile[] = [];
  private current: OpenFile | null = null;

  /** Writes into the existing folder `files` of a folder. */
  constructor(private readonly folder: string) {}

  async write(kind: SnapshotKind, line: string): Promise<void> {
    if (this.current && (this.current.kind !== kind || this.current.lines === MAX_SNAPSHOT_LINES))
      await this.end();
    this.current ??= await this.open(kind);
    const { current } = this;
    current.held.push(line);
    current.heldBytes += line.length + 1;
    current.lines += 1;
    if (current.heldBytes >= HELD_BYTES) await flush(current, false);
  }

  /** Completes the current file. */
  async end(): Promise<void> {
    const { current } = this;
    if (!current) return;
    this.current = null;
    await flush(current, true);
    const { kind, bytes, lines, blocks, whole, handle } = current;
    await handle.sync();
    await handle.close();
    const file = { kind, bytes, lines, blocks, sha256: whole.digest("hex") };
    await rename(join(this.folder, PARTIAL), join(this.folder, buildFilePath(file)));
    this.files.push(file);
  }

  /** Closes the current file without completing it. */
  async abandon(): Promise<void> {
    await this.current?.handle.close();
    this.current = null;
  }

  private async open(kind: SnapshotKind): Promise<OpenFile> {
    const handle = await open(join(this.folder, PARTIAL), "w", 0o644);
    const empty = { bytes: 0, lines: 0, held: [], heldBytes: 0, rest: Buffer.alloc(0) };
    return { kind, handle, whole: createHash("sha256"), blocks: [], ...empty };
  }
}

async function flush(file: OpenFile, isLast: boolean): Promise<void> {
  const added = Buffer.from(file.held.map((line) => `${line}\n`).join(""));
  file.held = [];
  file.heldBytes = 0;
  file.bytes += added.length;
  file.whole.update(added);
  const text = Buffer.concat([file.rest, added]);
  let from = 0;
  for (; text.length - from >= SNAPSHOT_BLOCK_BYTES; from += SNAPSHOT_BLOCK_BYTES)
    file.blocks.push(hash("sha256", text.subarray(from, from + SNAPSHOT_BLOCK_BYTES)));
  file.rest = text.subarray(from);
  if (isLast && file.rest.length > 0) file.blocks.push(hash("sha256", file.rest));
  await file.handle.writeFile(added);
}
