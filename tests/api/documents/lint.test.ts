import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/api/openapi.json/route";
import { call, startServices } from "@/tests/support/http";

let source: string;
beforeAll(async () => {
  startServices();
  source = (await call(GET, { path: "/api/openapi.json" })).text;
});

/** Rules of the strict set that this document cannot keep, and why. */
const EXCEPTIONS = {
  // The service has no license to name.
  "info-license": "off",
} as const;

describe("the OpenAPI document", () => {
  test("has nothing that Redocly's strict rules find", async () => {
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: {
        ...EXCEPTIONS,
        "tag-description": "error",
        "parameter-description": "error",
        "no-invalid-parameter-examples": "error",
        "no-invalid-media-type-examples": { severity: "error", allowAdditionalProperties: true },
      },
    });
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });
});
