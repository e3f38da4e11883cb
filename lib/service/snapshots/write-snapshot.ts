import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import bs58 from "bs58";
import type { Database } from "@/db/client";
import { selectGenesis, selectIndexedTo } from "@/db/queries/indexing/sync-state";
import {
  inSnapshot,
  type PlacedSnapshotEvent,
  selectEventsUpTo,
  selectIncomplete,
  selectOldestUnfinalized,
  selectRotationsUpTo,
} from "@/db/queries/snapshots/snapshot-events";
import {
  selectCreatedUpTo,
  selectVersionLeaves,
  selectVersions,
} from "@/db/queries/snapshots/snapshot-lists";
import type { Campaign } from "@/db/schema";
import {
  SNAPSHOT_FORMAT,
  type SnapshotBody,
  type SnapshotManifest,
  snapshotMessage,
} from "@/lib/contract/snapshot";
import { minBigInt } from "@/lib/core/bigint";
import { OVERLAP_SLOTS } from "@/lib/service/indexer/discover/discover";
import { loadDiscovery } from "@/lib/service/indexer/discover/discovery-state";
import { campaignLine, eventLine, type ListLine, leafLine, listLine, unreadLine } from "./lines";
import { MANIFEST, manifestText, readManifest, snapshotRoot } from "./manifest";
import { SnapshotFiles } from "./write-files";

/** A snapshot that cannot be written; the message states the fix. */
export class SnapshotRefusedError extends Error {
  override readonly name = "SnapshotRefusedError";
}

export type SnapshotSigner = { address: string; sign(message: Uint8Array): Promise<Uint8Array> };

type Progress = (what: "leaves" | "events", count: number) => void;

type Options = {
  /** The folder of all snapshots; the snapshot gets a folder below it that is named by its last slot. */
  folder: string;
  programId: string;
  /** The last slot; by default the newest one to which the index is complete and final. */
  slot?: bigint | undefined;
  signer?: SnapshotSigner | undefined;
  onProgress?: Progress;
};

type Counts = Pick<SnapshotBody, "events" | "campaigns" | "leaves"> & { firstSlot: bigint | null };

/**
 * Writes a snapshot of all final events and of the lists of verified campaigns. Two indexes with the same lists write
 * the same bytes for the same slot. The folder appears only once it is complete. The caller prevents a second writer
 * of the same folder.
 *
 * @throws SnapshotRefusedError
 */
export async function writeSnapshot(
  db: Database,
  options: Options,
): Promise<{ path: string; manifest: SnapshotManifest; isNew: boolean }> {
  const { folder, programId, signer } = options;
  const partial = join(folder, "partial");
  await rm(partial, { recursive: true, force: true });
  await mkdir(join(partial, "files"), { recursive: true });
  const files = new SnapshotFiles(partial);
  try {
    const { genesis, lastSlot, counts } = await inSnapshot(db, (tx) => writeContent(tx, files, options));
    const { firstSlot, ...sums } = counts;
    const facts = { genesis, programId, lastSlot: lastSlot.toString(), ...sums };
    const body = { ...facts, firstSlot: (firstSlot ?? lastSlot).toString(), files: files.files };
    const snapshot = { ...body, root: snapshotRoot(body) };
    const path = join(folder, lastSlot.toString());
    const existing = await storedManifest(path);
    if (existing && existing.snapshot.root !== snapshot.root)
      throw new SnapshotRefusedError(
        `${path} has other content, such as fewer lists. Delete it, or wait for a later slot.`,
      );
    if (existing) return { path, manifest: existing, isNew: false };
    const signature = signer && bs58.encode(await signer.sign(snapshotMessage(snapshot)));
    const manifest: SnapshotManifest = {
      format: SNAPSHOT_FORMAT,
      snapshot,
      signature: signer && signature ? { signer: signer.address, signature } : null,
    };
    await writeSynced(join(partial, MANIFEST), manifestText(manifest));
    for (const written of [join(partial, "files"), partial]) await syncFolder(written);
    await rename(partial, path);
    await syncFolder(folder);
    return { path, manifest, isNew: true };
  } finally {
    await files.abandon();
    await rm(partial, { recursive: true, force: true });
  }
}

async function storedManifest(path: string): Promise<SnapshotManifest | null> {
  const text = await readFile(join(path, MANIFEST), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : readManifest(text);
}

/** Makes the names of a folder's files survive a power loss. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync();
  await handle.close();
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, "w", 0o644);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
}

async function writeContent(tx: Database, files: SnapshotFiles, options: Options) {
  const genesis = await selectGenesis(tx);
  const newest = await selectCompleteSlot(tx);
  if (genesis === null || newest === null)
    throw new SnapshotRefusedError(
      "Nothing final is indexed yet. Run the service until it has indexed the network.",
    );
  const lastSlot = options.slot ?? newest;
  if (lastSlot > newest)
    throw new SnapshotRefusedError(
      `The index is complete and final only up to slot ${newest}, not ${lastSlot}.`,
    );
  const counts: Counts = { events: 0, campaigns: 0, leaves: 0, firstSlot: null };
  const writing = { tx, files, lastSlot, counts, onProgress: options.onProgress };
  for await (const campaign of selectCreatedUpTo(tx, lastSlot)) await writeCampaign(writing, campaign);
  await files.end();
  await writeEvents(writing);
  await files.end();
  for (const transaction of await selectIncomplete(tx, lastSlot))
    await files.write("unread", unreadLine(transaction));
  await files.end();
  return { genesis, lastSlot, counts };
}

/** Returns the newest slot to which every event is stored and final; null if there is none. */
async function selectCompleteSlot(tx: Database): Promise<bigint | null> {
  const { finalTo } = await loadDiscovery(tx);
  const { slot: indexedTo } = await selectIndexedTo(tx);
  const unfinalized = await selectOldestUnfinalized(tx);
  // Nodes may complete their list of the newest final blocks a moment later.
  const stored = minBigInt(finalTo - OVERLAP_SLOTS, indexedTo);
  const slot = unfinalized === null ? stored : minBigInt(stored, unfinalized - 1n);
  return slot < 0n ? null : slot;
}

type Writing = {
  tx: Database;
  files: SnapshotFiles;
  lastSlot: bigint;
  counts: Counts;
  onProgress: Progress | undefined;
};

async function writeCampaign(input: Writing, campaign: Campaign): Promise<void> {
  const { tx, files, counts } = input;
  const { treeAddress, creator, mint, campaignId, totalSupply } = campaign;
  const { cancellable, cancelAuthority, pauseAuthority } = campaign;
  const { creationSignature: signature, creationEventIndex: index, creationSlot, creationTime } = campaign;
  const lists = await selectLists(input, campaign.id);
  if (signature === null || index === null || index < 0 || creationSlot === null || creationTime === null)
    return;
  if (lists.length === 0) return;
  const creation = { signature, index, slot: creationSlot, blockTime: creationTime };
  const terms = { campaignId, totalSupply, cancellable, cancelAuthority, pauseAuthority };
  await files.write("lists", campaignLine({ treeAddress, creator, mint, ...terms, creation }));
  counts.campaigns += 1;
  for (const { rootVersionId, list } of lists) {
    await files.write("lists", listLine(list));
    let written = 0;
    for await (const page of selectVersionLeaves(tx, rootVersionId)) {
      for (const leaf of page) await files.write("lists", leafLine(leaf as Parameters<typeof leafLine>[0]));
      written += page.length;
      input.onProgress?.("leaves", page.length);
    }
    if (written !== list.leafCount)
      throw new SnapshotRefusedError(
        `${treeAddress} has ${written} of ${list.leafCount} leaves. Run verify ${treeAddress}.`,
      );
    counts.leaves += written;
  }
}

/**
 * Returns the registered lists of a campaign in the order of the rotations up to the last slot. Registered rotations
 * that no such event names are omitted.
 */
async function selectLists({ tx, lastSlot }: Writing, campaignRowId: number) {
  const versions = await selectVersions(tx, campaignRowId);
  const rotations = await selectRotationsUpTo(tx, { campaignRowId, lastSlot });
  const [first] = versions;
  if (!first) return [];
  const toRotation = ({ signature, eventIndex: index, blockTime }: (typeof rotations)[number]) => ({
    ...{ signature, index, blockTime },
  });
  const toList = (version: typeof first, rotation: ListLine["rotation"]) => {
    const { merkleRoot, leafCount } = version;
    return { rootVersionId: version.id, list: { merkleRoot, leafCount, rotation } };
  };
  const naming = rotations.find(({ newRoot, oldRoot }) => [newRoot, oldRoot].includes(first.merkleRoot));
  const lists = [toList(first, naming ? toRotation(naming) : null)];
  for (const rotation of rotations) {
    const version = versions.find(({ merkleRoot }) => merkleRoot === rotation.newRoot);
    if (version && lists.at(-1)?.list.merkleRoot !== version.merkleRoot)
      lists.push(toList(version, toRotation(rotation)));
  }
  return lists;
}

async function writeEvents({ tx, files, lastSlot, counts, onProgress }: Writing): Promise<void> {
  let slot: PlacedSnapshotEvent[] = [];
  const writeSlot = async () => {
    const ranks = rankEvents(slot);
    for (const { txIndex: _, ...event } of slot)
      await files.write("events", eventLine({ ...event, order: ranks.get(event.signature) ?? null }));
    slot = [];
  };
  for await (const page of selectEventsUpTo(tx, lastSlot)) {
    for (const event of page) {
      counts.firstSlot ??= event.slot;
      if (slot[0] && slot[0].slot !== event.slot) await writeSlot();
      slot.push(event);
    }
    counts.events += page.length;
    onProgress?.("events", page.length);
  }
  await writeSlot();
}

/**
 * Returns the ranks of the transactions of a slot; empty for a single one. Endpoints count the transactions of a slot
 * differently, but all in the same order.
 */
function rankEvents(events: readonly PlacedSnapshotEvent[]): Map<string, number> {
  const positions = new Map(events.map(({ signature, txIndex }) => [signature, txIndex]));
  if (positions.size <= 1) return new Map();
  const ordered = [...positions].map(([signature, txIndex]) => {
    if (txIndex === null)
      throw new SnapshotRefusedError(
        `The order of the transactions of slot ${events[0]?.slot} is unknown. Run: vesting-index sync --from-slot ${events[0]?.slot}`,
      );
    return { signature, txIndex };
  });
  ordered.sort((a, b) => a.txIndex - b.txIndex);
  return new Map(ordered.map(({ signature }, rank) => [signature, rank]));
}
