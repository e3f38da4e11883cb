import { describe, expect, test } from "vitest";
import { routeName } from "@/lib/service/http/route-name";

const getName = (path: string, params?: Record<string, string | string[]>) =>
  routeName(new URL(path, "http://localhost"), params);

describe("a route's name", () => {
  test("has the names of its parameters in place of their values", () => {
    expect(getName("/api/health")).toBe("/api/health");
    expect(getName("/api/campaigns/ABC/milestones/7", { treeAddress: "ABC", idx: "7" })).toBe(
      "/api/campaigns/:treeAddress/milestones/:idx",
    );
    expect(getName("/api/x/a/b", { path: ["a", "b"] })).toBe("/api/x/:path");
  });

  test("is the same for every spelling of a value, so that no spelling escapes a rate limit", () => {
    for (const spelling of ["A%42C", "%41BC", "ABC"]) {
      expect(getName(`/api/activity/${spelling}`, { address: "ABC" })).toBe("/api/activity/:address");
    }
    expect(getName("/api/activity/a%20b%2Fc", { address: "a b/c" })).toBe("/api/activity/:address");
  });

  test("is one shared name when a value is not found in the path", () => {
    expect(getName("/api/activity/one", { address: "two" })).toBe("/api/*");
  });
});
