import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { readBounded } from "@/lib/service/read-bounded";
import { SnapshotError } from "./snapshot-error";

/** The files of a snapshot, in a folder or below a URL. */
export type SnapshotSource = {
  /** Reads a file from an offset in bytes. */
  read(path: string, from: number): AsyncIterable<Uint8Array>;
  /** Whether an error may be temporary, so that the file is read again from its last verified block. */
  isRemote: boolean;
};

/** Time without a byte after which a response counts as lost. */
const STALL_MS = 30_000;

/** Opens a snapshot by its folder, or by the http or https URL of the folder. */
export function openSource(location: string): SnapshotSource {
  return /^https?:\/\//.test(location) ? remote(location) : local(location);
}

function local(folder: string): SnapshotSource {
  return {
    isRemote: false,
    async *read(path, from) {
      const file = await open(join(folder, path)).catch(() => {
        throw new SnapshotError(path, "the file cannot be read.");
      });
      yield* createReadStream("", { fd: file, start: from });
    },
  };
}

function remote(location: string): SnapshotSource {
  const base = location.endsWith("/") ? location : `${location}/`;
  return {
    isRemote: true,
    async *read(path, from) {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(new Error("The server stopped sending.")), STALL_MS);
      try {
        // The operator chose the server, which may be on the same machine or network.
        const response = await fetch(new URL(path, base), {
          headers: { "accept-encoding": "identity", ...(from > 0 && { range: `bytes=${from}-` }) },
          signal: controller.signal,
        });
        if (!response.ok)
          throw new SnapshotError(path, `the server answered with status ${response.status}.`);
        // A server without ranges sends the file from its start.
        let skip = response.status === 206 ? 0 : from;
        for await (const chunk of response.body ?? []) {
          timer.refresh();
          const taken = chunk.subarray(Math.min(skip, chunk.length));
          skip -= chunk.length - taken.length;
          if (taken.length > 0) yield taken;
        }
      } finally {
        clearTimeout(timer);
        controller.abort();
      }
    },
  };
}

/**
 * Reads a text of at most `maxBytes`.
 * @throws SnapshotError if the file is longer
 */
export async function readText(source: SnapshotSource, path: string, maxBytes: number): Promise<string> {
  const tooLong = () => new SnapshotError(path, `the file is longer than ${maxBytes} bytes.`);
  const bytes = await readBounded(source.read(path, 0), maxBytes, tooLong);
  const text = bytes.toString("utf8");
  // Invalid bytes would become replacement characters.
  const flaw = bytes.equals(Buffer.from(text)) ? -1 : text.indexOf("\ufffd");
  if (flaw >= 0) throw new SnapshotError(`${path}, offset ${flaw}`, "the file is not UTF-8.");
  return text;
}
