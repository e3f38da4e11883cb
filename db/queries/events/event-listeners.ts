import type { Database } from "@/db/client";
import { webhookListener } from "../webhooks/outbox";
import type { EventListener, PlacedBatch, RemovedBatch, StoredBatch } from "./event-changes";
import { counterListener } from "./event-counters";
import { overclaimListener } from "./overclaims";
import { projectionListener } from "./projection";

/** Every listener of event rows, in the order in which they run. A new one is added here alone. */
const EVENT_LISTENERS: readonly EventListener[] = [
  counterListener,
  projectionListener,
  overclaimListener,
  webhookListener,
];

export async function notifyStored(tx: Database, batch: StoredBatch): Promise<void> {
  for (const listener of EVENT_LISTENERS) await listener.onStored?.(tx, batch);
}

export async function notifyRemoved(tx: Database, batch: RemovedBatch): Promise<void> {
  for (const listener of EVENT_LISTENERS) await listener.onRemoved?.(tx, batch);
}

export async function notifyPlaced(tx: Database, batch: PlacedBatch): Promise<void> {
  for (const listener of EVENT_LISTENERS) await listener.onPlaced?.(tx, batch);
}
