import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rootVersions } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { createStore, type Store, withStore } from "@/tests/fault/support/copied-store";
import { startCommand } from "@/tests/fault/support/processes";
import { SnapshotHistory } from "@/tests/lib/service/snapshots/support/indexed-history";
import {
  PIN_TOKEN,
  type PinningServer,
  startPinningServer,
} from "@/tests/lib/service/snapshots/support/pinning-server";

let store: Store;
let server: PinningServer;
let folder = "";

beforeAll(async () => {
  server = await startPinningServer();
  folder = await mkdtemp(join(tmpdir(), "vesting-index-snapshots-"));
  store = await createStore(process.env.TEST_DATABASE_URL);
  const history = await SnapshotHistory.create(5);
  await withStore(store, async (db) => {
    await history.index(db);
    await db.update(rootVersions).set({ ipfsCid: null });
  });
}, LONG.timeout);
afterAll(async () => {
  await server.close();
  await store.remove();
  await rm(folder, { recursive: true });
});

const run = async (settings: Record<string, string>) => {
  const args = ["snapshot", "--to", folder, "--pin", "--json"];
  return (await startCommand(args, { ...store.settings, ...settings })).ended;
};

describe("vesting-index snapshot --pin", () => {
  test("pins every list and stores its CID", LONG, async () => {
    const { code, output } = await run({ IPFS_API_URL: `${server.url}/`, IPFS_API_TOKEN: PIN_TOKEN });
    expect(code, output).toBe(0);
    expect(output).toContain('"pinned": 3');
    await withStore(store, async (db) => {
      const versions = await db.select().from(rootVersions);
      const cids = versions.map(({ ipfsCid }) => ipfsCid);
      expect(cids.toSorted()).toEqual([...server.files.keys()].toSorted());
    });
  });

  test("keeps the snapshot if the endpoint refuses a list", LONG, async () => {
    await withStore(store, (db) => db.update(rootVersions).set({ ipfsCid: null }));
    const { code, output } = await run({ IPFS_API_URL: server.url });
    expect(code).toBe(1);
    expect(output).toContain(
      "The snapshot is written. The endpoint of IPFS_API_URL responded with HTTP status 401",
    );
    expect((await readdir(folder)).toSorted()).toEqual([expect.stringMatching(/^\d+$/), "lock"]);
  });

  test("--pin is refused without an endpoint of IPFS", LONG, async () => {
    const { code, output } = await run({});
    expect(code).toBe(2);
    expect(output).toContain("--pin needs an IPFS endpoint: set IPFS_API_URL.");
  });
});
