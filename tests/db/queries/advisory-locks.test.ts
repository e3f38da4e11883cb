import { expect, test } from "vitest";
import { ADVISORY_LOCKS } from "@/db/queries/advisory-locks";

test("gives each advisory lock a key of its own", () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
});
