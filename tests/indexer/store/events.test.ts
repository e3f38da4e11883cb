import { expect, test } from "vitest";
import { EVENTS } from "@/db/queries/events/event-rows";
import { eventTables } from "@/db/schema";
import { IDL } from "@/lib/core/solana/idl/idl";
import { EVENT_FIXTURES, TREE } from "../support/event-fixtures";
import { signatureNamed } from "../support/fake-ledger";
import { context, database, ledger, openIndex } from "../support/fresh-index";
import { indexOf, runOnce } from "../support/index-of";

openIndex();

test("declares every event of the program, and fills every event table with one", () => {
  expect(Object.keys(EVENTS).sort()).toEqual(IDL.events.map((event) => event.name).sort());
  const types = Object.values(EVENTS).flatMap(({ type }) => type ?? []);
  expect([...new Set(types)].sort()).toEqual(Object.keys(eventTables).sort());
});

test("has a fixture for every event that becomes the row of its type", () => {
  const types = EVENT_FIXTURES.map(({ event, type }) => [event.name, type]);
  expect(Object.fromEntries(types)).toEqual(
    Object.fromEntries(Object.entries(EVENTS).map(([name, { type }]) => [name, type])),
  );
});

test.each(EVENT_FIXTURES)("stores $event.name as its row", async ({ event, type, row }) => {
  const signature = signatureNamed(event.name);
  ledger.add({ signature, slot: 7n, events: [event] });
  const report = await runOnce(context());
  expect(report).toMatchObject({ ok: true, transactions: 1, byType: type ? { [type]: 1 } : {} });

  const { events, stored } = await indexOf(database.db);
  const expected = {
    tree: TREE,
    signature,
    eventIndex: 0,
    slot: 7n,
    txIndex: null,
    blockTime: 1_007n,
    ...row,
  };
  for (const [table, rows] of Object.entries(events)) expect(rows).toEqual(table === type ? [expected] : []);
  expect(stored).toEqual([]);
});
