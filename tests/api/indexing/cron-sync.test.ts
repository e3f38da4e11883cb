import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { GET as cronSync } from "@/app/api/cron/sync/route";
import { readEnv } from "@/lib/service/env";
import { call } from "@/tests/support/http";
import { admin, cron, openSyncSetting } from "@/tests/support/sync-setup";

openSyncSetting();

describe("GET /api/cron/sync", () => {
  test("continues from the checkpoint", async () => {
    expect((await call(cronSync, { headers: cron })).body).toMatchObject({ processed: 2, complete: true });
    expect((await call(cronSync, { headers: cron })).body).toMatchObject({ processed: 0, transactions: 0 });
  });

  test("is called by the platform's schedule, as often as its free plan allows", async () => {
    const { crons, functions } = JSON.parse(await readFile("vercel.json", "utf8"));
    expect(crons).toEqual([
      { path: "/api/cron/sync", schedule: expect.stringMatching(/^\d+ \d+ \* \* \*$/) },
    ]);
    // A run ends within its time budget, and is recorded before the platform ends the function.
    const [{ maxDuration }] = Object.values(functions) as [{ maxDuration: number }];
    expect(maxDuration * 1000).toBeGreaterThan(readEnv({}).SYNC_BUDGET_MS * 2);
  });

  test("requires the scheduler's secret", async () => {
    const others: Record<string, string>[] = [
      {},
      admin,
      { authorization: "Bearer another-secret-for-tests" },
    ];
    for (const headers of others) {
      expect((await call(cronSync, { headers })).status).toBe(401);
    }
  });

  test("skips one of two concurrent runs", async () => {
    const both = await Promise.all([1, 2].map(() => call(cronSync, { headers: cron })));
    const bodies = both.map(({ body }) => body);
    expect(bodies).toContainEqual({ ok: true, skipped: true });
    expect(bodies).toContainEqual(expect.objectContaining({ processed: 2 }));
  });
});
