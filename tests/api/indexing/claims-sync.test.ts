import { describe, expect, test } from "vitest";
import { POST as claimsSync } from "@/app/api/claims/sync/route";
import { claimEvents } from "@/db/schema";
import { call } from "@/tests/support/http";
import { admin, openSyncSetting } from "@/tests/support/sync-setup";

const setting = openSyncSetting();

describe("POST /api/claims/sync", () => {
  test("responds to an operator once the claims are in the database", async () => {
    const { database, claim, pause } = setting();
    expect((await call(claimsSync, { body: { signature: claim } })).status).toBe(401);
    expect((await call(claimsSync, { body: { signatures: [claim, pause] }, headers: admin })).body).toEqual({
      ok: true,
      processed: 1,
      results: [
        { signature: claim, status: "indexed", events: 1 },
        { signature: pause, status: "no_events", events: 0 },
      ],
      findings: [],
    });
    expect(await database.db.select().from(claimEvents)).toMatchObject([{ signature: claim, leafIndex: 0 }]);
  });
});
