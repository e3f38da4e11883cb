import type { Refusal } from "@/lib/core/errors";
import type { Tasks } from "@/lib/service/registration/worker-jobs/tasks";

export type WorkerRequest = { name: keyof Tasks; input: object };

/**
 * The outcome of a task. A refusal is sent as its fields, because errors lose their own properties between
 * threads.
 */
export type WorkerResponse = { result: object } | { refusal: Refusal } | { failure: unknown };

/** Collects each underlying buffer of a value once. */
export function findBuffers(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) findBuffers(part, found);
  return [...found];
}
