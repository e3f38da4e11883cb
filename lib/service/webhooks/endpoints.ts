import { randomBytes } from "node:crypto";
import type * as z from "zod";
import {
  type CountedEndpoint,
  deleteEndpoint,
  type EndpointChange,
  insertEndpoint,
  selectAllEndpoints,
  selectEndpoint,
  selectEndpoints,
  updateEndpoint,
  updateSecret,
} from "@/db/queries/webhooks/endpoints";
import type { endpointBody, endpointChangeBody } from "@/lib/contract/requests/webhooks";
import type { WebhookEndpointView } from "@/lib/contract/webhook";
import { ApiError } from "@/lib/core/errors";
import { systemClock } from "@/lib/service/clock";
import type { Services } from "@/lib/service/services";
import { newSecret } from "./message";
import { receiverUrl } from "./receiver-url";

/** Maximum endpoints of a wallet, including disabled ones. */
const MAX_ENDPOINTS_PER_WALLET = 10;
const ENDPOINTS_PER_PAGE = 100;
/** Seconds for which the previous secret also signs. */
const BOTH_SECONDS = 86_400n;

/** Receivers use real time, whatever time a local ledger has. */
const { now } = systemClock;

type Given = Pick<Services, "db" | "env">;
export type EndpointKey = { wallet: string; endpointId: string };
type EndpointWithSecret = { endpoint: WebhookEndpointView; secret: string };

/**
 * Returns the wallet's endpoint. Throws NOT_FOUND if the wallet has no endpoint with that id, even if another
 * wallet has one.
 */
export async function findEndpoint({ db }: Pick<Given, "db">, owned: EndpointKey): Promise<CountedEndpoint> {
  const endpoint = await selectEndpoint(db, owned);
  if (!endpoint) throw unknown();
  return endpoint;
}

const unknown = () =>
  new ApiError(
    "NOT_FOUND",
    "This wallet has no such webhook endpoint. GET /api/webhooks lists its endpoints.",
  );

export const listEndpoints = async ({ db }: Pick<Given, "db">, wallet: string) => ({
  endpoints: (await selectEndpoints(db, wallet)).map(toView),
});

/**
 * Registers an endpoint of the wallet, and returns its secret. Calls `consumeShare` last, so that a refused
 * request does not use the quota of its network.
 */
export async function createEndpoint(
  { db, env }: Given,
  {
    wallet,
    consumeShare,
    ...body
  }: z.output<typeof endpointBody> & { wallet: string; consumeShare: () => Promise<void> },
): Promise<EndpointWithSecret> {
  const id = `ep_${randomBytes(16).toString("base64url")}`;
  const secret = newSecret();
  const endpoint = {
    ...{ id, wallet, secret, createdAt: now() },
    url: receiverUrl(env, { path: "url", text: body.url }),
    types: body.types,
    ...getScope(body),
  };
  const max = { perWallet: MAX_ENDPOINTS_PER_WALLET, all: env.WEBHOOK_ENDPOINTS };
  const outcome = await insertEndpoint(db, endpoint, max, consumeShare);
  if (outcome === "full") throw full();
  if (outcome === "wallet full") {
    throw new ApiError(
      "FORBIDDEN",
      `A wallet can have at most ${MAX_ENDPOINTS_PER_WALLET} webhook endpoints. Delete one first.`,
    );
  }
  return { endpoint: toView(await findEndpoint({ db }, { wallet, endpointId: id })), secret };
}

const full = () =>
  new ApiError(
    "FORBIDDEN",
    "The service has reached its limit of webhook endpoints. Ask its operator to raise the limit.",
  );

/** Updates the given fields; a new scope (campaigns, address or creator) replaces the previous one. */
export async function changeEndpoint(
  { db, env }: Given,
  { wallet, endpointId, ...body }: z.output<typeof endpointChangeBody> & EndpointKey,
): Promise<{ endpoint: WebhookEndpointView }> {
  const owned = { wallet, endpointId };
  const hasScope = Boolean(body.campaigns ?? body.address ?? body.creator);
  const change: EndpointChange = {
    ...(body.url !== undefined && { url: receiverUrl(env, { path: "url", text: body.url }) }),
    ...(body.types !== undefined && { types: body.types }),
    ...(body.enabled !== undefined && { enabled: body.enabled }),
    ...(hasScope && getScope(body)),
  };
  const outcome = await updateEndpoint(db, owned, { change, now: now(), all: env.WEBHOOK_ENDPOINTS });
  if (outcome === "unknown") throw unknown();
  if (outcome === "full") throw full();
  return { endpoint: toView(await findEndpoint({ db }, owned)) };
}

const getScope = ({ campaigns, address, creator }: Partial<z.output<typeof endpointBody>>) => ({
  campaigns: campaigns ?? null,
  address: address ?? null,
  creator: creator ?? null,
});

/** Replaces the secret of the endpoint and returns it; the previous one also signs for a day. */
export async function rotateSecret(
  { db }: Pick<Given, "db">,
  owned: EndpointKey,
): Promise<EndpointWithSecret> {
  const secret = newSecret();
  if (!(await updateSecret(db, owned, { secret, previousUntil: now() + BOTH_SECONDS }))) throw unknown();
  return { endpoint: toView(await findEndpoint({ db }, owned)), secret };
}

/** Deletes an endpoint with all its past and pending deliveries. */
export async function removeEndpoint({ db }: Pick<Given, "db">, owned: EndpointKey): Promise<{ ok: true }> {
  if (!(await deleteEndpoint(db, owned))) throw unknown();
  return { ok: true };
}

/** Lists a page of the endpoints of all wallets. */
export async function listAllEndpoints({ db }: Pick<Given, "db">, { cursor = "" }: { cursor?: string }) {
  const found = await selectAllEndpoints(db, { after: cursor, limit: ENDPOINTS_PER_PAGE });
  const endpoints = found.map((endpoint) => ({ ...toView(endpoint), wallet: endpoint.wallet }));
  const nextCursor = found.length < ENDPOINTS_PER_PAGE ? null : (found.at(-1)?.id ?? null);
  return { endpoints, nextCursor };
}

/** Deletes an endpoint of any wallet. */
export async function removeAnyEndpoint({ db }: Pick<Given, "db">, { endpointId }: { endpointId: string }) {
  if (!(await deleteEndpoint(db, { endpointId }))) {
    throw new ApiError("NOT_FOUND", "No webhook endpoint has this id.");
  }
  return { ok: true as const };
}

function toView(endpoint: CountedEndpoint): WebhookEndpointView {
  const { id, url, campaigns, address, creator, types, disabledReason, pending, previousUntil } = endpoint;
  const isRotating = previousUntil !== null && previousUntil > now();
  return {
    ...{ id, url, campaigns, address, creator, types, disabledReason, pending },
    enabled: endpoint.disabledAt === null,
    disabledAt: numberOrNull(endpoint.disabledAt),
    failingSince: numberOrNull(endpoint.failingSince),
    previousSecretUntil: isRotating ? Number(previousUntil) : null,
    createdAt: Number(endpoint.createdAt),
  };
}

const numberOrNull = (value: bigint | null) => (value === null ? null : Number(value));
