import { hash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SNAPSHOT_FORMAT } from "@/lib/contract/snapshot";
import { manifestText, snapshotRoot } from "@/lib/service/snapshots/manifest";

/** The last slot of the sample, which names its folder. */
export const SAMPLE_SLOT = "100";
const KEY = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

/** Writes a snapshot of one file into the folder of snapshots; returns the text and the hash of that file. */
export function writeSampleSnapshot(folder: string): { text: string; sha256: string } {
  const text = '{"signature":"5","slot":"7"}\n';
  const sha256 = hash("sha256", text);
  const files = join(folder, SAMPLE_SLOT, "files");
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, sha256), text);
  const file = { kind: "unread" as const, sha256, bytes: text.length, lines: 1, blocks: [sha256] };
  const body = {
    ...{ genesis: KEY, programId: KEY, firstSlot: SAMPLE_SLOT, lastSlot: SAMPLE_SLOT },
    ...{ events: 0, campaigns: 0, leaves: 0, files: [file] },
  };
  const snapshot = { ...body, root: snapshotRoot(body) };
  const manifest = manifestText({ format: SNAPSHOT_FORMAT, snapshot, signature: null });
  writeFileSync(join(folder, SAMPLE_SLOT, "manifest.json"), manifest);
  return { text, sha256 };
}
