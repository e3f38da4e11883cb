import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import type { SnapshotList, SnapshotManifest } from "@/lib/contract/snapshot";
import { notFound } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { MANIFEST, readManifest } from "./manifest";
import { buildFilePath } from "./read-files";

type Settings = Pick<Env, "SNAPSHOT_DIR" | "DATA_DIR">;

/** Returns the folder of the snapshots of a service. */
export const snapshotFolder = ({ SNAPSHOT_DIR, DATA_DIR }: Settings): string =>
  SNAPSHOT_DIR ?? join(DATA_DIR, "snapshots");

/** Returns the manifest of a snapshot as it is stored, or null. */
async function readStored(env: Settings, slot: string): Promise<string | null> {
  const path = join(/* turbopackIgnore: true */ snapshotFolder(env), slot, MANIFEST);
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
}

/** Returns the text of a snapshot's manifest. @throws NOT_FOUND */
export async function readManifestText(env: Settings, slot: string): Promise<string> {
  const text = await readStored(env, slot);
  if (text === null) throw notFound("snapshot", "slot");
  return text;
}

/** Snapshots that one list describes. */
const MAX_LISTED = 20;

/** Lists the newest snapshots of the service. */
export async function listSnapshots(env: Settings): Promise<SnapshotList> {
  const names = await readdir(/* turbopackIgnore: true */ snapshotFolder(env)).catch(() => []);
  const slots = names
    .filter((name) => /^\d{1,19}$/.test(name))
    .sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1))
    .slice(0, MAX_LISTED);
  const snapshots = await Promise.all(slots.map((slot) => readSummary(env, slot)));
  return { snapshots: snapshots.filter((summary) => summary !== null) };
}

type Summary = SnapshotList["snapshots"][number];

/** Summaries by path and time of their manifest, because a manifest can have megabytes. */
const summaries = new LRUCache<string, Summary>({ max: 100 });

async function readSummary(env: Settings, slot: string): Promise<Summary | null> {
  const path = join(/* turbopackIgnore: true */ snapshotFolder(env), slot, MANIFEST);
  const found = await stat(path).catch(() => null);
  if (!found) return null;
  const key = `${path} ${found.mtimeMs}`;
  const known = summaries.get(key);
  if (known) return known;
  const text = await readStored(env, slot);
  if (text === null) return null;
  const summary = toSummary(readManifest(text));
  summaries.set(key, summary);
  return summary;
}

function toSummary({ snapshot, signature }: SnapshotManifest): Summary {
  const { files, ...facts } = snapshot;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const manifest = `/api/snapshots/${facts.lastSlot}/${MANIFEST}`;
  return { ...facts, bytes, signer: signature?.signer ?? null, manifest };
}

/** Inclusive bounds of a part of a file; null for all of it; `unsatisfiable` if it begins after the end. */
export type ByteRange = { from: number; to: number } | null | "unsatisfiable";

/** Reads a Range header of one range; several ranges, and other units, return the whole file. Source: RFC 9110 14. */
export function byteRange(header: string | null, size: number): ByteRange {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "")
    return last === "0" ? "unsatisfiable" : { from: Math.max(0, size - Number(last)), to: size - 1 };
  const [from, to] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < from) return null;
  return from >= size ? "unsatisfiable" : { from, to };
}

const IMMUTABLE = "public, max-age=31536000, immutable";

/** Returns a file of a snapshot, or the part of it that the request's Range names. @throws NOT_FOUND */
export async function answerFile(
  env: Settings,
  { slot, sha256 }: { slot: string; sha256: string },
  request: Request,
): Promise<Response> {
  const path = join(/* turbopackIgnore: true */ snapshotFolder(env), slot, buildFilePath({ sha256 }));
  const handle = await open(path).catch(() => {
    throw notFound("file of the snapshot", "name");
  });
  const { size } = await handle.stat();
  const etag = `"${sha256}"`;
  const headers = {
    ...{ "cache-control": IMMUTABLE, "accept-ranges": "bytes", etag },
    "content-type": "application/jsonl; charset=utf-8",
  };
  const isKnown = request.headers.get("if-none-match")?.includes(etag);
  const condition = request.headers.get("if-range");
  const range =
    condition === null || condition === etag ? byteRange(request.headers.get("range"), size) : null;
  if (isKnown || range === "unsatisfiable" || request.method === "HEAD") {
    await handle.close();
    if (isKnown) return new Response(null, { status: 304, headers });
    if (range !== "unsatisfiable")
      return new Response(null, { headers: { ...headers, "content-length": String(size) } });
    const own = { "cache-control": "no-store", "content-range": `bytes */${size}` };
    return new Response(null, { status: 416, headers: { ...headers, ...own } });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  // Reading closes the file at its end, after an error, and when the client is gone.
  const body = Readable.toWeb(handle.createReadStream({ start: from, end: to })) as ReadableStream;
  const length = { "content-length": String(to - from + 1) };
  if (!range) return new Response(body, { headers: { ...headers, ...length } });
  const part = { ...length, "content-range": `bytes ${from}-${to}/${size}` };
  return new Response(body, { status: 206, headers: { ...headers, ...part } });
}
