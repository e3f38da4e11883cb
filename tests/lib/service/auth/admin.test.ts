import { describe, expect, test } from "vitest";
import { requireAdmin, requireCron } from "@/lib/service/auth/admin";

const KEY = "correct-horse-battery";
type Sent = Record<string, string>;
const query = (headers: Sent) => new Request("http://localhost/", { headers });

describe("the admin key", () => {
  test("grants access only with exactly the configured value", () => {
    expect(() => requireAdmin(query({ "x-admin-key": KEY }), { ADMIN_API_KEY: KEY })).not.toThrow();
  });

  test.each<Sent>([
    {},
    { "x-admin-key": "" },
    { "x-admin-key": `${KEY}x` },
    { "x-admin-key": KEY.toUpperCase() },
    { authorization: `Bearer ${KEY}` },
  ])("refuses %j with the same 401", (headers) => {
    expect(() => requireAdmin(query(headers), { ADMIN_API_KEY: KEY })).toThrow(
      expect.objectContaining({
        code: "UNAUTHORIZED",
        message: "Send the admin key in the x-admin-key header.",
      }),
    );
  });

  test("grants no access while unconfigured", () => {
    for (const key of ["", "undefined", "null"]) {
      expect(() => requireAdmin(query({ "x-admin-key": key }), {})).toThrow(
        expect.objectContaining({ code: "UNAUTHORIZED" }),
      );
    }
  });
});

describe("the cron secret", () => {
  test("grants access only as a bearer token", () => {
    expect(() => requireCron(query({ authorization: `Bearer ${KEY}` }), { CRON_SECRET: KEY })).not.toThrow();
    const others: Sent[] = [
      { authorization: KEY },
      { authorization: `Basic ${KEY}` },
      { "x-admin-key": KEY },
      {},
    ];
    for (const headers of others) {
      expect(() => requireCron(query(headers), { CRON_SECRET: KEY })).toThrow(
        expect.objectContaining({ code: "UNAUTHORIZED" }),
      );
    }
    expect(() => requireCron(query({ authorization: "Bearer undefined" }), {})).toThrow();
  });
});
