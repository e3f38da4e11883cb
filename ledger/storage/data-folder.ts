import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { writeAll } from "./durable-files";
import { DataFolderError, inFolder, lockFolder, makePrivate, syncPath } from "./folder-lock";

const identitySchema = z.object({
  format: z.literal(1),
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  secondsAhead: z.int().min(0),
});
export type LedgerIdentity = z.output<typeof identitySchema>;

export function newIdentity(): LedgerIdentity {
  return { format: 1, seed: randomBytes(32).toString("hex"), secondsAhead: 0 };
}

/**
 * The folder of a ledger: its identity, its history, its calendar and the last snapshot.
 *
 * Only one process may use the folder at a time; a second one is refused, because it would corrupt the files.
 */
export class DataFolder {
  private constructor(
    readonly path: string,
    private readonly unlock: () => void,
  ) {}

  static open(path: string): DataFolder {
    const unlock = inFolder(path, () => {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return lockFolder(join(path, "lock"));
    });
    if (!unlock) {
      throw new DataFolderError(
        `Another ledger is using ${path}. Stop it first, or choose another data folder.`,
      );
    }
    makePrivate(path);
    return new DataFolder(path, unlock);
  }

  file(name: string): string {
    return join(this.path, name);
  }

  readIdentity(): LedgerIdentity {
    const path = this.file("ledger.json");
    if (existsSync(path)) return identitySchema.parse(JSON.parse(readFileSync(path, "utf8")));
    // Blocks are useless without the identity that created them, and a new identity would be another ledger.
    if (existsSync(this.file("history"))) {
      throw new DataFolderError(
        `The ledger in ${this.path} is incomplete, it lacks ledger.json: restore the folder from a copy, or move it away.`,
      );
    }
    const identity = newIdentity();
    this.writeIdentity(identity);
    return identity;
  }

  writeIdentity(identity: LedgerIdentity): void {
    this.replace("ledger.json", [Buffer.from(`${JSON.stringify(identity, null, 2)}\n`)]);
  }

  /** Writes a file so that after a crash either the old or the new content exists, never a part. */
  replace(name: string, parts: Iterable<Uint8Array>): void {
    const temporary = this.file(`${name}.new`);
    const fd = openSync(temporary, "w", 0o600);
    try {
      for (const part of parts) writeAll(fd, part);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, this.file(name));
    syncPath(this.path);
  }

  close(): void {
    this.unlock();
  }
}
