import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { components } from "@/lib/contract/openapi/components";
import { listOperations } from "@/lib/contract/openapi/document";
import { PROBLEM_TYPE } from "@/lib/contract/openapi/failures";
import { hoistModels, type Json } from "@/lib/contract/openapi/models";
import { operation } from "@/lib/contract/openapi/operation";
import { webhooks } from "@/lib/contract/openapi/webhooks";
import type { Contract } from "@/lib/contract/route-contract";

/** A response as it was received. */
type Answered = { status: number; mediaType: string | null; text: string };

const ajv = new Ajv2020({ strict: false, validateFormats: false });
/**
 * The models that documents reference: those of errors, whose details have fields of their own for some codes, and of every
 * contract that an answer came from.
 */
const models: Json = {};
addModels(components(undefined, false), (model) => model);
const NO_EXAMPLES = { calls: {}, refusal: undefined, clientCalls: {} };

type Documented = Record<string, { content?: Record<string, { schema: Json }> }>;
const documented = new Map<Contract, Documented>();

function getResponses(contract: Contract): Documented {
  const known = documented.get(contract);
  if (known) return known;
  const part = addModels(operation({ method: "GET", path: "/", contract }, NO_EXAMPLES));
  const { responses } = part as { responses: Documented };
  documented.set(contract, responses);
  return responses;
}

/** Keeps the models of a part of the document. They stay open at the top: the place that points to one closes it. */
function addModels(json: Json, close = (model: Json) => closed(model as Schema, true)): unknown {
  const { part, schemas } = hoistModels(json);
  const own = (part as { schemas?: Json }).schemas;
  for (const [name, model] of Object.entries({ ...own, ...schemas })) models[name] = close(model as Json);
  return part;
}

const REFUSAL: Json = { $ref: "#/components/schemas/Error" };
const PROBLEM: Json = { $ref: "#/components/schemas/Problem" };
const validators = new Map<Json, ValidateFunction>();

function createValidator(schema: Json): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const made = ajv.compile({ ...closed(schema), components: { schemas: models } });
  validators.set(schema, made);
  return made;
}

type Schema = Json & {
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
};

/** Returns the schema with additional fields forbidden, which the document allows for future extensions. */
function closed(schema: Schema, isPart = false): Schema {
  const { items, anyOf, oneOf, allOf, properties } = schema;
  const each = (parts: Schema[], arePart: boolean) => parts.map((part) => closed(part, arePart));
  const inner = Object.entries(properties ?? {}).map(([name, value]) => [name, closed(value)] as const);
  return {
    ...schema,
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: each(anyOf, isPart) }),
    ...(oneOf && { oneOf: each(oneOf, isPart) }),
    ...(allOf && { allOf: each(allOf, true) }),
    ...(properties && { properties: Object.fromEntries(inner) }),
    ...(isPart ? {} : closing(schema)),
  };
}

function closing({ allOf, $ref, properties, additionalProperties }: Schema): Json {
  // Only the evaluation knows the fields that several schemas name together.
  if (allOf || $ref) return { unevaluatedProperties: false };
  return properties && additionalProperties === undefined ? { additionalProperties: false } : {};
}

/**
 * Throws unless the documentation of an operation contains this response: its status, media type, code and
 * every field.
 */
export function checkDocumented(contract: Contract | undefined, answer: Answered): void {
  const error = getError(contract, answer);
  if (error) {
    const output = answer.text.slice(0, 300);
    throw new Error(`The API document has no such answer of "${contract?.summary}": ${error}\n${output}`);
  }
}

function getError(contract: Contract | undefined, { status, mediaType, text }: Answered): string | null {
  const type = mediaType?.replace(/; ?charset=utf-8$/, "") ?? null;
  if (!contract) {
    return status >= 400 && isJson(type) ? schemaError(refusalAs(type), text) : null;
  }
  const response = getResponses(contract)[status];
  if (!response) return `it names no status ${status}`;
  // Responses to HEAD, and 304 responses.
  if (text === "") return null;
  const types = Object.keys(response.content ?? {});
  const known = types.find((name) => name === type || (name === "image/*" && type?.startsWith("image/")));
  const media = known === undefined ? undefined : response.content?.[known];
  if (!media) return `with status ${status} it names ${types.join(", ") || "no media type"}, not ${type}`;
  return isJson(type) ? schemaError(media.schema, text) : null;
}

const isJson = (type: string | null) => type === "application/json" || type === PROBLEM_TYPE;

const refusalAs = (type: string | null) => (type === PROBLEM_TYPE ? PROBLEM : REFUSAL);

function schemaError(schema: Json, text: string): string | null {
  const validate = createValidator(schema);
  return validate(JSON.parse(text)) ? null : ajv.errorsText(validate.errors, { dataVar: "answer" });
}

/** The route of one of the service's own handlers: its path has `:name` for each parameter. */
type DocumentedRoute = { path: string; method: string };

let routes: Promise<ReadonlyMap<Contract, DocumentedRoute>> | undefined;

/** Returns the service's own routes by their contracts, because tests also define others. */
function ownRoutes(): Promise<ReadonlyMap<Contract, DocumentedRoute>> {
  routes ??= import("@/server/api").then(
    ({ toHonoPath, ROUTES }) =>
      new Map(
        ROUTES.flatMap(([path, module]) =>
          listOperations(module).map(
            ({ method, contract }) => [contract, { path: toHonoPath(path), method }] as const,
          ),
        ),
      ),
  );
  return routes;
}

/** Returns the path and method of one of the service's own handlers. */
export async function getRoute(handler: unknown): Promise<DocumentedRoute | undefined> {
  const contract = getContract(handler);
  return contract && (await ownRoutes()).get(contract);
}

const getContract = (handler: unknown): Contract | undefined =>
  typeof handler === "function" && "contract" in handler ? (handler.contract as Contract) : undefined;

/** Checks the response of a handler; a handler that a test defines has no documentation. */
export async function checkAnswer(handler: unknown, answer: Answered): Promise<void> {
  const contract = getContract(handler);
  if (contract && !(await getRoute(handler))?.path.startsWith("/api/")) return;
  checkDocumented(contract, answer);
}

/** Returns what differs between a message to a webhook endpoint and its documentation, or null. */
export function messageError(message: { type: string; data?: object }): string | null {
  const { [message.type]: documented } = addModels(webhooks()) as Record<string, DocumentedMessage>;
  const schema = documented?.post.requestBody.content["application/json"].schema;
  return schema ? schemaError(schema, JSON.stringify(message)) : `there is no message ${message.type}`;
}

type DocumentedMessage = { post: { requestBody: { content: { "application/json": { schema: Json } } } } };
