import { beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/api/openapi.json/route";
import { call, startServices } from "../support/http";
import { OPERATIONS } from "../support/routes";

type Parameter = { name: string; in: string; required: boolean; schema: { default?: unknown } };
type Documented = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, object> } }> };
  security?: object[];
  responses: Record<string, object>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Documented>>;
  components: { securitySchemes: object };
};

let document: Document;
beforeAll(async () => {
  startServices();
  document = (await call<Document>(GET, { path: "/api/openapi.json" })).body;
});

describe("the OpenAPI document", () => {
  test("is version 3.1 and has each operation once, under an id of its own", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(OPERATIONS.map(({ name }) => name).toSorted());
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("states parameters, bodies, limits and credentials as the routes enforce them", () => {
    for (const { path, method, contract } of OPERATIONS) {
      const documented = document.paths[path]?.[method.toLowerCase()];
      const names = [
        ...Object.keys(contract.params?.shape ?? {}),
        ...Object.keys(contract.query?.shape ?? {}),
      ];
      expect(documented?.parameters.map(({ name }) => name)).toEqual(names);
      expect(documented?.requestBody !== undefined).toBe(
        contract.body !== undefined || contract.accepts !== undefined,
      );
      expect(documented?.security).toEqual(contract.auth && [{ [contract.auth]: [] }]);
      expect("429" in (documented?.responses ?? {})).toBe(contract.limit !== "none");
      if (contract.auth) expect(document.components.securitySchemes).toHaveProperty(contract.auth);
    }
  });

  test("names the media types that are answered besides JSON", () => {
    for (const { path, method, contract } of OPERATIONS) {
      const answer = document.paths[path]?.[method.toLowerCase()]?.responses[contract.status ?? 200];
      const types = Object.keys((answer as { content?: object }).content ?? {});
      if (contract.csv) expect(types).toEqual(["application/json", "text/csv"]);
      else if (contract.mediaType) expect(types).toEqual([contract.mediaType]);
      else expect(types).not.toContain("text/csv");
      expect(contract.csv === true).toBe(
        "format" in (contract.query?.shape ?? {}) && contract.auth === undefined,
      );
    }
  });

  test("points nowhere but into itself", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference,
    );
    expect(new Set(references)).toEqual(new Set(["#/components/schemas/Error"]));
  });

  test.each(["/api/campaigns", "/api/campaigns/{treeAddress}/root-versions"])(
    "says of POST %s that its leaves are a list of at least one",
    (path) => {
      const { schema } = document.paths[path]?.post?.requestBody?.content["application/json"] ?? {};
      expect(schema?.properties?.leaves).toMatchObject({ type: "array", minItems: 1 });
    },
  );

  test("shows a parameter's type, default and whether it is needed", () => {
    const format = document.paths["/api/waitlist"]?.get?.parameters[0];
    expect(format).toMatchObject({
      name: "format",
      in: "query",
      required: false,
      schema: { enum: ["json", "csv"], default: "json" },
    });
    const mints = document.paths["/api/prices"]?.get?.parameters[0];
    expect(mints).toMatchObject({ name: "mints", in: "query", required: true, schema: { type: "string" } });
  });
});
