import { describe, expect, test } from "vitest";
import { POST as adminSync } from "@/app/api/admin/sync/route";
import { indexerRunView } from "@/lib/contract/indexer-run";
import { call } from "@/tests/support/http";
import { admin, cron, openSyncSetting, provideLedger } from "@/tests/support/sync-setup";

const setting = openSyncSetting();
/** A port without a listener. */
const NOBODY = "http://127.0.0.1:1";

describe("POST /api/admin/sync", () => {
  test("indexes every transaction and compares the index with the network", async () => {
    const answer = await call(adminSync, { method: "POST", headers: admin });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ok: true,
        processed: 2,
        byType: { claimed: 1, paused: 1 },
        failed: 0,
        drift: [],
        complete: true,
      },
    });
    expect(indexerRunView.safeParse(answer.body).success).toBe(true);
    const again = await call(adminSync, { body: { fromSlot: 0 }, headers: admin });
    expect(again.body).toMatchObject({
      processed: 0,
      complete: true,
      lastSlot: expect.stringMatching(/^\d+$/),
    });
  });

  test("requires the operator, and accepts a slot or nothing", async () => {
    expect((await call(adminSync, { method: "POST", headers: cron })).status).toBe(401);
    for (const body of [{ fromSlot: -1 }, { fromSlot: "x" }, { fromSlot: 1.5 }, { slot: 1 }, []]) {
      expect(await call(adminSync, { body, headers: admin })).toMatchObject({ status: 400 });
    }
  });

  test("returns 503 when the network does not answer", async () => {
    provideLedger(setting().database, NOBODY);
    expect(await call(adminSync, { method: "POST", headers: admin })).toMatchObject({
      status: 503,
      body: { code: "LEDGER_UNAVAILABLE" },
    });
  });
});
