import type { Database } from "@/db/client";
import { webhookListener } from "../webhooks/outbox";
import { changeListener } from "./change-log";
import type { EventListener, PlacedBatch, RemovedBatch, StoredBatch } from "./event-changes";
import { counterListener } from "./event-counters";
import { overclaimListener } from "./overclaims";
import { projectionListener } from "./projection";

/** All listeners of event rows, in execution order. New listeners only need to be added here. */
const EVENT_LISTENERS: readonly EventListener[] = [
  counterListener,
  projectionListener,
  overclaimListener,
  webhookListener,
  changeListener,
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
