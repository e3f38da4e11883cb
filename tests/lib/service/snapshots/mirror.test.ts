import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { isNull } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "@/db/client";
import { stageVersion } from "@/db/queries/registration/staged-versions";
import { leaves, rootVersions } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { chunk } from "@/lib/core/chunk";
import { ingestSignatures } from "@/lib/service/indexer/store/ingest";
import { leafBatches } from "@/lib/service/registration/submitted-tree";
import { readSnapshot } from "@/lib/service/snapshots/mirror";
import { verifyFiles } from "@/lib/service/snapshots/read-files";
import { SnapshotError } from "@/lib/service/snapshots/snapshot-error";
import { openSource } from "@/lib/service/snapshots/source";
import { expireLease, indexerContext, indexOf } from "@/tests/indexer/support/index-of";
import { createTestDatabase } from "@/tests/support/database";
import { forgeSnapshot, type Lines } from "./support/forged-snapshot";
import { getMirror, getSnapshot, SnapshotHistory } from "./support/indexed-history";

async function newDatabase(): Promise<Database> {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  return db;
}

async function snapshotted() {
  const history = await SnapshotHistory.create();
  const db = await newDatabase();
  await history.index(db);
  return { history, db, ...(await getSnapshot(db)) };
}

/** The events and the lists of an index without what only its service knows. */
async function getContent(db: Database) {
  const { events, stored, projections } = await indexOf(db);
  const texts = (rows: unknown[]) => rows.map((row) => ({ ...(row as object), txIndex: undefined }));
  const own = { metadata: null, creatorSigned: false, sortName: "", createdAt: 0n };
  return {
    events: Object.entries(events).map(([type, rows]) => [type, texts(rows)]),
    stored: texts(stored),
    projections: projections.map((row) => ({ ...row, ...own })),
  };
}

const forged = (path: string, change: (lines: Lines) => Lines) =>
  forgeSnapshot(path, { kind: "events", change });

const isClaim = ({ event }: Record<string, unknown>) => event === "Claimed";

describe("mirrorSnapshot", () => {
  test(
    "stores the same index as the source, from which it writes the same snapshot",
    async () => {
      const { history, db, path, manifest } = await snapshotted();
      const mirrored = await newDatabase();
      const report = await getMirror(mirrored, history, { location: path });
      expect(report).toMatchObject({ skipped: [], omitted: 0, unavailable: 0 });
      expect(report.checked).toBeGreaterThan(30);
      expect(report.run.drift).toEqual([]);
      expect(await getContent(mirrored)).toEqual(await getContent(db));
      expect((await getSnapshot(mirrored)).manifest).toEqual(manifest);
    },
    LONG.timeout,
  );

  test(
    "indexes what happened after the snapshot",
    async () => {
      const { history, db, path } = await snapshotted();
      history.claim();
      await history.index(db, { isRegistered: true });
      const mirrored = await newDatabase();
      const { run } = await getMirror(mirrored, history, { location: path });
      expect(run.drift).toEqual([]);
      expect(await getContent(mirrored)).toEqual(await getContent(db));
    },
    LONG.timeout,
  );

  test(
    "reads a snapshot from a server that closes connections and ignores ranges",
    async () => {
      const { history, path } = await snapshotted();
      let requests = 0;
      const server = createServer((request, response) => {
        const bytes = readFileSync(join(path, request.url ?? ""));
        requests += 1;
        if (requests === 2) {
          response.writeHead(200, { "content-length": bytes.length });
          response.write(bytes.subarray(0, 100), () => response.destroy());
        } else response.end(bytes);
      }).listen(0, "127.0.0.1");
      onTestFinished(() => void server.close());
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const report = await getMirror(await newDatabase(), history, { location: `http://127.0.0.1:${port}` });
      expect(report.run.drift).toEqual([]);
    },
    LONG.timeout,
  );

  test(
    "continues after it was killed at any step, and stores nothing twice",
    async () => {
      const { history, db, path } = await snapshotted();
      const expected = await getContent(db);
      const mirrored = await newDatabase();
      let kills = 0;
      for (let at = 1; ; at++) {
        let step = 0;
        const onStep = () => {
          step += 1;
          if (step === at) throw new Error("killed");
        };
        const outcome = await getMirror(mirrored, history, { location: path, onStep }).catch(() => null);
        if (outcome) break;
        kills += 1;
        expect(kills).toBeLessThan(50);
        await expireLease(mirrored);
      }
      expect(kills).toBeGreaterThanOrEqual(10);
      expect(await getContent(mirrored)).toEqual(expected);
    },
    LONG.timeout,
  );

  test(
    "deletes the leaves of a list that a killed attempt stored in part",
    async () => {
      const { history, path } = await snapshotted();
      const mirrored = await newDatabase();
      const onStep = () => {
        throw new Error("killed");
      };
      await expect(getMirror(mirrored, history, { location: path, onStep })).rejects.toThrow("killed");
      const [list] = history.campaigns[0]?.lists ?? [];
      if (!list) throw new Error("There is no list.");
      const root = { merkleRoot: list.merkleRoot, leafCount: 1_000, minCliffTime: 20n };
      await stageVersion(mirrored, { ...root, leaves: leafBatches(list.proved) });
      await getMirror(mirrored, history, { location: path });
      expect(await mirrored.$count(rootVersions, isNull(rootVersions.campaignId))).toBe(0);
      expect(await mirrored.$count(leaves)).toBe(7 + 3 + 4);
    },
    LONG.timeout,
  );

  test(
    "refuses a database that has an index",
    async () => {
      const { history, db, path } = await snapshotted();
      await expect(getMirror(db, history, { location: path })).rejects.toThrow("database: it is not empty");
    },
    LONG.timeout,
  );
});

describe("writeSnapshot", () => {
  test(
    "writes the same bytes if the campaigns were registered after their events were indexed",
    async () => {
      const { history, manifest } = await snapshotted();
      const late = await newDatabase();
      await history.index(late, { isLate: true });
      expect((await getSnapshot(late)).manifest).toEqual(manifest);
    },
    LONG.timeout,
  );

  test(
    "writes the same bytes for any order in which the transactions arrived",
    async () => {
      const { history, manifest } = await snapshotted();
      const signatures = history.ledger.transactions.map(({ signature }) => signature);
      const orders = fc.shuffledSubarray(signatures, { minLength: signatures.length });
      await fc.assert(
        fc.asyncProperty(orders, fc.integer({ min: 1, max: 9 }), async (order, size) => {
          const shuffled = await newDatabase();
          for (const part of chunk(order, size))
            await ingestSignatures(indexerContext(shuffled, history.ledger), part);
          await history.index(shuffled);
          expect((await getSnapshot(shuffled)).manifest).toEqual(manifest);
        }),
        { numRuns: caseCount(12) },
      );
    },
    LONG.timeout,
  );

  test(
    "refuses a slot to which the index is not final",
    async () => {
      const { db } = await snapshotted();
      await expect(getSnapshot(db, { slot: 969n })).rejects.toThrow("only up to slot 968");
    },
    LONG.timeout,
  );
});

describe("a hostile server", () => {
  const refusals: [string, (lines: Lines) => Lines, string][] = [
    [
      "omits a claim",
      (lines) => lines.filter((line) => line !== lines.filter(isClaim)[9]),
      "its claims sum up to",
    ],
    [
      "repeats a claim under another signature",
      (lines) => [...lines, { ...lines.filter(isClaim)[3], signature: "z".repeat(88), slot: "900" }],
      "its claims sum up to",
    ],
    [
      "repeats a transaction in a later slot",
      (lines) => [...lines, { ...lines.filter(isClaim)[3], slot: "900" }],
      "The slot is wrong",
    ],
    ["reorders events", (lines) => lines.toReversed(), "out of order, or repeated"],
    ["repeats a line", (lines) => lines.flatMap((line) => [line, line]), "out of order, or repeated"],
    [
      "changes an amount",
      (lines) =>
        lines.map((line) =>
          isClaim(line) ? { ...line, data: { ...(line.data as object), amount: "2" } } : line,
        ),
      "The event is wrong",
    ],
  ];

  test(
    "is refused when it changes events",
    async () => {
      const { history, path } = await snapshotted();
      for (const [, change, reason] of refusals) {
        const location = forged(path, change);
        const refused = getMirror(await newDatabase(), history, { location });
        await expect(refused).rejects.toThrow(reason);
      }
    },
    LONG.timeout,
  );

  test(
    "cannot hide the last claims: the index reads them from the network, or reports the drift",
    async () => {
      const { history, db, path } = await snapshotted();
      const location = forged(path, (lines) => {
        const last = lines.filter(isClaim).slice(-3);
        return lines.filter((line) => !last.includes(line));
      });
      const sampled = await newDatabase();
      const { run } = await getMirror(sampled, history, { location });
      if (run.drift.length === 0)
        expect((await getContent(sampled)).events).toEqual((await getContent(db)).events);
      const all = await newDatabase();
      const report = await getMirror(all, history, { location, verify: "all" });
      expect(report.omitted).toBe(3);
      expect(report.run.drift).toEqual([]);
      expect((await getContent(all)).events).toEqual((await getContent(db)).events);
    },
    LONG.timeout,
  );
});

test(
  "200 random changes of one byte are each refused with the changed file",
  async () => {
    const { path } = await snapshotted();
    const names = readdirSync(join(path, "files")).map((name) => `files/${name}`);
    const all = ["manifest.json", ...names];
    const places: string[] = [];
    for (let round = 0; round < 200; round++) {
      const name = all[Math.floor(Math.random() * all.length)] ?? "";
      const original = readFileSync(join(path, name));
      const changed = Buffer.from(original);
      const at = Math.floor(Math.random() * changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 + Math.floor(Math.random() * 255));
      writeFileSync(join(path, name), changed);
      const source = openSource(path);
      const error = await readSnapshot(source)
        .then(({ snapshot }) => verifyFiles(source, snapshot))
        .catch((thrown: unknown) => thrown);
      expect(error, `${name}, byte ${at}`).toBeInstanceOf(SnapshotError);
      if (error instanceof SnapshotError)
        places.push(error.location.startsWith(name) ? "right" : `${name}: ${error.location}`);
      writeFileSync(join(path, name), original);
    }
    expect(places).toEqual(Array(200).fill("right"));
  },
  LONG.timeout,
);
