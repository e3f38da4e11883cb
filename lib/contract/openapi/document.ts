import type { Contract } from "../route-contract";
import { components } from "./components";
import type { Examples } from "./examples";
import { hoistModels, type Json } from "./models";
import { operation } from "./operation";
import { getTags } from "./tags";
import { webhooks } from "./webhooks";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** A route file's exports, of which those with a contract are documented. */
export type RouteModule = { readonly [name: string]: unknown };

/** Paths as the files have them, with `{name}` for parameters, and their modules. */
export type Manifest = readonly (readonly [path: string, module: RouteModule])[];

const DESCRIPTION = `Read vesting campaigns on Solana with their proofs, and build unsigned transactions for them.

\`\`\`sh
curl $BASE_URL/api/campaigns
\`\`\`

## Base URL

All paths begin with \`/api\` at the base URL, which samples call \`$BASE_URL\`. Requests and responses are JSON.

## Authentication

Reads need no authentication. Routes for wallets require \`Authorization: Bearer $WALLET_PROOF\`: a signature over one
[nonce](/docs/wallet-proof). The client package signs for you.

## Errors

An error is \`{ "error", "code", "requestId" }\` with a message that says how to fix it. [Errors](/docs/errors) lists each code.
With \`Accept: application/problem+json\` it has the format of RFC 9457. Unknown query parameters are errors.

## Limits

Most routes allow 60 requests per minute from one IP address. \`RateLimit\` states the remaining requests. After 429 or 503, wait
\`Retry-After\` seconds.

## Values and lists

Amounts are base units and times Unix seconds; 64-bit integers are decimal strings. Addresses are base58, and roots are
lower-case hex. Lists have \`page\` and \`limit\`, or the \`nextCursor\` of the previous response as \`cursor\`.`;

/** The OpenAPI 3.1 document of the routes in `manifest`, from the schemas that validate their requests. */
export function openApiDocument(manifest: Manifest, version: string, examples: Examples): Json {
  const contracts = manifest.flatMap(([, module]) => listOperations(module).map(({ contract }) => contract));
  const hasDeprecated = contracts.some(({ deprecated }) => deprecated !== undefined);
  const { part, schemas } = hoistModels({
    openapi: "3.1.0",
    info: { title: "Vesting Index", version, description: DESCRIPTION },
    servers: [{ url: "/", description: "This service" }],
    ...getTags(manifest.map(([path]) => path)),
    paths: Object.fromEntries(
      manifest.map(([path, module]) => [
        path,
        Object.fromEntries(
          listOperations(module).map(({ method, contract }) => [
            method.toLowerCase(),
            operation({ method, path, contract }, examples),
          ]),
        ),
      ]),
    ),
    webhooks: webhooks(),
    components: components(examples.refusal, hasDeprecated),
  });
  const document = part as Json & { components: { schemas: Json } };
  Object.assign(document.components.schemas, schemas);
  return document;
}

/** The operations of one route file: method and contract. */
export function listOperations(module: RouteModule): { method: string; contract: Contract }[] {
  return METHODS.flatMap((method) => {
    const handler = module[method];
    return hasContract(handler) ? [{ method, contract: handler.contract }] : [];
  });
}

const hasContract = (handler: unknown): handler is { contract: Contract } =>
  typeof handler === "function" && "contract" in handler;
