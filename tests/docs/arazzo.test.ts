import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import recorded from "@/app/api/examples.json";
import { GET } from "@/app/api/openapi.json/route";
import type { RecordedCall } from "@/lib/contract/openapi/examples";
import { call, startServices } from "@/tests/support/http";

type Schema = { $ref?: string; properties?: Record<string, unknown>; required?: string[] };
type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  security: object[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Step = {
  stepId: string;
  operationId: string;
  parameters?: { name: string; in: string; value: string }[];
  requestBody?: { contentType: string; payload: unknown };
  outputs?: Record<string, string>;
};
type Workflow = {
  workflowId: string;
  inputs: { properties: Record<string, object> };
  steps: Step[];
  outputs: Record<string, string>;
};

const source = readFileSync("public/arazzo.json", "utf8");
const { workflows } = JSON.parse(source) as { workflows: Workflow[] };
const calls: Readonly<Record<string, RecordedCall>> = recorded.calls;

startServices();
const document = JSON.parse((await call(GET, { path: "/api/openapi.json" })).text);
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
);

const getOperation = ({ operationId }: Step) => {
  const found = operations.find((operation) => operation.operationId === operationId);
  if (!found) throw new Error(`The document has no operation ${operationId}.`);
  return found;
};

/** The value that a pointer names in an answer as it was recorded. */
const recordedAt = (name: string, pointer: string) =>
  pointer.split("/").reduce<unknown>((at, key) => Reflect.get(Object(at), key), calls[name]?.answer.body);

/** The runtime expressions in a part of the document. */
const expressionsIn = (part: unknown) =>
  [...JSON.stringify(part ?? "").matchAll(/\$[\w.-]+(?:#[\w/]+)?/g)].map(String);

describe("the Arazzo document", () => {
  test("has nothing that Redocly's strict rules find", async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    const problems = await lintFromString({ source, absoluteRef: "arazzo.json", config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });

  test("has the workflows of registering, claiming, rotating, cancelling and following events", () => {
    expect(workflows.map(({ workflowId }) => workflowId)).toEqual(
      expect.arrayContaining(["register-campaign", "claim", "rotate", "cancel", "follow-webhooks"]),
    );
  });
});

describe.each(workflows.map((workflow) => [workflow.workflowId, workflow] as const))("%s", (_, workflow) => {
  test("gives every operation the parameters and body fields that it requires, and no other", () => {
    for (const step of workflow.steps) {
      const { parameters, security, requestBody } = getOperation(step);
      const given = (step.parameters ?? []).map(({ name }) => name);
      const header = security.length > 0 ? ["Authorization"] : [];
      expect([...parameters.map(({ name }) => name), ...header]).toEqual(expect.arrayContaining(given));
      const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
      expect(given).toEqual(expect.arrayContaining([...required, ...header]));
      const { payload } = step.requestBody ?? {};
      if (typeof payload !== "object" || payload === null) continue;
      const name = requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
      const model: Schema = document.components.schemas[name];
      expect(Object.keys(model.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(payload)));
      expect(Object.keys(payload)).toEqual(expect.arrayContaining(model.required ?? []));
    }
  });

  test("reads inputs that it declares, outputs of earlier steps, and fields of answers as they were recorded", () => {
    const known = new Set(Object.keys(workflow.inputs.properties).map((name) => `$inputs.${name}`));
    for (const step of workflow.steps) {
      const requested = expressionsIn([step.parameters, step.requestBody?.payload]);
      expect([...known]).toEqual(expect.arrayContaining(requested));
      for (const [name, expression] of Object.entries(step.outputs ?? {})) {
        const pointer = expression.replace("$response.body#/", "");
        expect(recordedAt(getOperation(step).name, pointer), expression).toBeDefined();
        known.add(`$steps.${step.stepId}.outputs.${name}`);
      }
    }
    expect([...known]).toEqual(expect.arrayContaining(Object.values(workflow.outputs)));
  });
});
