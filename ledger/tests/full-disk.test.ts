import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FileRecordStore } from "../history/file-record-store";
import type { LedgerOptions } from "../start-ledger";
import { createNonce, nonceIn } from "./support/durable-nonce";
import { disk } from "./support/faulty-disk";
import { createTransfer, TestLedger } from "./support/ledger";
import { PATIENT } from "./support/long";

vi.mock("node:fs", async (original) => {
  const { withDiskErrors } = await import("./support/faulty-disk");
  return withDiskErrors(await original());
});

let folder: string;
let ledger: TestLedger | undefined;
const errors: unknown[] = [];

async function start(options: LedgerOptions = {}): Promise<TestLedger> {
  const onError = (error: unknown) => void errors.push(error);
  ledger = await TestLedger.start({
    dataDir: folder,
    instant: false,
    finalizedAfter: 3,
    onError,
    ...options,
  });
  return ledger;
}

async function restart(options: LedgerOptions = {}): Promise<TestLedger> {
  await ledger?.close();
  return start(options);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "full-disk-"));
});
afterEach(async () => {
  disk.reset();
  errors.length = 0;
  await ledger?.close();
  ledger = undefined;
  rmSync(folder, { recursive: true });
});

const NO_SPACE = expect.objectContaining({ code: "ENOSPC" });

describe("a ledger on a full disk", () => {
  const getBalance = (at: TestLedger, keypair: Keypair) =>
    at.connection.getBalance(keypair.publicKey, "processed");

  it.each([0, 100])("executes nothing of a transaction of which %i bytes can be stored", async (space) => {
    const first = await start();
    const [me, to] = [first.wallet(), Keypair.generate()];
    const before = await getBalance(first, me);
    const transaction = await first.sign([createTransfer(me, to.publicKey, 1_000_000)], [me]);
    const send = () => first.connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    disk.space = space;
    await expect(send()).rejects.toThrow("Internal error");
    expect(errors).toEqual([NO_SPACE]);
    expect([await getBalance(first, me), await getBalance(first, to)]).toEqual([before, 0]);
    const fees = await first.call("getRecentPrioritizationFees", [to.publicKey.toBase58()]);
    first.controls.dropTransaction(new Uint8Array(64));

    disk.reset();
    const signature = await send();
    await send();
    expect(await getBalance(first, to)).toBe(1_000_000);
    const other = await first.pay(me, to.publicKey, 2_000_000);
    const second = await restart();
    expect(await getBalance(second, to)).toBe(3_000_000);
    const listed = await second.connection.getSignaturesForAddress(to.publicKey, {}, "confirmed");
    expect(listed.map((item) => item.signature)).toEqual([other, signature]);
    expect(fees.result).toEqual([]);
  });

  it("leaves a durable nonce valid when its transaction cannot be stored", async () => {
    const first = await start();
    const [me, to] = [first.wallet(), Keypair.generate()];
    const own = await createNonce(first, me);
    first.controls.advanceSlots(1);
    const transaction = new Transaction({ feePayer: me.publicKey }).add(
      SystemProgram.nonceAdvance(own),
      createTransfer(me, to.publicKey, 1_000_000),
    );
    const account = await first.connection.getAccountInfo(own.noncePubkey, "processed");
    transaction.recentBlockhash = await nonceIn(first, own);
    transaction.sign(me);
    const send = () => first.connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    disk.space = 0;
    await expect(send()).rejects.toThrow("Internal error");
    expect(await first.connection.getAccountInfo(own.noncePubkey, "processed")).toEqual(account);
    disk.reset();
    await send();
    expect(await getBalance(await restart(), to)).toBe(1_000_000);
  });

  it("keeps all transactions when it cannot store that one is dropped", async () => {
    const first = await start();
    const [me, to] = [first.wallet(), Keypair.generate()];
    const dropped = await first.pay(me, to.publicKey, 1_000_000);
    await first.pay(me, to.publicKey, 2_000_000);
    disk.space = 0;
    expect((await first.call("ledger_dropTransaction", dropped)).error?.code).toBe(-32603);
    expect(await getBalance(first, to)).toBe(3_000_000);
    disk.reset();
    expect(await getBalance(await restart(), to)).toBe(3_000_000);
  });

  it("keeps its slot open, reports the error once and is unhealthy until there is room again", async () => {
    const running = await start({ slotMs: 10 });
    const health = () => running.call("getHealth");
    await expect.poll(() => running.controls.openSlot(), PATIENT).toBeGreaterThan(3);
    expect(await health()).toMatchObject({ result: "ok" });
    disk.space = 2;
    await expect.poll(() => errors, PATIENT).toEqual([NO_SPACE]);
    const slot = running.controls.openSlot();
    expect(await health()).toMatchObject({ error: { code: -32005, message: "Node is unhealthy" } });
    expect(() => running.controls.skipSlots(5)).toThrow("ENOSPC");
    expect(running.controls.openSlot()).toBe(slot);
    expect(errors).toHaveLength(1);
    disk.reset();
    await expect.poll(() => running.controls.openSlot(), PATIENT).toBeGreaterThan(slot);
    await expect.poll(health, PATIENT).toMatchObject({ result: "ok" });
    const again = await restart();
    expect(again.controls.openSlot()).toBeGreaterThan(slot);
  });

  it("releases its folder when it cannot store the last snapshot", async () => {
    const first = await start();
    const me = first.wallet();
    const before = await getBalance(first, me);
    disk.space = 0;
    await expect(first.close()).rejects.toThrow("ENOSPC");
    ledger = undefined;
    disk.reset();
    expect(await getBalance(await start(), me)).toBe(before);
  });

  it("stores everything when each call writes only a few bytes", async () => {
    disk.maxWrite = 3;
    const first = await start();
    const [me, to] = [first.wallet(), Keypair.generate()];
    await first.pay(me, to.publicKey, 1_000_000);
    first.controls.advanceSlots(10);
    const slot = first.controls.openSlot();
    await first.close();
    expect(JSON.parse(readFileSync(join(folder, "ledger.json"), "utf8"))).toMatchObject({ format: 1 });
    const second = await start();
    expect(second.controls.openSlot()).toBe(slot);
    expect(await second.connection.getBalance(to.publicKey)).toBe(1_000_000);
  });
});

describe("FileRecordStore", () => {
  const record = (size: number, byte: number) => new Uint8Array(size).fill(byte);
  const stored = (store: FileRecordStore) => [...store.scan()].map(({ payload }) => payload[0]);

  it("removes a part of a record that does not fit", () => {
    const store = new FileRecordStore(folder);
    store.append(record(100, 1));
    disk.space = 50;
    expect(() => store.append(record(200, 2))).toThrow("ENOSPC");
    disk.reset();
    store.append(record(10, 3));
    store.close();
    const again = new FileRecordStore(folder);
    expect(stored(again)).toEqual([1, 3]);
    again.close();
  });

  it("syncs a full segment before it begins the next, and the folder that names it", async () => {
    const store = new FileRecordStore(folder, 100);
    store.append(record(80, 1));
    disk.events = [];
    store.append(record(80, 2));
    expect(disk.events).toEqual(["sync 000001.seg", `sync ${folder.split("/").pop()}`]);
    await store.sync();
    await store.sync();
    expect(disk.events.slice(2)).toEqual(["sync 000002.seg"]);
    store.close();
  });

  it("syncs again after a failed sync", async () => {
    const store = new FileRecordStore(folder);
    store.append(record(80, 1));
    disk.failsSync = true;
    await expect(store.sync()).rejects.toThrow("EIO");
    disk.events = [];
    await store.sync();
    expect(disk.events).toEqual(["sync 000001.seg"]);
    store.close();
  });

  it("syncs a record that was appended during a sync", async () => {
    const store = new FileRecordStore(folder);
    store.append(record(80, 1));
    const first = store.sync();
    store.append(record(80, 2));
    await first;
    disk.events = [];
    await store.sync();
    expect(disk.events).toEqual(["sync 000001.seg"]);
    store.close();
  });
});

describe("a snapshot", () => {
  it("becomes visible after history, slots and its own content were synced", async () => {
    const first = await start();
    first.wallet();
    disk.events = [];
    await first.close();
    ledger = undefined;
    expect(disk.events).toEqual([
      "sync 000001.seg",
      "sync slots.bin",
      "sync snapshot.bin.new",
      "rename snapshot.bin",
      `sync ${folder.split("/").pop()}`,
    ]);
  });
});
