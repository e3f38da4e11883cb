import type { Refusal } from "@/lib/core/errors";
import type { Tasks } from "@/lib/service/registration/worker-jobs/tasks";

export type Order = { name: keyof Tasks; input: object };

/** What became of a task; a refusal in parts, because errors lose what they say of their own between threads. */
export type Outcome = { answer: object } | { refusal: Refusal } | { failure: unknown };

/** Every buffer that a value's bytes lie in, once. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) buffersOf(part, found);
  return [...found];
}
