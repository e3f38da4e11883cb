import { beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/api/openapi.json/route";
import { listOperations } from "@/lib/contract/openapi/operation-index";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { REMINDER_KINDS } from "@/lib/core/events/reminder-kinds";
import { call, startServices } from "@/tests/support/http";
import { OPERATIONS } from "@/tests/support/routes";

type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: { default?: unknown };
};
type Documented = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security?: object[];
  responses: Record<string, object>;
};
type Document = {
  openapi: string;
  "x-tagGroups": { tags: string[] }[];
  paths: Record<string, Record<string, Documented>>;
  webhooks: Record<string, { post: Documented }>;
  components: { securitySchemes: object; schemas: Record<string, Schema> };
};

type Schema = Record<string, unknown>;
type Field = { at: string; schema: Schema };

/** Returns the schema fields in a part of the document, by path. */
function allFields(part: unknown, at = ""): Field[] {
  if (typeof part !== "object" || part === null) return [];
  const own = Object.entries((part as { properties?: Record<string, Schema> }).properties ?? {});
  return [
    ...own.map(([name, schema]) => ({ at: `${at}.${name}`, schema })),
    ...Object.entries(part).flatMap(([name, item]) =>
      name.startsWith("example") ? [] : allFields(item, name === "properties" ? at : `${at}.${name}`),
    ),
  ];
}

function silentPositions(operation: Documented): string[] {
  const parameters = operation.parameters
    .filter(({ description }) => !description)
    .map(({ name }) => `?${name}`);
  const fields = allFields(operation).filter(({ schema }) => !schema.description && !schema.allOf);
  return [...parameters, ...fields.map(({ at }) => at)];
}

/** The field of a model that a schema points to. */
function getField(schema: Schema | undefined, name: string): Schema | undefined {
  const model = document.components.schemas[String(schema?.$ref).split("/").at(-1) ?? ""];
  return Object(model?.properties)[name];
}

/** The places of bodies and answers in JSON whose schema is an object without a name. */
function inlineModels(part: unknown, at = "", isSchema = false): string[] {
  if (typeof part !== "object" || part === null) return [];
  if (isSchema && Object.hasOwn(part, "properties") && !Object.hasOwn(part, "$ref")) return [at];
  return Object.entries(part).flatMap(([name, item]) =>
    ["example", "examples", "multipart/form-data"].includes(name)
      ? []
      : inlineModels(item, `${at}.${name}`, isSchema || name === "schema"),
  );
}

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

  test("has the tag of every operation and webhook in a group, because the API reference omits other tags", () => {
    const grouped = document["x-tagGroups"].flatMap(({ tags }) => tags);
    const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap(
      (item) => Object.values(item),
    );
    expect(operations.flatMap(({ tags }) => tags).filter((tag) => !grouped.includes(tag))).toEqual([]);
  });

  test("has the operations of the index of the API reference, with their names and anchors", () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { summary, tags }]) => {
        const name = method.toUpperCase();
        return { method: name, path, name: summary, anchor: `tag/${tags[0]}/${name}${path}` };
      }),
    );
    const listed = listOperations()
      .flatMap(({ tags }) => tags)
      .flatMap(({ operations }) => operations);
    expect(new Set(listed)).toEqual(new Set(documented));
  });

  test("lists deprecated operations at the end of their tag in the index", () => {
    const isDeprecated = ({ name }: { name: string }) => name.endsWith("(deprecated)");
    const tags = listOperations().flatMap((group) => group.tags);
    const withDeprecated = tags.filter(({ operations }) => operations.some(isDeprecated));
    expect(withDeprecated.length).toBeGreaterThan(0);
    for (const { operations } of withDeprecated) {
      expect(operations.slice(operations.findIndex(isDeprecated)).every(isDeprecated)).toBe(true);
    }
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
      const signed = contract.signedWith ? [{}, { wallet: [] }] : [];
      expect(documented?.security).toEqual(contract.auth ? [{ [contract.auth]: [] }] : signed);
      expect("429" in (documented?.responses ?? {})).toBe(contract.limit !== "none");
      if (contract.auth) expect(document.components.securitySchemes).toHaveProperty(contract.auth);
    }
  });

  test("names the media types that are answered besides JSON", () => {
    for (const { path, method, contract } of OPERATIONS) {
      const answer =
        document.paths[path]?.[method.toLowerCase()]?.responses[[contract.status ?? 200].flat()[0] ?? 200];
      const types = Object.keys((answer as { content?: object }).content ?? {});
      if (contract.csv) expect(types).toEqual(["application/json", "text/csv"]);
      else if (contract.mediaType) expect(types).toEqual([contract.mediaType]);
      else expect(types.includes("text/csv")).toBe(contract.asFile === "text/csv");
      expect(contract.csv === true).toBe(
        "format" in (contract.query?.shape ?? {}) && contract.asFile === undefined,
      );
    }
  });

  test("describes every parameter and field", () => {
    const silent = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        silentPositions(operation).map((position) => `${method.toUpperCase()} ${path} ${position}`),
      ),
    );
    const silentFields = allFields(document.components.schemas).filter(({ schema }) => !schema.description);
    expect([...silent, ...silentFields.map(({ at }) => at)]).toEqual([]);
  });

  test("names the model of every body, of every answer and of every object in a list", () => {
    const inline = inlineModels(document.paths).concat(inlineModels(document.webhooks, "webhooks"));
    const lists = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      allFields(schema, name)
        .filter(({ schema: { items } }) => Object.hasOwn(Object(items), "properties"))
        .map(({ at }) => at),
    );
    expect([...inline, ...lists]).toEqual([]);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(
        "Campaign CampaignPage Claim Error Event Leaf Problem Proof RootVersion".split(" "),
      ),
    );
  });

  test("has every message of webhooks, by its type", () => {
    const types = Object.entries(document.webhooks).map(([name, { post }]) => {
      const { schema } = post.requestBody?.content["application/json"] ?? {};
      expect(getField(schema, "type")).toMatchObject({ const: name });
      return name;
    });
    const events = EVENT_TYPES.map((type) => `campaign.${type}`);
    expect(types).toEqual([...events, "webhook.test", ...REMINDER_KINDS]);
  });

  test("states the unit of every number that is returned as text", () => {
    for (const { at, schema } of allFields(document.components.schemas)) {
      const branches = [schema, ...((schema.anyOf as Schema[] | undefined) ?? [])];
      if (!branches.some(({ pattern }) => String(pattern).startsWith("^-?\\d{1,"))) continue;
      expect(`${at}: ${schema.description}`).toMatch(/base units|unix seconds|u64/);
    }
  });

  test("names the codes that a route refuses with, by their statuses", () => {
    const cancel = document.paths["/api/campaigns/{treeAddress}/cancel"]?.post?.responses ?? {};
    const codes = (status: number) => {
      const { content } = cancel[status] as { content: { "application/json": { schema: Schema } } };
      return (content["application/json"].schema.properties as Record<string, Schema>).code?.enum;
    };
    expect(codes(400)).toEqual(["VALIDATION_ERROR", "NOT_CANCELLABLE", "ALREADY_CANCELLED", "FULLY_VESTED"]);
    expect(codes(403)).toEqual(["FORBIDDEN"]);
    expect(codes(503)).toEqual(["LEDGER_UNAVAILABLE", "SERVICE_UNAVAILABLE"]);
  });

  test("points nowhere but into itself", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference,
    );
    for (const reference of new Set(references)) {
      const path = (reference ?? "").replace(/^#\//, "").split("/");
      const found = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), document);
      expect([reference, typeof found]).toEqual([reference, "object"]);
    }
  });

  test.each(["/api/campaigns", "/api/campaigns/{treeAddress}/root-versions"])(
    "says of POST %s that its leaves are a list of at least one",
    (path) => {
      const { schema } = document.paths[path]?.post?.requestBody?.content["application/json"] ?? {};
      expect(getField(schema, "leaves")).toMatchObject({ type: "array", minItems: 1 });
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
