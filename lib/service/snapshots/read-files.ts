import { createHash, hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  MAX_SNAPSHOT_LINE_BYTES,
  SNAPSHOT_BLOCK_BYTES,
  type SnapshotBody,
  type SnapshotFile,
  type SnapshotKind,
} from "@/lib/contract/snapshot";
import { SnapshotError } from "./snapshot-error";
import type { SnapshotSource } from "./source";

/** A position between lines: the index of a file in the manifest, and the number of its lines that were read. */
export type LinePosition = { file: number; line: number };

export type SnapshotLine = {
  text: string;
  /** The position after this line. */
  next: LinePosition;
  /** Returns the refusal of this line. */
  refusal(reason: string): SnapshotError;
};

export const buildFilePath = ({ sha256 }: Pick<SnapshotFile, "sha256">): string => `files/${sha256}`;

const RETRY_PAUSES_MS = [500, 2_000, 8_000];
const LINE_FEED = 10;

/** Yields the blocks of a file, each verified before it is used. A lost connection is continued at its block. */
async function* verifiedBlocks(source: SnapshotSource, file: SnapshotFile): AsyncGenerator<Buffer> {
  const path = buildFilePath(file);
  let done = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      for await (const block of blocksFrom(source, file, done)) {
        const from = done * SNAPSHOT_BLOCK_BYTES;
        if (hash("sha256", block) !== file.blocks[done])
          throw new SnapshotError(
            `${path}, bytes ${from} to ${from + block.length - 1}`,
            "they were changed.",
          );
        done += 1;
        yield block;
      }
      return;
    } catch (error) {
      const pause = RETRY_PAUSES_MS[attempt];
      if (error instanceof SnapshotError || !source.isRemote || pause === undefined) throw error;
      await sleep(pause);
    }
  }
}

async function* blocksFrom(
  source: SnapshotSource,
  file: SnapshotFile,
  first: number,
): AsyncGenerator<Buffer> {
  const path = buildFilePath(file);
  let held: Uint8Array[] = [];
  let length = 0;
  let left = file.bytes - first * SNAPSHOT_BLOCK_BYTES;
  for await (const chunk of source.read(path, first * SNAPSHOT_BLOCK_BYTES)) {
    for (let rest = chunk; rest.length > 0; ) {
      if (left === 0) throw new SnapshotError(`${path}, offset ${file.bytes}`, "the file is too long.");
      const size = Math.min(left, SNAPSHOT_BLOCK_BYTES);
      const taken = rest.subarray(0, size - length);
      rest = rest.subarray(taken.length);
      held.push(taken);
      length += taken.length;
      if (length < size) continue;
      yield Buffer.concat(held);
      left -= size;
      held = [];
      length = 0;
    }
  }
  if (left === 0) return;
  const end = file.bytes - left + length;
  if (source.isRemote && end < file.bytes) throw new Error("The connection was closed.");
  throw new SnapshotError(`${path}, offset ${end}`, "the file is too short.");
}

async function* linesOfFile(source: SnapshotSource, file: SnapshotFile): AsyncGenerator<string> {
  const whole = createHash("sha256");
  const path = buildFilePath(file);
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  for await (const block of verifiedBlocks(source, file)) {
    whole.update(block);
    const text = rest.length === 0 ? block : Buffer.concat([rest, block]);
    let from = 0;
    for (let end = text.indexOf(LINE_FEED); end >= 0; end = text.indexOf(LINE_FEED, from)) {
      count += 1;
      yield text.toString("utf8", from, end);
      from = end + 1;
    }
    rest = text.subarray(from);
    if (rest.length > MAX_SNAPSHOT_LINE_BYTES)
      throw new SnapshotError(`${path}, line ${count + 1}`, "the line is too long.");
  }
  if (rest.length > 0) throw new SnapshotError(`${path}, line ${count + 1}`, "the line does not end.");
  if (count !== file.lines) throw new SnapshotError(path, `it has ${count} lines instead of ${file.lines}.`);
  if (whole.digest("hex") !== file.sha256) throw new SnapshotError(path, "its hash is not its name.");
}

/** Yields the lines of all files of a kind after a position, in order. */
export async function* snapshotLines(
  source: SnapshotSource,
  { files }: Pick<SnapshotBody, "files">,
  { kind, after }: { kind: SnapshotKind; after: LinePosition },
): AsyncGenerator<SnapshotLine> {
  for (const [at, file] of files.entries()) {
    if (file.kind !== kind || at < after.file) continue;
    const skip = at === after.file ? after.line : 0;
    if (skip === file.lines) continue;
    let line = 0;
    for await (const text of linesOfFile(source, file)) {
      line += 1;
      if (line <= skip) continue;
      const location = { file: at, line };
      const refusal = (reason: string) =>
        new SnapshotError(`${buildFilePath(file)}, line ${location.line}`, reason);
      yield { text, next: location, refusal };
    }
  }
}

/** Reads every file of a snapshot and verifies its hashes. */
export async function verifyFiles(source: SnapshotSource, { files }: SnapshotBody): Promise<void> {
  for (const file of files) for await (const _ of linesOfFile(source, file));
}
