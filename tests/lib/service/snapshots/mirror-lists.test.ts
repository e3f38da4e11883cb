import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { eq } from "drizzle-orm";
import nacl from "tweetnacl";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "@/db/client";
import { campaigns, leaves, rootVersions } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { type SnapshotBody, snapshotMessage } from "@/lib/contract/snapshot";
import { createTestDatabase } from "@/tests/support/database";
import { forgeSnapshot, type Lines } from "./support/forged-snapshot";
import { getMirror, getSnapshot, SnapshotHistory } from "./support/indexed-history";

const key = Keypair.generate();
const signer = key.publicKey.toBase58();
/** The second campaign of the history, whose account is closed. */
const CLOSED = 1;

let history: SnapshotHistory;
const folder = mkdtempSync(join(tmpdir(), "vesting-closed-lists-"));
/** Folders of the same snapshot. */
let signed = "";
let unsigned = "";

async function newDatabase(): Promise<Database> {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  return db;
}

const getSignature = (body: SnapshotBody, { publicKey, secretKey }: Keypair) => ({
  signer: publicKey.toBase58(),
  signature: bs58.encode(nacl.sign.detached(snapshotMessage(body), secretKey)),
});

/** Returns the number of leaves of each stored list of a tree, oldest first. */
async function storedLists(db: Database, treeAddress: string): Promise<number[]> {
  const versions = await db
    .select({ id: rootVersions.id })
    .from(rootVersions)
    .innerJoin(campaigns, eq(campaigns.id, rootVersions.campaignId))
    .where(eq(campaigns.treeAddress, treeAddress))
    .orderBy(rootVersions.version);
  return Promise.all(versions.map(({ id }) => db.$count(leaves, eq(leaves.rootVersionId, id))));
}

/** Gives the last leaf of the closed campaign's lists to another recipient. */
const redirectLeaf = (lines: Lines): Lines =>
  lines.map((line, at) => (at === lines.length - 1 ? { ...line, beneficiary: signer } : line));

describe("the list of a closed account", () => {
  beforeAll(async () => {
    history = await SnapshotHistory.create(5);
    history.close(CLOSED);
    const { db, close } = await createTestDatabase();
    await history.index(db);
    const sign = async (message: Uint8Array) => nacl.sign.detached(message, key.secretKey);
    const getFolder = (name: string) => ({ folder: join(folder, name) });
    signed = (await getSnapshot(db, { ...getFolder("signed"), signer: { address: signer, sign } })).path;
    unsigned = (await getSnapshot(db, getFolder("unsigned"))).path;
    await close();
  }, LONG.timeout);
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is stored with every leaf if the snapshot has the signature of the named signer", LONG, async () => {
    const db = await newDatabase();
    const { skipped, run } = await getMirror(db, history, { location: signed, signer });
    expect(skipped).toEqual([]);
    expect(run.drift).toEqual([]);
    expect(await storedLists(db, history.tree(CLOSED))).toEqual([3, 4]);
  });

  test("is omitted and reported without a named signer, also if the snapshot is signed", LONG, async () => {
    for (const location of [signed, unsigned]) {
      const db = await newDatabase();
      const { skipped } = await getMirror(db, history, { location });
      expect(skipped).toEqual([{ treeAddress: history.tree(CLOSED), reason: "closed" }]);
      expect(await storedLists(db, history.tree(CLOSED))).toEqual([]);
      expect(await storedLists(db, history.tree(0))).toEqual([7]);
    }
  });

  const other = Keypair.generate();
  const refusals: [name: string, location: () => string, message: string][] = [
    ["the snapshot is not signed", () => unsigned, "manifest.json, signature: the signer is missing"],
    [
      "another key signed it",
      () =>
        forgeSnapshot(signed, {
          ...{ kind: "lists", change: (lines) => lines },
          sign: (body) => getSignature(body, other),
        }),
      `the signer is ${other.publicKey.toBase58()}`,
    ],
    [
      "it was changed, and has the signature of the original",
      () =>
        forgeSnapshot(signed, {
          ...{ kind: "lists", change: redirectLeaf },
          sign: (_body, { signature }) => signature,
        }),
      "the signature is not valid",
    ],
    [
      "it was changed and another key signed it in the name of the signer",
      () =>
        forgeSnapshot(signed, {
          ...{ kind: "lists", change: redirectLeaf },
          sign: (body) => ({ ...getSignature(body, other), signer }),
        }),
      "the signature is not valid",
    ],
    [
      "the signer signed leaves that do not have its root",
      () =>
        forgeSnapshot(signed, {
          ...{ kind: "lists", change: redirectLeaf },
          sign: (body) => getSignature(body, key),
        }),
      "not merkleRoot",
    ],
  ];
  test.each(refusals)("is refused if %s", LONG, async (_name, location, message) => {
    const db = await newDatabase();
    await expect(getMirror(db, history, { location: location(), signer })).rejects.toThrow(message);
    expect(await storedLists(db, history.tree(CLOSED))).not.toContain(4);
  });
});
