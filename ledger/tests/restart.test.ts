import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connection, Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNonce, nonceIn } from "./support/durable-nonce";
import { createTransfer, TestLedger } from "./support/ledger";
import { LONG } from "./support/long";

describe("a ledger with a data folder", () => {
  let dataDir: string;
  const running: { close(): Promise<void> }[] = [];
  const start = async (options = {}) => {
    const ledger = await TestLedger.start({ dataDir, instant: false, finalizedAfter: 3, ...options });
    running.push(ledger);
    return ledger;
  };
  const stop = async () => {
    for (const ledger of running.splice(0)) await ledger.close();
  };
  const pay = (ledger: TestLedger, from: Keypair, to: Keypair, lamports: number) =>
    ledger.pay(from, to.publicKey, lamports);

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "ledger-"));
  });
  afterEach(async () => {
    await stop();
    rmSync(dataDir, { recursive: true });
  });

  it("accepts a transaction after a restart that was signed before with a durable nonce", async () => {
    const first = await start();
    const [me, to] = [first.wallet(), Keypair.generate()];
    const own = await createNonce(first, me);
    first.controls.advanceSlots(200);
    const value = await nonceIn(first, own);
    const transaction = new Transaction({ feePayer: me.publicKey }).add(
      SystemProgram.nonceAdvance(own),
      createTransfer(me, to.publicKey, 1_000_000),
    );
    transaction.recentBlockhash = value;
    transaction.sign(me);
    await stop();

    const second = await start();
    expect(await nonceIn(second, own)).toBe(value);
    second.controls.advanceSlots(200);
    await second.connection.sendRawTransaction(transaction.serialize());
    expect(await second.connection.getBalance(to.publicKey, "processed")).toBe(1_000_000);
    const next = await nonceIn(second, own);
    expect(next).not.toBe(value);
    await stop();
    // Its block was not final, so the transaction is executed again.
    expect(await nonceIn(await start(), own)).toBe(next);
  });

  it("continues where it stopped: state, history, slots, clock and open blocks", async () => {
    const first = await start();
    const [me, to] = [first.wallet(), Keypair.generate()];
    const mint = await first.createMint(me);
    const sent: string[] = [];
    for (let count = 1; count <= 5; count++) {
      sent.unshift(await pay(first, me, to, 1_000_000 + count));
      first.controls.advanceSlots(1);
    }
    const account = await first.mintTokens({ mint, authority: me, owner: String(to.publicKey), amount: 7n });
    first.controls.advanceTime(1_000_000);
    first.controls.skipSlots(2);
    sent.unshift(await pay(first, me, to, 5_000_000));
    const see = async (ledger: TestLedger) => ({
      balance: await ledger.connection.getBalance(to.publicKey, "processed"),
      tokens: (await ledger.call("getTokenAccountBalance", account, { commitment: "processed" })).result,
      genesis: await ledger.connection.getGenesisHash(),
      transactions: await Promise.all(
        sent
          .slice(1)
          .map((signature) => ledger.call("getTransaction", signature, { commitment: "confirmed" })),
      ),
      blocks: await ledger.connection.getBlocks(0, 9, "confirmed"),
    });
    const before = await see(first);
    const slot = first.controls.openSlot();
    const { now } = first;
    await stop();

    const second = await start();
    const after = await see(second);
    const contextFree = (value: object) =>
      JSON.parse(JSON.stringify(value, (key, member) => (key === "context" ? null : member)));
    expect(contextFree(after)).toEqual(contextFree(before));
    expect(second.controls.openSlot()).toBe(slot + 1);
    const listed = await second.connection.getSignaturesForAddress(to.publicKey, {}, "confirmed");
    const mintedAndSent = listed.map(({ signature }) => signature);
    expect(mintedAndSent.filter((signature) => sent.includes(signature))).toEqual(sent);
    expect(second.now).toBeGreaterThanOrEqual(now);
    const signature = await pay(second, me, to, 3_000_000);
    expect(mintedAndSent).not.toContain(signature);
    expect(await second.connection.getBalance(to.publicKey, "processed")).toBe(13_000_015);
    expect(await second.connection.getBalance(to.publicKey, "finalized")).toBe(
      Number(Object(before).balance) - 5_000_000,
    );
  });

  it("refuses transactions that were processed before it stopped", async () => {
    const first = await start();
    const me = first.wallet();
    const transfer = createTransfer(me, me.publicKey, 1);
    const transaction = await first.sign([transfer], [me]);
    const send = (ledger: TestLedger) =>
      ledger.connection.sendRawTransaction(transaction.serialize(), { preflightCommitment: "processed" });
    await send(first);
    await stop();
    const second = await start();
    await expect(send(second)).rejects.toThrow("This transaction has already been processed");
  });

  it("still knows after a restart that a transaction was dropped", async () => {
    const first = await start();
    const [me, gone, stored] = [first.wallet(), Keypair.generate(), Keypair.generate()];
    const dropped = await pay(first, me, gone, 1_000_000);
    const stays = await pay(first, me, stored, 2_000_000);
    first.controls.advanceSlots(1);
    const abandoned = await first.connection.getLatestBlockhash("processed");
    expect((await first.call("ledger_dropTransaction", dropped)).result).toBe(true);
    const { blockhash } = await first.connection.getLatestBlockhash("processed");
    await stop();
    rmSync(join(dataDir, "snapshot.bin"));
    const second = await start();
    const isValid = async (hash: string) =>
      (await second.connection.isBlockhashValid(hash, { commitment: "processed" })).value;
    expect([await isValid(abandoned.blockhash), await isValid(blockhash)]).toEqual([false, true]);
    const statuses = await second.connection.getSignatureStatuses([dropped, stays]);
    expect(statuses.value.map((status) => status !== null)).toEqual([false, true]);
    expect(await second.connection.getBalance(gone.publicKey, "processed")).toBe(0);
    expect(await second.connection.getBalance(stored.publicKey, "processed")).toBe(2_000_000);
  });

  it("drops a torn record at the end, and only that", async () => {
    const first = await start();
    const [me, to] = [first.wallet(), Keypair.generate()];
    const stored = await pay(first, me, to, 1_000_000);
    const torn = await pay(first, me, to, 2_000_000);
    await stop();
    const segment = join(dataDir, "history", "000001.seg");
    truncateSync(segment, statSync(segment).size - 100);
    rmSync(join(dataDir, "snapshot.bin"));
    const second = await start();
    const statuses = await second.connection.getSignatureStatuses([stored, torn]);
    expect(statuses.value.map((status) => status !== null)).toEqual([true, false]);
    expect(await second.connection.getBalance(to.publicKey, "processed")).toBe(1_000_000);
    await pay(second, me, to, 4_000_000);
    await stop();
    appendFileSync(segment, Buffer.from([9, 9, 9]));
    const third = await start();
    expect(await third.connection.getBalance(to.publicKey, "processed")).toBe(5_000_000);
  });

  it("does not start on history damaged in the middle", async () => {
    const first = await start();
    const me = first.wallet();
    await pay(first, me, Keypair.generate(), 1_000_000);
    await stop();
    const segment = join(dataDir, "history", "000001.seg");
    const bytes = readFileSync(segment);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(segment, bytes);
    await expect(start().then(() => "started")).rejects.toThrow("is damaged at byte 0");
  });

  it("replays the whole history when the snapshot is unusable", async () => {
    const first = await start();
    const [me, to] = [first.wallet(), Keypair.generate()];
    await pay(first, me, to, 1_000_000);
    first.controls.advanceSlots(10);
    await stop();
    const snapshot = join(dataDir, "snapshot.bin");
    truncateSync(snapshot, statSync(snapshot).size - 1);
    const second = await start();
    expect(await second.connection.getBalance(to.publicKey)).toBe(1_000_000);
  });

  it("admits one process at a time and keeps its files to their owner", async () => {
    await start();
    const other = spawnLedger(dataDir);
    const [code] = await once(other, "exit");
    expect(code).toBe(1);
    for (const name of ["ledger.json", "slots.bin", "history/000001.seg"]) {
      expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
    }
  });

  it("refuses to start, instead of beginning anew, when its identity file is missing", async () => {
    await start();
    await stop();
    const identity = join(dataDir, "ledger.json");
    const stored = readFileSync(identity);
    rmSync(identity);
    await expect(start()).rejects.toThrow("is incomplete, it lacks ledger.json");
    writeFileSync(identity, stored);
    await start();
  });

  it("loses no acknowledged transaction when it is killed", LONG, async () => {
    const child = spawnLedger(dataDir, ["--port", "0"]);
    const exited = once(child, "exit");
    const [message] = await once(child.stdout ?? child, "data");
    const [url = ""] = /http:[^,]+/.exec(String(message)) ?? [];
    const connection = new Connection(url, "processed");
    const [me, to] = [Keypair.generate(), Keypair.generate()];
    await connection.requestAirdrop(me.publicKey, 100_000_000_000);
    const acknowledged: string[] = [];
    const flood = async () => {
      for (let count = 0; ; count++) {
        // Each transaction fetches a new blockhash: on a busy machine an old one expires before all are sent.
        const { blockhash } = await connection.getLatestBlockhash();
        const transaction = new Transaction({
          feePayer: me.publicKey,
          blockhash,
          lastValidBlockHeight: 0,
        }).add(createTransfer(me, to.publicKey, 1_000_000 + count));
        transaction.sign(me);
        acknowledged.push(
          await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true }),
        );
        if (acknowledged.length === 200) child.kill("SIGKILL");
      }
    };
    await expect(flood()).rejects.toThrow();
    await exited;

    const ledger = await start();
    const found = await ledger.connection.getSignatureStatuses(acknowledged.slice(-250), {
      searchTransactionHistory: true,
    });
    expect(found.value.every((status) => status !== null && status.err === null)).toBe(true);
    const balance = await ledger.connection.getBalance(to.publicKey, "processed");
    const landed = await ledger.connection.getSignaturesForAddress(
      to.publicKey,
      { limit: 1000 },
      "confirmed",
    );
    expect(landed.length).toBeGreaterThanOrEqual(acknowledged.length);
    const paid = landed.reduce((sum, _, index) => sum + 1_000_000 + index, 0);
    expect(balance).toBe(paid);
  });
});

function spawnLedger(dataDir: string, more: string[] = []): ChildProcess {
  const args = ["--import", "tsx", "cli/ledger.ts", "--data-dir", dataDir, "--slot-ms", "50", ...more];
  return spawn(process.execPath, args, {
    env: { ...process.env, TSX_TSCONFIG_PATH: "server/tsconfig.json" },
    stdio: ["ignore", "pipe", "ignore"],
  });
}
