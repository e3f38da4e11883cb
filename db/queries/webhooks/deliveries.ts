import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, webhookDeliveries, webhookEndpoints } from "@/db/schema";
import { cutForward, readCursor, writeCursor } from "../cursor";

/** Selects the deliveries of an endpoint, newest first. */
export async function selectDeliveries(
  db: Database,
  { endpointId, limit, cursor }: { endpointId: string; limit: number; cursor?: string },
) {
  const from = readCursor("deliveries", cursor);
  const rows = await db
    .select({ delivery: webhookDeliveries, treeAddress: campaigns.treeAddress })
    .from(webhookDeliveries)
    .innerJoin(campaigns, eq(campaigns.id, webhookDeliveries.campaignId))
    .where(
      and(eq(webhookDeliveries.endpointId, endpointId), from ? lt(webhookDeliveries.id, from.id) : undefined),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit + 1);
  const { shown, nextCursor } = cutForward(rows, limit, ({ delivery: { id } }) =>
    writeCursor("deliveries", { id }),
  );
  return { deliveries: shown.map((row) => ({ ...row.delivery, treeAddress: row.treeAddress })), nextCursor };
}

export type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>["deliveries"][number];

/**
 * Deletes up to `limit` deliveries that were stored before a time, regardless of their outcome. Returns the
 * number of deleted rows.
 */
export async function deleteOldDeliveries(
  db: Database,
  { before, limit }: { before: bigint; limit: number },
): Promise<number> {
  const old = sql`select id from ${webhookDeliveries} where stored_at < ${before} order by stored_at limit ${limit}`;
  const rows = await db
    .delete(webhookDeliveries)
    .where(sql`${webhookDeliveries.id} in (${old})`)
    .returning({ id: webhookDeliveries.id });
  return rows.length;
}

/**
 * Selects metrics for operators: the number and state of the endpoints, and the pending deliveries of enabled
 * endpoints.
 */
export async function selectBacklog(db: Database, now: bigint) {
  const counted = (condition: ReturnType<typeof sql>) =>
    sql`count(*) filter (where ${condition})`.mapWith(Number);
  const [[endpoints], [waiting]] = await Promise.all([
    db
      .select({
        endpoints: sql`count(*)`.mapWith(Number),
        disabled: counted(sql`${webhookEndpoints.disabledAt} is not null`),
        failing: counted(
          sql`${webhookEndpoints.disabledAt} is null and ${webhookEndpoints.failingSince} is not null`,
        ),
      })
      .from(webhookEndpoints),
    db
      .select({
        pending: sql`count(*)`.mapWith(Number),
        oldestSeconds: sql`${now} - min(${webhookDeliveries.storedAt})`.mapWith(Number),
      })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(sql`${webhookDeliveries.deliveredAt} is null and ${webhookEndpoints.disabledAt} is null`),
  ]);
  return {
    ...{ endpoints: endpoints?.endpoints ?? 0, disabled: endpoints?.disabled ?? 0 },
    failing: endpoints?.failing ?? 0,
    pending: waiting?.pending ?? 0,
    oldestSeconds: waiting && waiting.pending > 0 ? Math.max(0, waiting.oldestSeconds) : null,
  };
}
