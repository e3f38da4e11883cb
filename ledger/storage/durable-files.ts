import { closeSync, fdatasyncSync, ftruncateSync, writeSync } from "node:fs";

/** Writes all bytes: one call may write only a part, for example on a disk that is almost full. */
export function writeAll(fd: number, bytes: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(fd, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}

/** A file that only grows. A failed append leaves its content unchanged. */
export class AppendFile {
  private isTorn = false;

  constructor(
    readonly fd: number,
    public length = 0,
  ) {}

  append(bytes: Uint8Array): void {
    if (this.isTorn) this.truncate(this.length);
    try {
      writeAll(this.fd, bytes, this.length);
    } catch (error) {
      this.isTorn = true;
      this.truncate(this.length);
      throw error;
    }
    this.length += bytes.length;
  }

  truncate(length: number): void {
    ftruncateSync(this.fd, length);
    this.length = length;
    this.isTorn = false;
  }

  /** Waits until the content survives a power failure. */
  syncNow(): void {
    if (this.isTorn) this.truncate(this.length);
    fdatasyncSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }
}
