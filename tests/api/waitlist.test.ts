import { beforeAll, describe, expect, test } from "vitest";
import { GET, POST } from "@/app/api/waitlist/route";
import { insertWaitlistEntry } from "@/db/queries/waitlist";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import { csvCell } from "@/lib/service/waitlist";
import { openTestDatabase } from "../support/database";
import { call, startServices } from "../support/http";

const KEY = "an-admin-key-for-tests";
const admin = { "x-admin-key": KEY };

const database = openTestDatabase();
beforeAll(() => {
  startServices({
    db: database.db,
    ...fixedClock(1_760_000_000_000),
    env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", ADMIN_API_KEY: KEY }),
  });
});

const join = (body: unknown) => call(POST, { path: "/api/waitlist", body });

describe("the waitlist", () => {
  test("stores an address once in any case, and returns the same response each time", async () => {
    for (const email of ["Ada@Example.org", "ada@example.org", "  ADA@example.org "]) {
      expect(await join({ email })).toMatchObject({ status: 201, body: { ok: true } });
    }
    expect((await call(GET, { headers: admin })).body).toEqual({
      total: 1,
      data: [{ id: expect.any(Number), email: "ada@example.org", createdAt: 1_760_000_000 }],
    });
  });

  test.each([
    {},
    { email: "" },
    { email: "ada" },
    { email: "a@b" },
    { email: 5 },
    { email: `${"a".repeat(250)}@example.org` },
    null,
    [],
  ])("refuses %j", async (body) => {
    expect(await join(body)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });

  test("is visible to the operator alone", async () => {
    expect((await call(GET)).status).toBe(401);
    expect((await call(GET, { headers: { "x-admin-key": "wrong-admin-key-here" } })).status).toBe(401);
  });

  test("is a CSV attachment whose cells no spreadsheet executes", async () => {
    await join({ email: "+1-555@example.org" });
    const answer = await call(GET, { headers: admin, query: { format: "csv" } });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="waitlist.csv"');
    expect(answer.text).toMatch(
      /^id,email,createdAt\r\n\d+,"ada@example.org",1760000000\r\n\d+,"'\+1-555@example.org",1760000000\r\n$/,
    );
    expect(["=1+1", "@x", "-1", "\tx", 'a"b'].map(csvCell)).toEqual([
      `"'=1+1"`,
      `"'@x"`,
      `"'-1"`,
      `"'\tx"`,
      '"a""b"',
    ]);
    expect((await call(GET, { headers: admin, query: { format: "xml" } })).status).toBe(400);
  });

  test("is complete when it is longer than one read", async () => {
    for (let start = 0; start < 1200; start += 100) {
      const emails = Array.from({ length: 100 }, (_, i) => `member-${start + i}@example.org`);
      await Promise.all(emails.map((email) => insertWaitlistEntry(database.db, { email, createdAt: 1n })));
    }
    const answer = await call<{ total: number; data: { email: string }[] }>(GET, { headers: admin });
    expect(answer.body.total).toBe(1202);
    expect(new Set(answer.body.data.map(({ email }) => email)).size).toBe(1202);
  });
});
