import { and, asc, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { type WebhookEndpoint, webhookDeliveries, webhookEndpoints, webhookQueues } from "@/db/schema";
import type { DisabledReason } from "@/lib/core/events/event-types";
import { lockEndpoints, writeTopics } from "./topics";

/** An endpoint and the number of its pending events, counted up to `MAX_COUNTED`. */
export type CountedEndpoint = WebhookEndpoint & { pending: number };

const MAX_COUNTED = 1_000;

const pending = sql<number>`(select count(*) from (select 1 from ${webhookDeliveries}
  where endpoint_id = ${webhookEndpoints}.id and delivered_at is null limit ${sql.raw(String(MAX_COUNTED))}) p)`.mapWith(
  Number,
);

type EndpointKey = { wallet: string; endpointId: string };

const isOwned = ({ wallet, endpointId }: EndpointKey) =>
  and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.wallet, wallet));

/** Selects all endpoints of a wallet, oldest first; their number is limited. */
export async function selectEndpoints(db: Database, wallet: string): Promise<CountedEndpoint[]> {
  const rows = await db
    .select({ endpoint: webhookEndpoints, pending })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.wallet, wallet))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
  return rows.map((row) => ({ ...row.endpoint, pending: row.pending }));
}

/** Selects endpoints of all wallets by id, after a given one. */
export async function selectAllEndpoints(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<CountedEndpoint[]> {
  const rows = await db
    .select({ endpoint: webhookEndpoints, pending })
    .from(webhookEndpoints)
    .where(gt(webhookEndpoints.id, after))
    .orderBy(asc(webhookEndpoints.id))
    .limit(limit);
  return rows.map((row) => ({ ...row.endpoint, pending: row.pending }));
}

/** Selects an endpoint of a wallet, or null if the wallet does not own that id. */
export async function selectEndpoint(db: Database, owned: EndpointKey): Promise<CountedEndpoint | null> {
  const [row] = await db
    .select({ endpoint: webhookEndpoints, pending })
    .from(webhookEndpoints)
    .where(isOwned(owned));
  return row ? { ...row.endpoint, pending: row.pending } : null;
}

type NewEndpoint = Omit<
  WebhookEndpoint,
  "previousSecret" | "previousUntil" | "disabledAt" | "disabledReason" | "failingSince"
>;

/**
 * Stores an endpoint, unless its wallet has `perWallet` endpoints or there are `all` enabled endpoints in
 * total. Calls `consumeQuota` only within these limits; if it throws, nothing is stored.
 */
export function insertEndpoint(
  db: Database,
  endpoint: NewEndpoint,
  max: { perWallet: number; all: number },
  consumeQuota?: () => Promise<void>,
): Promise<"stored" | "wallet full" | "full"> {
  return inTransaction(db, async (tx) => {
    await lockEndpoints(tx);
    const own = await countEndpoints(tx, eq(webhookEndpoints.wallet, endpoint.wallet));
    if (own >= max.perWallet) return "wallet full";
    if ((await countEndpoints(tx, isNull(webhookEndpoints.disabledAt))) >= max.all) return "full";
    await consumeQuota?.();
    await tx.insert(webhookEndpoints).values(endpoint);
    await writeTopics(tx, endpoint);
    return "stored";
  });
}

async function countEndpoints(tx: Database, condition: ReturnType<typeof eq>): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(webhookEndpoints).where(condition);
  return row?.count ?? 0;
}

export type EndpointChange = Partial<
  Pick<WebhookEndpoint, "url" | "campaigns" | "address" | "creator" | "types"> & { enabled: boolean }
>;

/**
 * Changes an endpoint. An endpoint that is enabled again continues with its undelivered events, and their
 * attempts start at zero; `all` limits the number of enabled endpoints. New filters apply only to events that
 * are stored from now on.
 */
export function updateEndpoint(
  db: Database,
  owned: EndpointKey,
  { change, now, all }: { change: EndpointChange; now: bigint; all: number },
): Promise<"changed" | "unknown" | "full"> {
  const { enabled, ...values } = change;
  return inTransaction(db, async (tx) => {
    await lockEndpoints(tx);
    const [before] = await tx.select().from(webhookEndpoints).where(isOwned(owned)).for("update");
    if (!before) return "unknown";
    const isEnabling = enabled === true && before.disabledAt !== null;
    if (isEnabling && (await countEndpoints(tx, isNull(webhookEndpoints.disabledAt))) >= all) return "full";
    if (Object.keys(values).length > 0) {
      await tx.update(webhookEndpoints).set(values).where(isOwned(owned));
      await writeTopics(tx, { ...before, ...values });
    }
    if (isEnabling) await enable(tx, before.id);
    if (enabled === false && before.disabledAt === null) {
      await disableEndpoint(tx, { endpointId: before.id, reason: "paused", now });
    }
    return "changed";
  });
}

async function enable(tx: Database, endpointId: string): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ disabledAt: null, disabledReason: null, failingSince: null })
    .where(eq(webhookEndpoints.id, endpointId));
  await tx
    .update(webhookDeliveries)
    .set({ attempts: 0, nextAttemptAt: null })
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        isNull(webhookDeliveries.deliveredAt),
        sql`${webhookDeliveries.attempts} > 0`,
      ),
    );
  await tx.update(webhookQueues).set({ dueMs: 0 }).where(eq(webhookQueues.endpointId, endpointId));
}

/** Stops deliveries to an endpoint until it is enabled again; undelivered events stay pending. */
export async function disableEndpoint(
  tx: Database,
  { endpointId, reason, now }: { endpointId: string; reason: DisabledReason; now: bigint },
): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ disabledAt: now, disabledReason: reason })
    .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.disabledAt)));
  await tx
    .update(webhookQueues)
    .set({ dueMs: null, holder: null })
    .where(eq(webhookQueues.endpointId, endpointId));
}

/**
 * Replaces the secret of an endpoint; deliveries are also signed with the previous one until `previousUntil`.
 * Returns false if the wallet does not own the endpoint.
 */
export async function updateSecret(
  db: Database,
  owned: EndpointKey,
  { secret, previousUntil }: { secret: string; previousUntil: bigint },
): Promise<boolean> {
  const rows = await db
    .update(webhookEndpoints)
    .set({ previousSecret: sql`${webhookEndpoints.secret}`, previousUntil, secret })
    .where(isOwned(owned))
    .returning({ id: webhookEndpoints.id });
  return rows.length > 0;
}

/**
 * Deletes an endpoint with its deliveries, of any wallet unless one is given. Returns false if there is none.
 */
export async function deleteEndpoint(
  db: Database,
  { wallet, endpointId }: { wallet?: string; endpointId: string },
): Promise<boolean> {
  const condition = wallet ? isOwned({ wallet, endpointId }) : eq(webhookEndpoints.id, endpointId);
  const rows = await inTransaction(db, (tx) =>
    tx.delete(webhookEndpoints).where(condition).returning({ id: webhookEndpoints.id }),
  );
  return rows.length > 0;
}

/** Deletes the endpoints that were disabled before a time, whatever the reason. Returns their number. */
export async function deleteDisabledEndpoints(db: Database, before: bigint): Promise<number> {
  const rows = await inTransaction(db, (tx) =>
    tx
      .delete(webhookEndpoints)
      .where(lt(webhookEndpoints.disabledAt, before))
      .returning({ id: webhookEndpoints.id }),
  );
  return rows.length;
}
