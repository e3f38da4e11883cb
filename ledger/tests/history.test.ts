import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTransaction, transactionSignature } from "@/lib/core/solana/transaction/wire-transaction";
import { FileRecordStore } from "../history/file-record-store";
import { HashIndex } from "../history/hash-index";
import { History } from "../history/history";
import { accountKeys, MemoryRecordStore, type TransactionRecord } from "../history/transaction-record";

const KEYS = Array.from({ length: 6 }, (_, index) => new Uint8Array(32).fill(index + 1));
let lastSignature = 0;

/** Returns a transaction without instructions that names these accounts. */
function record(slot: number, keyIndexes: number[], failed: boolean): TransactionRecord {
  const signature = Buffer.alloc(64);
  signature.writeUInt32LE(++lastSignature);
  const keys = [...new Set(keyIndexes)].map((index) => KEYS[index] ?? new Uint8Array(32));
  const head = Buffer.from([1, 0, keys.length - 1, keys.length]);
  const raw = Buffer.concat([Buffer.from([1]), signature, head, ...keys, Buffer.alloc(32), Buffer.from([0])]);
  return {
    wire: readTransaction(raw),
    loaded: { writable: keyIndexes.length > 3 ? [new Uint8Array(32).fill(99)] : [], readonly: [] },
    slot,
    blockTime: 1_700_000_000 + slot,
    index: 0,
    outcome: {
      err: failed ? { InstructionError: [0, { Custom: 6001 }] } : null,
      logs: [`slot ${slot}`, 'a "quoted" line'],
      computeUnits: slot,
      innerInstructions: [],
      returnData: { programId: KEYS[0] ?? new Uint8Array(32), data: new Uint8Array([1, 2, 3]) },
      fee: 5000n,
      preBalances: [2n ** 64n - 1n],
      postBalances: [0n],
      preTokenBalances: [],
      postTokenBalances: [],
    },
  };
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      slots: fc.nat(2),
      keys: fc.uniqueArray(fc.nat(5), { minLength: 1 }),
      failed: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rewind" as const), back: fc.nat(6) }) },
);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** Converts a record's bytes to text, because a test does not treat Buffer and Uint8Array as equal. */
const comparable = ({ wire, loaded, outcome, ...rest }: TransactionRecord) => ({
  ...rest,
  raw: hex(wire.raw),
  loaded: [loaded.writable.map(hex), loaded.readonly.map(hex)],
  outcome: {
    ...outcome,
    returnData: outcome.returnData && [hex(outcome.returnData.programId), hex(outcome.returnData.data)],
  },
});

/** Compares all results of a history with a plain list of the appended and not removed records. */
function expectSame(history: History, model: TransactionRecord[]): void {
  expect(history.length).toBe(model.length);
  for (const [ordinal, expected] of model.entries()) {
    expect(comparable(history.at(ordinal))).toEqual(comparable(expected));
    expect(history.headAt(ordinal).err).toEqual(expected.outcome.err);
    expect(history.getOrdinal(transactionSignature(expected.wire))).toBe(ordinal);
  }
  for (const key of KEYS) {
    const names = (transactionRecord: TransactionRecord) =>
      accountKeys(transactionRecord).some((other) => Buffer.compare(other, key) === 0);
    const expected = model.flatMap((item, ordinal) => (names(item) ? [ordinal] : [])).reverse();
    expect([...history.getOrdinals(key)]).toEqual(expected);
  }
  const slots = model.map(({ slot }) => slot);
  const last = slots.at(-1) ?? 0;
  for (let slot = 0; slot <= last; slot++) {
    const { start, end } = history.rangeOfSlots(slot, slot);
    expect(slots.slice(start, end).every((item) => item === slot)).toBe(true);
    expect(end - start).toBe(slots.filter((item) => item === slot).length);
  }
}

describe("the history", () => {
  it("returns the same as a plain list, through rewinds and after reopening", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const folder = mkdtempSync(join(tmpdir(), "history-"));
        // With such small segments, a handful of records spans several files.
        const stored = new History(new FileRecordStore(folder, 2_000));
        const inMemory = new History(new MemoryRecordStore());
        let model: TransactionRecord[] = [];
        const dropped: TransactionRecord[] = [];
        let slot = 1;
        for (const one of steps) {
          if (one.kind === "append") {
            slot += one.slots;
            const made = record(slot, one.keys, one.failed);
            model.push(made);
            for (const history of [stored, inMemory]) history.append(made);
          } else {
            slot = Math.max(1, slot - one.back);
            dropped.push(...model.filter((made) => made.slot > slot));
            model = model.filter((made) => made.slot <= slot);
            for (const history of [stored, inMemory]) history.rewind(slot);
          }
        }
        expectSame(inMemory, model);
        expectSame(stored, model);
        stored.close();
        const again = new History(new FileRecordStore(folder, 2_000));
        expectSame(again, model);
        for (const { wire } of dropped) expect(again.find(transactionSignature(wire))).toBeNull();
        again.close();
        if (model.length > 20) expect(readdirSync(folder).length).toBeGreaterThan(2);
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 40 },
    );
  });

  it("finds every key of a large hash index, and no other", () => {
    const index = new HashIndex();
    const key = (number: number) => {
      const bytes = Buffer.alloc(32);
      bytes.writeUInt32LE(number, 10);
      return bytes;
    };
    for (let number = 0; number < 20_000; number++) index.set(key(number), number);
    for (let number = 0; number < 20_000; number += 2) index.set(key(number), number + 1);
    for (let number = 0; number < 20_000; number++) {
      expect(index.get(key(number))).toBe(number % 2 === 0 ? number + 1 : number);
    }
    expect(index.get(key(20_000))).toBeNull();
  });
});
