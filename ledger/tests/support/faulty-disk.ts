import type * as Fs from "node:fs";
import { basename } from "node:path";

type Callback = (error: Error | null) => void;

/** The disk of a test, which `withDiskErrors` connects to node:fs. */
export const disk = {
  /** Bytes that fit on the disk. */
  space: Number.POSITIVE_INFINITY,
  /** Bytes that one call writes. */
  maxWrite: Number.POSITIVE_INFINITY,
  /** Whether the next sync fails. */
  failsSync: false,
  /** The names of synced files and folders, and of renamed files, in order. */
  events: [] as string[],
  reset(): void {
    Object.assign(disk, { space: Number.POSITIVE_INFINITY, maxWrite: Number.POSITIVE_INFINITY });
    Object.assign(disk, { failsSync: false, events: [] });
  },
};

const failure = (code: string) => Object.assign(new Error(`${code}: a fault of the test`), { code });

/** Returns node:fs with the faults of `disk`; a test passes it to `vi.mock`. */
export function withDiskErrors(fs: typeof Fs): typeof Fs {
  const names = new Map<number, string>();
  const synced = (fd: number) => {
    if (disk.failsSync) {
      disk.failsSync = false;
      throw failure("EIO");
    }
    disk.events.push(`sync ${names.get(fd)}`);
  };
  return {
    ...fs,
    openSync(path, flags, mode) {
      const fd = fs.openSync(path, flags, mode);
      names.set(fd, basename(String(path)));
      return fd;
    },
    writeSync(fd: number, bytes: Uint8Array, ...[offset = 0, length, position]: (number | null)[]) {
      const wanted = Math.min(length ?? bytes.length - Number(offset), disk.maxWrite);
      if (wanted > 0 && disk.space === 0) throw failure("ENOSPC");
      const written = Math.min(wanted, disk.space);
      disk.space -= written;
      return fs.writeSync(fd, bytes, offset, written, position);
    },
    fsyncSync(fd) {
      synced(fd);
      fs.fsyncSync(fd);
    },
    fdatasyncSync(fd) {
      synced(fd);
      fs.fdatasyncSync(fd);
    },
    fdatasync: Object.assign((fd: number, done: Callback) => {
      try {
        synced(fd);
        fs.fdatasync(fd, done);
      } catch (error) {
        done(Object(error));
      }
    }, {}),
    renameSync(from, to) {
      fs.renameSync(from, to);
      disk.events.push(`rename ${basename(String(to))}`);
    },
  } as typeof Fs;
}
