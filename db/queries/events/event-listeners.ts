import type { Database } from "@/db/client";
import { pipelined } from "../pipelined";
import { webhookListener } from "../webhooks/outbox";
import { changeListener } from "./change-log";
import type { EventListener, PlacedBatch, RemovedBatch, StoredBatch } from "./event-changes";
import { counterListener } from "./event-counters";
import { overclaimListener } from "./overclaims";
import { projectionListener } from "./projection";

/** The listeners that update the state of campaigns, in execution order: an overclaim depends on projected amounts. */
const STATE_LISTENERS: readonly EventListener[] = [counterListener, projectionListener, overclaimListener];

/** The listeners that record what happened, independently of each other. */
const RECORD_LISTENERS: readonly EventListener[] = [webhookListener, changeListener];

/** Notifies all listeners. */
async function notify(call: (listener: EventListener) => Promise<void> | undefined): Promise<void> {
  const inOrder = async () => {
    for (const listener of STATE_LISTENERS) await call(listener);
  };
  await pipelined([inOrder(), ...RECORD_LISTENERS.map(async (listener) => call(listener))]);
}

export const notifyStored = (tx: Database, batch: StoredBatch): Promise<void> =>
  notify((listener) => listener.onStored?.(tx, batch));

export const notifyRemoved = (tx: Database, batch: RemovedBatch): Promise<void> =>
  notify((listener) => listener.onRemoved?.(tx, batch));

export const notifyPlaced = (tx: Database, batch: PlacedBatch): Promise<void> =>
  notify((listener) => listener.onPlaced?.(tx, batch));
