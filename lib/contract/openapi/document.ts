import type { Contract } from "../route-contract";
import { components, tags } from "./components";
import type { Examples } from "./examples";
import { hoistModels, type Json } from "./models";
import { operation } from "./operation";
import { webhooks } from "./webhooks";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** A route file's exports, of which those with a contract are documented. */
export type RouteModule = { readonly [name: string]: unknown };

/** Paths as the files have them, with `{name}` for parameters, and their modules. */
export type Manifest = readonly (readonly [path: string, module: RouteModule])[];

const DESCRIPTION = `Indexes Solana token-vesting campaigns, serves them with their proofs, and builds unsigned transactions.

**Values.** 64-bit integers are decimal strings in answers, and in requests decimal strings or safe integers. Amounts are in
base units of their token; times are unix seconds unless said otherwise. Keys are base58, roots 32 bytes in lower-case hex.

**Lists.** \`page\` counts from 1 and \`limit\` is cut to its maximum; \`nextCursor\`, given as \`cursor\`, goes on behind any page,
and \`Link: rel="next"\` has its address. \`total\` is exact.

**Refusals** have a sentence that says what to do, a code for programs, and the request's id. Where \`Accept\` prefers
\`application/problem+json\` they are problem details (RFC 9457). What a route does not know in its query is refused.

**Wallets.** A wallet signs one nonce for one request; the client package does so by itself. In samples for curl
\`WALLET_PROOF\` is such a proof, as \`docs/wallet-proof.md\` has it, \`BASE_URL\` the service's address.`;

/** The OpenAPI 3.1 document of the routes in `manifest`, from the schemas that validate their requests. */
export function openApiDocument(manifest: Manifest, version: string, examples: Examples): Json {
  const contracts = manifest.flatMap(([, module]) => operationsOf(module).map(({ contract }) => contract));
  const hasDeprecated = contracts.some(({ deprecated }) => deprecated !== undefined);
  const { part, schemas } = hoistModels({
    openapi: "3.1.0",
    info: { title: "Vesting Index", version, description: DESCRIPTION },
    servers: [{ url: "/", description: "This service" }],
    tags: tags(manifest.map(([path]) => path)),
    paths: Object.fromEntries(
      manifest.map(([path, module]) => [
        path,
        Object.fromEntries(
          operationsOf(module).map(({ method, contract }) => [
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
export function operationsOf(module: RouteModule): { method: string; contract: Contract }[] {
  return METHODS.flatMap((method) => {
    const handler = module[method];
    return hasContract(handler) ? [{ method, contract: handler.contract }] : [];
  });
}

const hasContract = (handler: unknown): handler is { contract: Contract } =>
  typeof handler === "function" && "contract" in handler;
