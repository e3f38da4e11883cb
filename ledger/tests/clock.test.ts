import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Keypair, SYSVAR_CLOCK_PUBKEY } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { createTransfer, TestLedger } from "./support/ledger";
import { Subscriber } from "./support/subscriber";

const MAX_UNIX_TIME = 2 ** 32 - 1;
const YEAR = 365 * 86_400;

const clockAccount = z.object({
  value: z.object({
    data: z.object({ parsed: z.object({ info: z.object({ slot: z.int(), unixTimestamp: z.int() }) }) }),
  }),
});

describe("ledger_advanceTime", () => {
  let dataDir: string;
  const running: TestLedger[] = [];
  const start = async (options = {}) => {
    const ledger = await TestLedger.start({ dataDir, instant: false, finalizedAfter: 3, ...options });
    running.push(ledger);
    return ledger;
  };
  const stop = async () => {
    for (const ledger of running.splice(0)) await ledger.close();
  };
  const pay = (ledger: TestLedger, lamports = 1_000_000) =>
    ledger.pay(ledger.wallet(), Keypair.generate().publicKey, lamports);
  const identityFile = () => join(dataDir, "ledger.json");

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "ledger-"));
  });
  afterEach(async () => {
    await stop();
    rmSync(dataDir, { recursive: true });
  });

  it("refuses a time after 2106 and changes nothing, also across a restart", async () => {
    const first = await start();
    await pay(first);
    const [identity, slot] = [readFileSync(identityFile(), "utf8"), first.controls.openSlot()];
    const { error } = await first.call("ledger_advanceTime", 100 * YEAR);
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(
        /^The ledger's clock ends at 2106-02-07T06:28:15Z; .* at most \d+ seconds/,
      ),
    });
    expect(readFileSync(identityFile(), "utf8")).toBe(identity);
    expect(first.controls.openSlot()).toBe(slot);
    expect(Number(first.now)).toBeLessThan(Date.now() / 1000 + 5);
    await pay(first);
    await stop();
    const second = await start();
    expect(Number(second.now)).toBeLessThan(Date.now() / 1000 + 60);
    await pay(second);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])("refuses a move by %d seconds", async (seconds) => {
    const ledger = await start();
    const identity = readFileSync(identityFile(), "utf8");
    expect(() => ledger.controls.advanceTime(seconds)).toThrow(RangeError);
    expect(readFileSync(identityFile(), "utf8")).toBe(identity);
  });

  it("stops the clock at the last time that a block can have", async () => {
    const first = await start();
    first.controls.advanceTime(MAX_UNIX_TIME - Number(first.now) - 1);
    await sleep(3_000);
    expect(Number(first.now)).toBe(MAX_UNIX_TIME);
    const signature = await pay(first);
    first.controls.advanceSlots(4);
    const found = await first.connection.getTransaction(signature, { commitment: "confirmed" });
    expect(found?.blockTime).toBe(MAX_UNIX_TIME);
    await stop();
    const second = await start();
    expect(Number(second.now)).toBe(MAX_UNIX_TIME);
    await pay(second);
  });

  it("opens a data folder whose clock an older version moved past 2106", async () => {
    const first = await start();
    const signature = await pay(first);
    first.controls.advanceSlots(4);
    await stop();
    const identity = JSON.parse(readFileSync(identityFile(), "utf8"));
    writeFileSync(identityFile(), JSON.stringify({ ...identity, secondsAhead: 100 * YEAR }));
    // The older version also stored the times of its empty blocks, truncated to 32 bits.
    const times = join(dataDir, "slots.bin");
    const wrapped = Buffer.alloc(8);
    for (const at of [0, 4])
      wrapped.writeUInt32LE((Math.floor(Date.now() / 1000) + 100 * YEAR) % 2 ** 32, at);
    writeFileSync(times, Buffer.concat([readFileSync(times), wrapped]));

    const second = await start();
    expect(Math.abs(Number(second.now) - Date.now() / 1000)).toBeLessThan(60);
    expect(await second.connection.getTransaction(signature, { commitment: "confirmed" })).not.toBeNull();
    const last = second.controls.openSlot() - 1;
    expect(Number(await second.connection.getBlockTime(last - 1))).toBeGreaterThan(1_700_000_000);
    await pay(second);
    second.controls.advanceTime(3_600);
    const moved = second.now;
    await stop();
    expect((await start()).now).toBeGreaterThanOrEqual(moved);
  });
});

describe("getAccountInfo of the Clock sysvar", () => {
  let ledger: TestLedger;
  beforeEach(async () => {
    ledger = await TestLedger.start({ instant: false, finalizedAfter: 5 });
    ledger.controls.advanceSlots(10);
  });
  afterEach(() => ledger.close());

  const readClock = async (commitment: string) => {
    const options = { commitment, encoding: "jsonParsed" };
    const { result } = await ledger.call("getAccountInfo", SYSVAR_CLOCK_PUBKEY.toBase58(), options);
    return clockAccount.parse(result).value.data.parsed.info;
  };
  const expectAgreement = async () => {
    for (const commitment of ["processed", "confirmed", "finalized"] as const) {
      const slot = await ledger.connection.getSlot(commitment);
      const clock = await readClock(commitment);
      expect(clock.slot, commitment).toBe(slot);
      if (commitment !== "processed") {
        expect(clock.unixTimestamp, commitment).toBe(await ledger.connection.getBlockTime(slot));
      }
    }
  };

  it("is the clock of the block at each commitment", async () => {
    await expectAgreement();
    await ledger.pay(ledger.wallet(), Keypair.generate().publicKey, 1_000_000);
    await expectAgreement();
    ledger.controls.skipSlots(3);
    await expectAgreement();
  });

  it("has the new time as soon as the clock is moved", async () => {
    const before = await readClock("processed");
    ledger.controls.advanceTime(86_400);
    for (const commitment of ["processed", "confirmed", "finalized"]) {
      const { unixTimestamp } = await readClock(commitment);
      expect(unixTimestamp - before.unixTimestamp, commitment).toBeGreaterThanOrEqual(86_400);
    }
    await expectAgreement();
  });

  it("stays the same after a simulation at another commitment", async () => {
    const me = ledger.wallet();
    ledger.controls.advanceSlots(6);
    const transaction = await ledger.sign([createTransfer(me, me.publicKey, 1)], [me]);
    const wire = transaction.serialize().toString("base64");
    for (const commitment of ["finalized", "confirmed"]) {
      const { result } = await ledger.call("simulateTransaction", wire, {
        encoding: "base64",
        commitment,
        replaceRecentBlockhash: true,
      });
      expect(result).toMatchObject({ value: { err: null } });
      await expectAgreement();
    }
  });

  it("is sent to subscribers with each block of their commitment", async () => {
    const subscriber = await Subscriber.connect(ledger.wsUrl);
    const subscribe = (commitment: string) =>
      subscriber.call("accountSubscribe", SYSVAR_CLOCK_PUBKEY.toBase58(), {
        commitment,
        encoding: "jsonParsed",
      });
    const ids = [await subscribe("processed"), await subscribe("confirmed"), await subscribe("finalized")];
    const open = ledger.controls.openSlot();
    ledger.controls.advanceSlots(1);
    const slots = [open + 1, open, open + 1 - 5];
    await vi.waitFor(() => {
      for (const [index, id] of ids.entries()) {
        const sent = subscriber
          .received(id)
          .map((clock) => clockAccount.parse(clock).value.data.parsed.info.slot);
        expect(sent).toEqual([slots[index]]);
      }
    });
    subscriber.close();
  });

  it("lists the same clock among the accounts of the sysvar owner", async () => {
    ledger.controls.advanceTime(1_000);
    const owner = "Sysvar1111111111111111111111111111111111111";
    const options = { commitment: "confirmed", encoding: "base64" };
    const { result } = await ledger.call("getProgramAccounts", owner, options);
    const one = await ledger.call("getAccountInfo", SYSVAR_CLOCK_PUBKEY.toBase58(), options);
    expect(result).toContainEqual({
      pubkey: SYSVAR_CLOCK_PUBKEY.toBase58(),
      account: Object(one.result).value,
    });
  });
});
