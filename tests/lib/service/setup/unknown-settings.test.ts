import { expect, test } from "vitest";
import { SETTINGS } from "@/lib/service/env";
import { findUnknownSettings } from "@/lib/service/setup/unknown-settings";

test("a misspelled setting is found, with the one that was meant", () => {
  expect(findUnknownSettings(["DATABSE_URL"])).toEqual([
    {
      setting: "DATABSE_URL",
      weight: "warning",
      says: "DATABSE_URL is not a setting and has no effect.",
      mend: "Did you mean DATABASE_URL?",
    },
  ]);
  for (const setting of SETTINGS.filter(({ length }) => length >= 6)) {
    const swapped = `${setting.slice(0, 2)}${setting[3]}${setting[2]}${setting.slice(4)}`;
    const [found] = findUnknownSettings([setting[2] === setting[3] ? `${setting}S` : swapped]);
    expect(found?.mend, setting).toBe(`Did you mean ${setting}?`);
  }
});

test("an unknown name with a prefix of this service is found", () => {
  const found = findUnknownSettings(["WEBHOOK_MAXIMUM_AGE", "SOLANA_CLUSTER"]);
  expect(found.map(({ setting }) => setting)).toEqual(["WEBHOOK_MAXIMUM_AGE", "SOLANA_CLUSTER"]);
});

test("settings and variables of other programs are not reported", () => {
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
