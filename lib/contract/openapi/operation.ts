import * as z from "zod";
import { STATUS_BY_CODE } from "@/lib/core/errors";
import { leafView } from "../leaf";
import { type Contract, DEFAULT_BODY_BYTES, FORM_TYPES, getLimit } from "../route-contract";
import type { Examples, RecordedCall } from "./examples";
import { FAILURES, failuresByStatus, PROBLEM_TYPE } from "./failures";
import type { Json } from "./models";
import { operationName } from "./operation-names";
import { codeSamples } from "./samples";
import { getTag } from "./tags";

type Endpoint = { method: string; path: string; contract: Contract };

/** One operation, with what was recorded of it. */
export function operation({ method, path, contract }: Endpoint, examples: Examples): Json {
  const { params, query, auth } = contract;
  const call = examples.calls[`${method} ${path}`];
  const mediaTypes = Object.keys(successContent(contract) ?? {});
  return {
    operationId: [method.toLowerCase(), ...path.split(/\W+/).filter(Boolean)].join("-"),
    summary: operationName(method, path) ?? contract.summary,
    description: getDescription(contract),
    ...(contract.deprecated && { deprecated: true }),
    tags: [getTag(path)],
    parameters: [
      ...parameters(params, { location: "path", recorded: call?.request.params }),
      ...parameters(query, { location: "query", recorded: call?.request.query }),
    ],
    ...requestBody(contract, call),
    security: auth ? [{ [auth]: [] }] : contract.signedWith ? [{}, { wallet: [] }] : [],
    responses: getResponses({ method, path, contract }, call),
    ...(call && { "x-codeSamples": codeSamples({ method, path, auth, mediaTypes }, call, examples) }),
  };
}

const WHO: Record<NonNullable<Contract["auth"]>, string> = {
  wallet: "Requires a wallet signature for each request.",
  admin: "Requires the operator's admin key.",
  cron: "Requires the scheduler's secret.",
  scraper: "Requires the operator's admin key.",
};

/** Describes the rules of every such route. */
function getDescription(contract: Contract): string {
  const { summary, auth, signedWith, body, accepts, csv, largeBody, ignoresQuery, deprecated } = contract;
  const limit = getLimit(contract);
  const bytes = largeBody ? "64 MiB by default" : `${DEFAULT_BODY_BYTES / 2 ** 20} MiB`;
  const takesBody = body !== undefined || accepts !== undefined;
  const rules = [
    auth && WHO[auth],
    signedWith && `Requires a wallet signature with \`${signedWith}=true\`.`,
    limit === "none"
      ? "There is no rate limit."
      : `Limit: ${limit} requests per minute${csv ? ", or 6 for CSV" : ""}.`,
    takesBody && `Maximum body: ${bytes}, after decompression.`,
    ignoresQuery && "Query parameters are ignored.",
    deprecated &&
      `Deprecated since ${deprecated.since}${deprecated.sunset ? `, removed on ${deprecated.sunset}` : ""}.`,
  ];
  return `${summary.replace(/\.$/, "")}.\n\n${rules.filter(Boolean).join(" ")}`;
}

/** The content of a successful response, by media type. */
function successContent({ response, csv, mediaType, asFile }: Contract): Json | undefined {
  if (mediaType === "application/json") return { [mediaType]: { schema: { type: "object" } } };
  // The schema of an event stream is the one of each event's data.
  if (mediaType === "text/event-stream" && response) return { [mediaType]: { schema: toSchema(response) } };
  if (mediaType) return { [mediaType]: { schema: { type: "string" } } };
  const file = { schema: { type: "string", description: "The whole list, with a header row" } };
  return (
    response && {
      "application/json": { schema: toSchema(response) },
      ...(csv && { "text/csv": file }),
      ...(asFile && { [asFile]: file }),
    }
  );
}

function parameters(
  schema: z.ZodObject | undefined,
  {
    location,
    recorded,
  }: { location: "path" | "query"; recorded: Readonly<Record<string, string>> | undefined },
): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => {
    const { description, ...rest } = toSchema(value);
    const example = getExample(rest, recorded?.[name]);
    return {
      name,
      in: location,
      required: location === "path" || !z.safeParse(value, undefined).success,
      ...(description !== undefined && { description }),
      schema: rest,
      ...(example !== undefined && { example }),
    };
  });
}

/** Text as it appears in the URL, for a schema of several values one of them. */
const getExample = ({ type }: Json, recorded: string | undefined): unknown =>
  recorded !== undefined && type === "array" ? [recorded] : recorded;

function requestBody({ body, accepts, acceptsForm }: Contract, call: RecordedCall | undefined): Json {
  const example = call?.request.body;
  const shown = example !== undefined && { example };
  if (accepts) {
    const content = Object.fromEntries(
      accepts.map((type) => [
        type,
        {
          schema: uploadSchema(type),
          ...(type === (call?.request.mediaType ?? "application/json") && shown),
        },
      ]),
    );
    return { requestBody: { required: true, content } };
  }
  if (!body) return {};
  const required = !body.safeParse(undefined).success;
  const form = {
    schema: { type: "object", description: "A form of a mail program; its fields are ignored" },
  };
  const forms = acceptsForm ? Object.fromEntries(FORM_TYPES.map((type) => [type, form])) : {};
  const json = { schema: toSchema(body), ...shown };
  return { requestBody: { required, content: { "application/json": json, ...forms } } };
}

const leafList = z
  .object({ leaves: z.array(leafView).describe("Leaf objects, without proofs") })
  .meta({ id: "LeafList" });

function uploadSchema(type: string): Json {
  if (type === "application/json") {
    return toSchema(leafList);
  }
  if (type === "multipart/form-data") {
    const file = { type: "string", format: "binary", description: "The file" };
    return { type: "object", properties: { file }, required: ["file"] };
  }
  return { type: "string", description: "Text of the file" };
}

function getResponses({ method, contract }: Endpoint, call: RecordedCall | undefined): Json {
  const { status = 200, auth, limit } = contract;
  const content = withExample(successContent(contract), call);
  const success = { description: "Success", headers: getHeaders(contract), ...(content && { content }) };
  const responses: Json = Object.fromEntries([status].flat().map((code) => [code, success]));
  if (method === "GET" && !auth && limit !== "none") {
    responses[304] = { description: "The cached version in If-None-Match is current" };
  }
  for (const [code, codes] of failuresByStatus(contract)) {
    responses[code] = failureResponse(codes, responses[code] === undefined ? undefined : content);
  }
  return responses;
}

const withExample = (content: Json | undefined, call: RecordedCall | undefined): Json | undefined => {
  const media = call && content?.[call.answer.mediaType];
  if (!media || call.answer.body === undefined) return content;
  return { ...content, [call.answer.mediaType]: { ...media, example: call.answer.body } };
};

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

const getHeaders = ({ limit, deprecated }: Contract): Json => ({
  "X-API-Version": header("ApiVersion"),
  "X-Request-Id": header("RequestId"),
  ...(limit !== "none" && {
    "RateLimit-Policy": header("RateLimitPolicy"),
    RateLimit: header("RateLimit"),
  }),
  ...(deprecated && { Deprecation: header("Deprecation"), Link: header("DeprecationLink") }),
  ...(deprecated?.sunset && { Sunset: header("Sunset") }),
});

/** A refusal; `beside` is the content of a success that has the same status. */
function failureResponse(codes: (keyof typeof FAILURES)[], beside: Json | undefined): Json {
  const refusalAs = (model: string) => ({
    $ref: `#/components/schemas/${model}`,
    properties: { code: { enum: codes, description: "Machine-readable error code" } },
  });
  const refusal = refusalAs("Error");
  const media = beside?.["application/json"] as { schema: Json } | undefined;
  const schema = media ? { anyOf: [media.schema, refusal] } : refusal;
  const hasRetryAfter = codes.some((code) => [429, 503].includes(STATUS_BY_CODE[code]));
  return {
    description: codes.map((code) => `\`${code}\`: ${FAILURES[code]}`).join("\n\n"),
    headers: {
      "X-API-Version": header("ApiVersion"),
      "X-Request-Id": header("RequestId"),
      ...(hasRetryAfter && { "Retry-After": header("RetryAfter") }),
    },
    content: { "application/json": { schema }, [PROBLEM_TYPE]: { schema: refusalAs("Problem") } },
  };
}

/** The schema of a request as the client sends it, before transformations such as to bigint. */
export function toSchema(schema: z.core.$ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => hoistDescription(jsonSchema),
  });
  return rest;
}

/** A nullable schema keeps its description at its own level, not only in its alternatives. */
function hoistDescription(schema: z.core.JSONSchema.BaseSchema): void {
  const described = schema.anyOf?.find(({ description }) => description !== undefined);
  const isNullable = schema.anyOf?.some(({ type }) => type === "null");
  if (!described || !isNullable || schema.description !== undefined) return;
  const { description, ...rest } = described;
  schema.description = description;
  // Does not mutate `described`: other schemas share it.
  schema.anyOf = schema.anyOf?.map((branch) => (branch === described ? rest : branch));
}
