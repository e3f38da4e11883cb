import type { Database } from "@/db/client";
import { updateMirror } from "@/db/queries/indexing/sync-state";
import type { SnapshotBody } from "@/lib/contract/snapshot";
import type { IndexerContext } from "@/lib/service/indexer/context";
import type { LinePosition } from "./read-files";
import type { SnapshotSource } from "./source";

export type MirrorProgress = (what: "leaves" | "events", count: number) => void;

/** The state of one mirror, which its parts share. */
export type MirrorContext = IndexerContext & {
  lease: { holder: string; ttlMs: number };
  source: SnapshotSource;
  snapshot: SnapshotBody;
  verify: "sample" | "all";
  /** Whether the snapshot is signed by the key that the operator named. */
  isTrusted: boolean;
  onProgress: MirrorProgress | undefined;
};

/** Stores how far a mirror has read. */
export const saveProgress = (
  tx: Database,
  { root }: SnapshotBody,
  { isStored = false, ...position }: LinePosition & { isStored?: boolean },
): Promise<void> => updateMirror(tx, JSON.stringify({ root, position, isStored }));
