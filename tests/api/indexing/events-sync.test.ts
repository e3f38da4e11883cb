import { describe, expect, test } from "vitest";
import { POST as eventsSync } from "@/app/api/events/sync/route";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { syncedView } from "@/lib/contract/operations";
import { call } from "@/tests/support/http";
import { openSyncSetting, provideLedger } from "@/tests/support/sync-setup";

const setting = openSyncSetting();
/** A port without a listener. */
const NOBODY = "http://127.0.0.1:1";

describe("POST /api/events/sync", () => {
  test("indexes one signature or several, each once, and never moves the checkpoint", async () => {
    const { database, claim, pause } = setting();
    const one = await call(eventsSync, { body: { signature: claim } });
    expect(one).toMatchObject({
      status: 200,
      body: { ok: true, processed: 1, results: [{ signature: claim, status: "indexed", events: 1 }] },
    });
    expect(syncedView.safeParse(one.body).success).toBe(true);
    const several = await call(eventsSync, { body: { signatures: [pause, claim, pause] } });
    expect(several.body).toEqual({
      ok: true,
      processed: 1,
      results: [
        { signature: pause, status: "indexed", events: 1 },
        { signature: claim, status: "already_indexed", events: 1 },
      ],
      findings: [],
    });
    expect(await selectIndexedTo(database.db)).toEqual({ slot: 0n, timestamp: 0n });
  });

  test.each([
    {},
    { signature: "x" },
    { signature: "1".repeat(63) },
    { signature: `${"1".repeat(64)}l` },
    { signature: 5 },
    { signature: "1".repeat(64), signatures: ["1".repeat(64)] },
    { signatures: [] },
    { signatures: "1".repeat(64) },
    { signatures: Array.from({ length: 51 }, () => "1".repeat(64)) },
    { signatures: ["1".repeat(64), ""] },
  ])("refuses %j", async (body) => {
    expect(await call(eventsSync, { body })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
  });

  test("returns pending when no network answers", async () => {
    const { claim } = setting();
    provideLedger(setting().database, NOBODY);
    expect((await call(eventsSync, { body: { signature: claim } })).body).toMatchObject({
      processed: 0,
      results: [{ signature: claim, status: "pending", events: 0 }],
    });
  });
});
