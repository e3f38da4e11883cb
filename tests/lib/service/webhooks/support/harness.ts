import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import type { Database } from "@/db/client";
import { storeEvents } from "@/db/queries/events/event-rows";
import { insertEndpoint } from "@/db/queries/webhooks/endpoints";
import {
  programTransactions,
  type WebhookEndpoint,
  webhookDeliveries,
  webhookEndpoints,
  webhookQueues,
} from "@/db/schema";
import { createLogger } from "@/lib/service/log";
import type { DeliveryContext } from "@/lib/service/webhooks/deliver";
import { newSecret } from "@/lib/service/webhooks/message";
import type { WebhookAttempt, WebhookSender } from "@/lib/service/webhooks/post";
import { envelopeValues } from "@/tests/support/rows";

let sequence = 0;

/** Stores an endpoint with the given subscriptions, and returns its row. */
export async function addEndpoint(
  db: Database,
  over: Partial<WebhookEndpoint> & Pick<Partial<WebhookEndpoint>, "campaigns" | "address" | "creator">,
): Promise<WebhookEndpoint> {
  sequence += 1;
  const endpoint = {
    ...{ id: `ep_${sequence}`, wallet: `wallet-${sequence}`, url: `https://receiver-${sequence}.example/` },
    ...{ secret: newSecret(), campaigns: null, address: null, creator: null, types: null, createdAt: 0n },
    ...over,
  };
  await insertEndpoint(db, endpoint, { perWallet: 10_000, all: 10_000 });
  const rows = await db.select().from(webhookEndpoints).where(sql`id = ${endpoint.id}`);
  const [row] = rows;
  if (!row) throw new Error("The endpoint was not stored.");
  return row;
}

type PauseOptions = { slot?: bigint; txIndex?: number | null; signature?: string; eventIndex?: number };

/** Returns a pause as the indexer would store it. */
export const getPause = (campaignId: number, over: PauseOptions = {}) => ({
  ...envelopeValues(campaignId),
  paused: true,
  ...over,
});

type Pause = ReturnType<typeof getPause>;

/** Stores pauses as the indexer does. */
export const storeUnsettled = (db: Database, pauses: readonly Pause[]) =>
  db.transaction((tx) => storeEvents(tx, { paused: pauses }));

/** Stores pauses as the indexer does, and marks the network as final up to them. */
export async function storePauses(db: Database, pauses: readonly Pause[]): Promise<void> {
  await storeUnsettled(db, pauses);
  await settle(db, pauses);
}

/** Marks the index as complete and final up to these events. */
async function settle(db: Database, events: readonly Pick<Pause, "signature" | "slot">[]): Promise<void> {
  const head = events.reduce((max, { slot }) => (slot > max ? slot : max), 0n);
  await finalize(db, events);
  await indexUpTo(db, head);
}

export async function finalize(
  db: Database,
  events: readonly Pick<Pause, "signature" | "slot">[],
): Promise<void> {
  const rows = events.map(({ signature, slot }) => ({
    ...{ signature, slot, status: "indexed" as const, finalized: true },
  }));
  await db.insert(programTransactions).values(rows).onConflictDoNothing();
}

export async function indexUpTo(db: Database, head: bigint): Promise<void> {
  await db.execute(sql`update sync_state set value = greatest(value::bigint, ${head.toString()}::bigint)::text
    where key = 'last_synced_slot'`);
}

/** A message as a receiver got it. */
export type Received = {
  url: string;
  id: string;
  headers: Record<string, string>;
  body: string;
  signature: string;
};

export const taken: WebhookAttempt = { status: 200, error: null, retryAfterMs: null };
export const refused = (status = 500, retryAfterMs: number | null = null): WebhookAttempt => ({
  ...{ status, error: `The endpoint responded with HTTP status ${status}.`, retryAfterMs },
});

/** Opens a deliverer with a clock that only the test moves, and a receiver that responds as the test says. */
export function openWorld(db: Database, over: Partial<DeliveryContext> = {}) {
  const world = {
    /** Starts at the database's time, because deliveries are stored with it. */
    nowMs: Math.floor(Date.now() / 1000) * 1000,
    received: [] as Received[],
    answer: (_message: Received): WebhookAttempt | Promise<WebhookAttempt> => taken,
  };
  const post: WebhookSender = async ({ url, headers, body }) => {
    const message = {
      ...{ url, id: headers["webhook-id"] ?? "", headers: { ...headers }, body },
      signature: JSON.parse(body).data.signature,
    };
    world.received.push(message);
    return world.answer(message);
  };
  const context: DeliveryContext = {
    ...{ db, post, log: createLogger("silent"), nowMs: () => world.nowMs, random: () => 0 },
    retrySeconds: [5, 300, 1_800],
    ...over,
  };
  return { world, context };
}

/**
 * Verifies a message with the standard's own package, which uses the system clock; throws for an invalid one.
 */
export const verify = ({ headers, body }: Pick<Received, "headers" | "body">, secret: string): unknown =>
  new Webhook(secret).verify(body, headers);

export const getDeliveries = (db: Database) =>
  db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id);
export const getQueues = (db: Database) => db.select().from(webhookQueues);
