/**
 * Measures `vesting-index mirror` of one campaign, its leaves and as many claims, then `vesting-index reindex` of the
 * same events, with a ledger in this process that answers at once. Needs Postgres.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { urlOfSecond } from "@/cli/vesting-index/commands/reindex";
import { openDatabase } from "@/db/client";
import { SNAPSHOT_FORMAT } from "@/lib/contract/snapshot";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { buildTree } from "@/lib/core/merkle/tree";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { ProgramEvent } from "@/lib/core/solana/events";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { readTransaction } from "@/lib/core/solana/read-transaction";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { systemClock } from "@/lib/service/clock";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { createLogger } from "@/lib/service/log";
import { reindex } from "@/lib/service/reindex/reindex";
import { campaignLine, eventLine, leafLine, listLine } from "@/lib/service/snapshots/lines";
import { manifestText, snapshotRoot } from "@/lib/service/snapshots/manifest";
import { mirrorSnapshot } from "@/lib/service/snapshots/mirror";
import { openSource } from "@/lib/service/snapshots/source";
import { SnapshotFiles } from "@/lib/service/snapshots/write-files";
import { FakeLedger, named, programLog, signatureNamed } from "@/tests/indexer/support/fake-ledger";
import { createDatabase } from "./support/database";
import { type Row, record } from "./support/report";

const SIZES = (process.argv[2] ?? "100000,1000000").split(",").map(Number);
const GOAL_SECONDS = 180;
const REINDEX_GOAL_SECONDS = 240;
const [CREATOR, MINT, CAMPAIGN_ID, CREATED_AT] = [named("creator"), named("mint"), 1n, 1_000n];
const { address: TREE } = findVestingTreeAddress({
  ...{ creator: CREATOR, mint: MINT, campaignId: CAMPAIGN_ID, programId: DEFAULT_PROGRAM_ID },
});
/** Claims per slot. */
const PER_SLOT = 4;
const AMOUNT = 10n;

/** Answers at once for a long history, whose transactions it builds when they are requested. */
class BenchLedger extends FakeLedger {
  signatures: string[] = [];
  numbers = new Map<string, number>();
  getEvents: (number: number) => ProgramEvent[] = () => [];

  setSignatures(signatures: string[]): void {
    this.signatures = signatures;
    for (const [number, signature] of signatures.entries()) this.numbers.set(signature, number);
  }

  override async getSignatures(...[, options = {}]: Parameters<FakeLedger["getSignatures"]>) {
    const { before, until, limit = this.pageLimit } = options;
    const end = before === undefined ? this.signatures.length : (this.numbers.get(before) ?? 0);
    const page = this.signatures.slice(Math.max(0, end - limit), end).reverse();
    const known = until === undefined ? -1 : page.indexOf(until);
    return (known < 0 ? page : page.slice(0, known)).map((signature) => {
      const { slot, txIndex: transactionIndex } = getPosition(this.numbers.get(signature) ?? 0);
      const outcome = { blockTime: CREATED_AT, failed: false, finalized: true };
      return { signature, slot, transactionIndex, ...outcome };
    });
  }

  override async getTransactions(signatures: readonly string[]) {
    return signatures.map((signature) => {
      const number = this.numbers.get(signature);
      if (number === undefined) return null;
      const outcome = { blockTime: CREATED_AT, failed: false, accounts: [DEFAULT_PROGRAM_ID, TREE] };
      const logs = programLog(this.getEvents(number));
      return readTransaction({ signature, ...getPosition(number), ...outcome, logs }, DEFAULT_PROGRAM_ID);
    });
  }
}

const getPosition = (number: number) => ({ slot: getSlot(number), txIndex: number % PER_SLOT });

const getSlot = (number: number) => 100n + BigInt(Math.floor(number / PER_SLOT));

const getLeaf = (leafIndex: number): Leaf => ({
  ...{ leafIndex, beneficiary: named(`person ${leafIndex}`), amount: AMOUNT },
  ...{ releaseType: ReleaseType.Linear, startTime: 10n, cliffTime: 20n, endTime: 3_000n, milestoneIdx: 0 },
});

async function prepare(folder: string, size: number) {
  mkdirSync(join(folder, "files"), { recursive: true });
  const files = new SnapshotFiles(folder);
  const leaves = Array.from({ length: size }, (_, at) => getLeaf(at));
  const { root: merkleRoot } = await buildTree(LeafList.of(leaves));
  const totalSupply = AMOUNT * BigInt(size);
  const created: ProgramEvent = {
    name: "CampaignCreated",
    data: { tree: TREE, creator: CREATOR, mint: MINT, totalSupply, leafCount: size, cancellable: true },
  };
  const ledger = new BenchLedger();
  const signatures = Array.from({ length: size }, (_, at) => signatureNamed(`claim ${at}`));
  ledger.setSignatures(signatures);
  const authorities = { cancellable: true, cancelAuthority: CREATOR, pauseAuthority: CREATOR };
  const terms = { creator: CREATOR, mint: MINT, campaignId: CAMPAIGN_ID, totalSupply, ...authorities };
  // The first claim is in the transaction of the creation, so that every transaction is like the others.
  const creation = { signature: signatures[0] ?? "", index: 0, slot: getSlot(0), blockTime: CREATED_AT };
  await files.write("lists", campaignLine({ treeAddress: TREE, ...terms, creation }));
  await files.write("lists", listLine({ merkleRoot, leafCount: size, rotation: null }));
  for (const leaf of leaves) await files.write("lists", leafLine(leaf));
  const getClaim = (at: number): ProgramEvent => ({
    name: "Claimed",
    data: {
      ...{
        tree: TREE,
        beneficiary: leaves[at]?.beneficiary ?? "",
        leafIndex: at,
        amount: 1n,
        milestoneIdx: null,
      },
      ...{ totalClaimedByUser: 1n, totalClaimedOverall: BigInt(at + 1) },
    },
  });
  ledger.getEvents = (at) => (at === 0 ? [created, getClaim(0)] : [getClaim(at)]);
  for (let from = 0; from < size; from += PER_SLOT) {
    const slot = signatures.slice(from, from + PER_SLOT).map((signature, order) => ({ signature, order }));
    for (const { signature, order } of slot.sort((a, b) => (a.signature < b.signature ? -1 : 1))) {
      const position = { signature, order, slot: getSlot(from), blockTime: CREATED_AT };
      for (const [index, event] of ledger.getEvents(from + order).entries())
        await files.write("events", eventLine({ ...position, index, event }));
    }
  }
  await files.end();
  const lastSlot = getSlot(size) + 10n;
  const facts = {
    genesis: ledger.genesis,
    programId: DEFAULT_PROGRAM_ID,
    firstSlot: "100",
    lastSlot: `${lastSlot}`,
  };
  const body = { ...facts, events: size + 1, campaigns: 1, leaves: size, files: files.files };
  const snapshot = { ...body, root: snapshotRoot(body) };
  writeFileSync(
    join(folder, "manifest.json"),
    manifestText({ format: SNAPSHOT_FORMAT, snapshot, signature: null }),
  );
  ledger.headSlot = ledger.finalSlot = lastSlot + 100n;
  ledger.accounts.set(TREE, {
    ...terms,
    ...{ layout: "current", vault: named("vault"), vaultAuthority: named("vault authority"), bump: 255 },
    ...{ merkleRoot, leafCount: size, totalClaimed: BigInt(size), cancelledAt: null, paused: false },
    ...{ createdAt: CREATED_AT, releasedMilestones: [], minCliffTime: 20n, instantRefunded: false },
  });
  const bytes = files.files.reduce((sum, file) => sum + file.bytes, 0);
  return { ledger, bytes };
}

/** Builds a second index from the ledger and compares both. Returns its seconds. */
async function reindexAll(served: IndexerContext, url: string): Promise<number> {
  const second = await openDatabase({ url: urlOfSecond(url), maxConnections: 4 });
  const startMs = performance.now();
  const { counts } = await reindex({ served, second: second.db }, { version: "bench" });
  const seconds = (performance.now() - startMs) / 1_000;
  await second.close();
  if (counts.missing + counts.changed + counts.unconfirmed > 0)
    throw new Error(`The second index differs: ${JSON.stringify(counts)}`);
  return seconds;
}

async function measure(size: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "vesting-mirror-"));
  const database = await createDatabase();
  try {
    const { ledger, bytes } = await prepare(folder, size);
    const { db, close } = await openDatabase({ url: database.url, maxConnections: 4 });
    const context = {
      ...{ db, chain: ledger, log: createLogger("silent"), programId: DEFAULT_PROGRAM_ID, ...systemClock },
    };
    const startMs = performance.now();
    let [leavesMs, eventsMs] = [startMs, startMs];
    const report = await mirrorSnapshot(context, {
      ...{ source: openSource(folder), verify: "sample" },
      onProgress: (what) => {
        if (what === "leaves") leavesMs = performance.now();
        else eventsMs = performance.now();
      },
    });
    const endMs = performance.now();
    const reindexed = await reindexAll(context, database.url);
    await close();
    if (report.run.drift.length > 0 || report.skipped.length > 0)
      throw new Error(`The mirror differs: ${JSON.stringify(report.run.drift)}`);
    return {
      "leaves and events": size,
      "snapshot MB": bytes / 1e6,
      "leaves s": (leavesMs - startMs) / 1_000,
      "events s": (eventsMs - leavesMs) / 1_000,
      "checks s": (endMs - eventsMs) / 1_000,
      "all s": (endMs - startMs) / 1_000,
      goal: size === 1_000_000 ? `≤ ${GOAL_SECONDS}` : "",
      "compared with the network": report.checked,
      "reindex s": reindexed,
      "its goal": size === 1_000_000 ? `≤ ${REINDEX_GOAL_SECONDS}` : "",
      "peak MiB": process.resourceUsage().maxRSS / 1_024,
    };
  } finally {
    rmSync(folder, { recursive: true });
    await database.remove();
  }
}

const rows: Row[] = [];
for (const size of SIZES) {
  const row = await measure(size);
  console.log(row);
  rows.push(row);
}
record("mirror", rows, { database: "Postgres on the same machine" });
