import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";

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
 * The folder in which a ledger lives: its identity, its history, its calendar and the last snapshot.
 *
 * One process at a time: a second one is refused rather than left to garble the files.
 */
export class DataFolder {
  private constructor(readonly path: string) {}

  static open(path: string): DataFolder {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const folder = new DataFolder(path);
    folder.lock();
    return folder;
  }

  file(name: string): string {
    return join(this.path, name);
  }

  readIdentity(): LedgerIdentity {
    const path = this.file("ledger.json");
    if (existsSync(path)) return identitySchema.parse(JSON.parse(readFileSync(path, "utf8")));
    const identity = newIdentity();
    this.writeIdentity(identity);
    return identity;
  }

  writeIdentity(identity: LedgerIdentity): void {
    this.replace("ledger.json", [Buffer.from(`${JSON.stringify(identity, null, 2)}\n`)]);
  }

  /** Writes a file so that after a crash either the old or the new content is there, never a part. */
  replace(name: string, parts: Iterable<Uint8Array>): void {
    const temporary = this.file(`${name}.new`);
    const fd = openSync(temporary, "w", 0o600);
    try {
      for (const part of parts) writeSync(fd, part);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, this.file(name));
  }

  close(): void {
    rmSync(this.file("lock"), { force: true });
  }

  private lock(): void {
    const path = this.file("lock");
    if (existsSync(path) && isRunning(Number(readFileSync(path, "utf8")))) {
      throw new Error(`Another ledger is using ${this.path}. Stop it first, or choose another data folder.`);
    }
    const fd = openSync(path, "w", 0o600);
    writeSync(fd, String(process.pid));
    closeSync(fd);
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
