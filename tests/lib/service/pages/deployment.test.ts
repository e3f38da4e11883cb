import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readDeployment } from "@/lib/service/pages/deployment";
import { provideServices } from "@/lib/service/services";

// Open services have settings of their own.
beforeEach(() => provideServices(undefined));
afterEach(() => vi.unstubAllEnvs());

const read = (headers: Record<string, string> = {}) => readDeployment(new Headers(headers));

test("a deployment without settings has the default name and no conditions", () => {
  expect(read({ "cf-ipcountry": "US" })).toEqual({
    brand: { name: "Vesting Index", logo: null, terms: null },
    claimConditions: { terms: null, isBlocked: false },
  });
});

test("terms are a condition only if the operator requires them", () => {
  vi.stubEnv("TERMS_URL", "https://example.com/terms");
  expect(read().brand.terms).toBe("https://example.com/terms");
  expect(read().claimConditions.terms).toBeNull();
  vi.stubEnv("TERMS_REQUIRED", "on");
  expect(read().claimConditions.terms).toBe("https://example.com/terms");
});

test("the country of the operator's header, and of no other header, blocks a visitor", () => {
  vi.stubEnv("BLOCKED_COUNTRIES", "US,CU");
  vi.stubEnv("COUNTRY_HEADER", "cf-ipcountry");
  const isBlocked = (headers: Record<string, string>) => read(headers).claimConditions.isBlocked;
  expect(isBlocked({ "cf-ipcountry": "us" })).toBe(true);
  expect(isBlocked({ "cf-ipcountry": "DE" })).toBe(false);
  expect(isBlocked({ "x-country": "US" })).toBe(false);
  expect(isBlocked({})).toBe(false);
});
