import type { Env } from "@/lib/service/env";
import { globalSingleton } from "@/lib/service/global-singleton";
import { busy, ConcurrencyLimit, type ConcurrencyLimits } from "./concurrency-limit";

/** Limits for registrations and trees, after their body has arrived. */
const WORK: ConcurrencyLimits = { concurrency: 2, queued: 64, perClient: 24, waitMs: 30_000 };
/** Limits for whole lists, until their client has received them. */
const EXPORTS: ConcurrencyLimits = { concurrency: 8, queued: 32, perClient: 4, waitMs: 5_000 };

/** Maximum bodies of the largest size in memory at once, in total and per client. */
const [BODIES, BODIES_PER_CLIENT] = [3, 2];
const MIN_LARGEST_BYTES = 16 * 1024 * 1024;

/** Counts the bytes of request bodies in memory. */
export class BodyMemory {
  private total = 0;
  private readonly toBytes = new Map<string, number>();

  constructor(private readonly env: Pick<Env, "MAX_BODY_BYTES">) {}

  get bytes(): number {
    return this.total;
  }

  /**
   * Counts the bytes of one request. `add` throws SERVICE_UNAVAILABLE beyond the limits; `release` subtracts
   * all bytes.
   */
  open(client: string) {
    let held = 0;
    const count = (bytes: number) => {
      held += bytes;
      this.total += bytes;
      const own = (this.toBytes.get(client) ?? 0) + bytes;
      if (own > 0) this.toBytes.set(client, own);
      else this.toBytes.delete(client);
    };
    const add = (bytes: number) => {
      count(bytes);
      if (bytes > 0 && this.isExceeded(client)) throw busy();
    };
    return { add, release: () => count(-held) };
  }

  private isExceeded(client: string): boolean {
    const largest = Math.max(this.env.MAX_BODY_BYTES, MIN_LARGEST_BYTES);
    const own = this.toBytes.get(client) ?? 0;
    return this.total > BODIES * largest || own > BODIES_PER_CLIENT * largest;
  }
}

type ExpensiveWork = { work: ConcurrencyLimit; exports: ConcurrencyLimit; bodies: BodyMemory };

const shared = globalSingleton<ExpensiveWork>("expensive-work");

/** Returns the limits of this process for expensive work, opened with the first settings. */
export const expensiveWork = (env: Pick<Env, "MAX_BODY_BYTES">): ExpensiveWork =>
  shared.getOrCreate(() => ({
    work: new ConcurrencyLimit(WORK),
    exports: new ConcurrencyLimit(EXPORTS),
    bodies: new BodyMemory(env),
  }));
