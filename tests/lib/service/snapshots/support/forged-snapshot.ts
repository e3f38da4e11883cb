import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  SNAPSHOT_BLOCK_BYTES,
  type SnapshotBody,
  type SnapshotKind,
  type SnapshotManifest,
} from "@/lib/contract/snapshot";
import { manifestText, snapshotRoot } from "@/lib/service/snapshots/manifest";
import { newFolder } from "./indexed-history";

export type Lines = Record<string, unknown>[];

type Forgery = {
  /** The kind of files that is changed. */
  kind: SnapshotKind;
  change: (lines: Lines) => Lines;
  /** Returns the signature of the changed content; none by default. */
  sign?: (body: SnapshotBody, original: SnapshotManifest) => SnapshotManifest["signature"];
};

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Writes a changed copy of a snapshot with hashes and a root that match, as a hostile server would. Returns its folder. */
export function forgeSnapshot(path: string, { kind, change, sign = () => null }: Forgery): string {
  const folder = newFolder();
  cpSync(path, folder, { recursive: true });
  const manifest: SnapshotManifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const { snapshot } = manifest;
  const files = snapshot.files.map((file) => {
    if (file.kind !== kind) return file;
    const lines: Lines = readFileSync(join(folder, "files", file.sha256), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const changed = change(lines);
    const bytes = Buffer.from(changed.map((line) => `${JSON.stringify(line)}\n`).join(""));
    writeFileSync(join(folder, "files", sha256(bytes)), bytes);
    const blocks = Array.from({ length: Math.ceil(bytes.length / SNAPSHOT_BLOCK_BYTES) }, (_, at) =>
      sha256(bytes.subarray(at * SNAPSHOT_BLOCK_BYTES, (at + 1) * SNAPSHOT_BLOCK_BYTES)),
    );
    if (kind === "events") snapshot.events = changed.length;
    return { ...file, sha256: sha256(bytes), blocks, bytes: bytes.length, lines: changed.length };
  });
  const body = { ...snapshot, files };
  const forged = { ...body, root: snapshotRoot(body) };
  const text = manifestText({ ...manifest, snapshot: forged, signature: sign(forged, manifest) });
  writeFileSync(join(folder, "manifest.json"), text);
  return folder;
}
