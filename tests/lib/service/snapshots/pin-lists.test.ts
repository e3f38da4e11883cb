import type { ServerResponse } from "node:http";
import { isNull } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { selectCampaignDetail } from "@/db/queries/campaigns/campaign-detail";
import { campaigns, leaves, rootVersions } from "@/db/schema";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { addFile, IpfsError } from "@/lib/service/snapshots/ipfs-endpoint";
import { pinLists } from "@/lib/service/snapshots/pin-lists";
import { openTestDatabase } from "@/tests/support/database";
import { SnapshotHistory } from "./support/indexed-history";
import { PIN_TOKEN, type PinningServer, startPinningServer } from "./support/pinning-server";

const database = openTestDatabase();
let server: PinningServer;
let endpoint: { url: string; token: string | undefined };
let history: SnapshotHistory;

beforeAll(async () => {
  history = await SnapshotHistory.create(5);
  await history.index(database.db);
});

beforeEach(async () => {
  server = await startPinningServer();
  endpoint = { url: server.url, token: PIN_TOKEN };
  await database.db.update(rootVersions).set({ ipfsCid: null });
});
afterEach(() => server.close());

const countUnpinned = (db: Database) => db.$count(rootVersions, isNull(rootVersions.ipfsCid));

describe("pinLists", () => {
  test("stores the CID of each list, which the campaign's root versions show", async () => {
    const { db } = database;
    expect(await pinLists(db, endpoint)).toBe(3);
    expect(server.files.size).toBe(3);
    for (const { treeAddress, lists } of history.campaigns.slice(0, 2)) {
      const detail = await selectCampaignDetail(db, { treeAddress, now: 0n });
      const cids = detail?.rootVersions.map(({ ipfsCid }) => ipfsCid) ?? [];
      expect(cids).toHaveLength(lists.length);
      for (const cid of cids) expect(server.files.has(cid ?? "")).toBe(true);
    }
    expect(await pinLists(db, endpoint)).toBe(0);
  });

  test("pins documents whose proofs lead to their roots", async () => {
    await pinLists(database.db, endpoint);
    for (const content of server.files.values()) {
      const list = JSON.parse(content.toString());
      const campaign = history.campaigns.find(({ treeAddress }) => treeAddress === list.treeAddress);
      expect(campaign?.lists.map(({ merkleRoot }) => merkleRoot)).toContain(list.merkleRoot);
      expect(list).toMatchObject({ format: "vesting-index-list/1", leafCount: list.leaves.length });
      for (const { proof, ...leaf } of list.leaves) {
        const of = { leaf: toLeaf(leaf), proof: toProofBytes(proof) };
        expect(await verifyProof({ ...of, root: list.merkleRoot, leafCount: list.leafCount })).toBe(true);
      }
    }
  });

  test("keeps content ids that are stored, and omits unverified campaigns", async () => {
    const { db } = database;
    await db.update(rootVersions).set({ ipfsCid: "of the creator" });
    expect(await pinLists(db, endpoint)).toBe(0);
    await db.update(rootVersions).set({ ipfsCid: null });
    await db.update(campaigns).set({ verified: false });
    expect(await pinLists(db, endpoint)).toBe(0);
    await db.update(campaigns).set({ verified: true });
    expect(server.files.size).toBe(0);
  });

  test("continues after the lists that an interrupted attempt has pinned", async () => {
    const { db } = database;
    const first = pinLists(db, endpoint, () => {
      server.answer = (response) => response.destroy();
    });
    await expect(first).rejects.toThrow("cannot be reached");
    expect(server.files.size).toBe(1);
    expect(await countUnpinned(db)).toBe(2);
    server.answer = null;
    expect(await pinLists(db, endpoint)).toBe(2);
    expect(await countUnpinned(db)).toBe(0);
  });

  test("refuses a list that lacks leaves", async () => {
    const { db } = database;
    await db.delete(leaves);
    await expect(pinLists(db, endpoint)).rejects.toThrow("0 of 7 leaves");
    expect(await countUnpinned(db)).toBe(3);
  });
});

describe("addFile", () => {
  const add = (over: Partial<typeof endpoint> = {}, idleMs?: number, size = 11) => {
    const content = async function* () {
      yield Buffer.alloc(size);
    };
    return addFile({ ...endpoint, ...over }, content(), idleMs === undefined ? {} : { idleMs });
  };
  const json = (value: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(value));

  test("returns the CID of a file of several blocks", async () => {
    const cid = await add({}, undefined, 1_000_000);
    expect(server.files.get(cid)).toHaveLength(1_000_000);
    expect(cid).toMatch(/^bafybei/);
  });

  const refusals: [name: string, answer: (response: ServerResponse) => void, message: string][] = [
    ["the CID of other bytes", json({ Hash: `bafkrei${"a".repeat(52)}` }), "but the list has"],
    ["a CID of version 0", json({ Hash: `Qm${"a".repeat(44)}` }), "did not return a CID of version 1"],
    ["a path", json({ Hash: "../../etc/passwd" }), "did not return a CID of version 1"],
    ["text", (response) => void response.end("<html>"), "did not return a CID of version 1"],
    ["nothing", (response) => void response.end(), "did not return a CID of version 1"],
    ["too many bytes", (response) => void response.end("a".repeat(1_000_000)), "cannot be reached"],
    [
      "a redirect",
      (response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
      "cannot be reached",
    ],
    [
      "an error",
      (response) => void response.writeHead(500).end(JSON.stringify({ Message: "the disk is full" })),
      "HTTP status 500: the disk is full.",
    ],
  ];
  test.each(refusals)("refuses an endpoint that returns %s", async (_name, answer, message) => {
    server.answer = answer;
    const error = await add().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IpfsError);
    expect(String(error)).toContain(message);
  });

  test("refuses an endpoint that does not respond in time", async () => {
    server.answer = () => undefined;
    await expect(add({}, 200)).rejects.toThrow("did not respond within 0.2 s");
  });

  test("states that the token is wrong, without the token", async () => {
    const error = await add({ token: "another-token" }).catch((thrown: unknown) => String(thrown));
    expect(error).toBe(
      "IpfsError: The endpoint of IPFS_API_URL responded with HTTP status 401: the token is wrong.",
    );
  });
});
