import { expect, test } from "vitest";
import { SETTINGS } from "@/lib/service/env";
import { findUnknownSettings } from "@/lib/service/setup/unknown-settings";

test("reports a misspelled setting with the intended one", () => {
  expect(findUnknownSettings(["DATABSE_URL"])).toEqual([
    {
      setting: "DATABSE_URL",
      severity: "warning",
      message: "DATABSE_URL is not a setting and has no effect.",
      fix: "Did you mean DATABASE_URL?",
    },
  ]);
  for (const setting of SETTINGS.filter(({ length }) => length >= 6)) {
    const swapped = `${setting.slice(0, 2)}${setting[3]}${setting[2]}${setting.slice(4)}`;
    const [found] = findUnknownSettings([setting[2] === setting[3] ? `${setting}S` : swapped]);
    expect(found?.fix, setting).toBe(`Did you mean ${setting}?`);
  }
});

test("reports an unknown name with a prefix of this service", () => {
  const found = findUnknownSettings(["WEBHOOK_MAXIMUM_AGE", "SOLANA_CLUSTER"]);
  expect(found.map(({ setting }) => setting)).toEqual(["WEBHOOK_MAXIMUM_AGE", "SOLANA_CLUSTER"]);
});

test("does not report known settings or variables of other programs", () => {
  const others = [
    "PATH",
    "HOME",
    "LANG",
    "HOSTNAME",
    "NODE_ENV",
    "LOGNAME",
    "MAIL",
    "OTEL_SERVICE_NAME",
    "VERCEL_ENV",
  ];
  expect(findUnknownSettings([...SETTINGS, ...others])).toEqual([]);
});
