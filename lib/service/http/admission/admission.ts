import type { Env } from "@/lib/service/env";
import { processWide } from "@/lib/service/process-wide";
import { busy, Lane, type LaneLimits } from "./lane";
import type { EntryLane } from "./lane-of";

/**
 * `cheap` is every read, page and small write; `proof` a look-up of a proof, which waits for no other request; `export` a
 * whole list, which takes its place as long as its reader takes it;
 * `upload` a request with a large body, from its first byte to the last of its answer; `work` what is done with such a
 * body once it has been read.
 */
type LaneName = EntryLane | "work";

/** A browser opens six connections; six requests of one client at a time leave turns for everybody else's. */
const QUICK: LaneLimits = {
  ...{ running: 32, runningEach: 6, waiting: 512, waitingEach: 128 },
  ...{ waitMs: 3_000, fullWaitMs: 500, retrySeconds: 1 },
};

const LIMITS: Readonly<Record<LaneName, LaneLimits>> = {
  cheap: QUICK,
  proof: QUICK,
  export: {
    ...{ running: 8, runningEach: 2, waiting: 32, waitingEach: 4 },
    ...{ waitMs: 5_000, fullWaitMs: 5_000, retrySeconds: 5 },
  },
  upload: {
    ...{ running: 24, runningEach: 8, waiting: 0, waitingEach: 0 },
    ...{ waitMs: 0, fullWaitMs: 0, retrySeconds: 5 },
  },
  work: {
    ...{ running: 2, runningEach: 1, waiting: 24, waitingEach: 8 },
    ...{ waitMs: 30_000, fullWaitMs: 30_000, retrySeconds: 5 },
  },
};

/** Large bodies that may be held at once, in largest ones; the setting may be too small to measure by. */
const [BODIES_IN_ALL, BODIES_EACH] = [3, 2];
const LEAST_LARGEST = 16 * 1024 * 1024;

/** Requests that a client may make at once, and those it gets a second; static files count a quarter. */
const [BURST, REFILL_PER_SECOND] = [400, 40];

/** Clients remembered at once. */
const MAX_BUCKETS = 100_000;

/** A request that was let in. */
export type Ticket = {
  /** Counts bytes of its body as held until it leaves; throws SERVICE_UNAVAILABLE beyond what may be. */
  hold(bytes: number): void;
  /** Waits for its turn to do heavy work; gives what ends it. */
  work(): Promise<() => void>;
  leave(): void;
};

/** Requests that nobody vouches for cannot be told apart, so that they share the limits in all alone. */
const UNKNOWN = "unknown";

/** Decides who may come in: one for all routes and pages of a process. */
export class Admission {
  private readonly lanes = {
    cheap: new Lane(LIMITS.cheap),
    proof: new Lane(LIMITS.proof),
    export: new Lane(LIMITS.export),
    upload: new Lane(LIMITS.upload),
    work: new Lane(LIMITS.work),
  };
  private readonly held = new Map<string, number>();
  private heldInAll = 0;
  private readonly buckets = new Map<string, { left: number; atMs: number }>();

  constructor(
    private readonly env: Pick<Env, "MAX_BODY_BYTES" | "RATE_LIMIT">,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Who is in now, by lane, and the bytes of their bodies. */
  standing() {
    const lanes = Object.fromEntries(Object.entries(this.lanes).map(([name, lane]) => [name, lane.standing]));
    return { lanes, heldBytes: this.heldInAll };
  }

  /** Waits for a place, and throws SERVICE_UNAVAILABLE with Retry-After when there is none to wait for. */
  async enter(name: EntryLane, client: string): Promise<Ticket> {
    const who = client === UNKNOWN ? null : client;
    const lane = this.lanes[name];
    if (!lane.enterAtOnce(who)) await lane.wait(who);
    return new Entry(this, lane, who);
  }

  /** Counts bytes as held by a client, or as no longer; throws SERVICE_UNAVAILABLE beyond what may be. */
  hold(who: string | null, bytes: number): void {
    this.count(who, bytes);
    if (bytes > 0 && this.isFull(who)) throw busy(LIMITS.upload.retrySeconds);
  }

  /** Waits for a client's turn to do heavy work; gives what ends it. */
  work(who: string | null): Promise<() => void> {
    return this.lanes.work.enter(who);
  }

  /**
   * Counts a request against its client's allowance for all routes and pages together; the seconds to wait when that
   * is used up, else 0.
   */
  secondsToWait(client: string, weight: number): number {
    if (this.env.RATE_LIMIT === "off" || client === UNKNOWN) return 0;
    const nowMs = this.nowMs();
    const { left, atMs } = this.buckets.get(client) ?? { left: BURST, atMs: nowMs };
    const filled = Math.min(BURST, left + ((nowMs - atMs) / 1000) * REFILL_PER_SECOND);
    const isAllowed = filled >= weight;
    // Last in the map is who came last, so that the first are those to forget.
    this.buckets.delete(client);
    this.buckets.set(client, { left: isAllowed ? filled - weight : filled, atMs: nowMs });
    if (this.buckets.size > MAX_BUCKETS) this.forgetOldest();
    return isAllowed ? 0 : Math.max(1, Math.ceil((weight - filled) / REFILL_PER_SECOND));
  }

  private forgetOldest(): void {
    const [oldest] = this.buckets.keys();
    if (oldest !== undefined) this.buckets.delete(oldest);
  }

  private count(who: string | null, bytes: number): void {
    this.heldInAll += bytes;
    if (who === null) return;
    const held = (this.held.get(who) ?? 0) + bytes;
    if (held > 0) this.held.set(who, held);
    else this.held.delete(who);
  }

  private isFull(who: string | null): boolean {
    const largest = Math.max(this.env.MAX_BODY_BYTES, LEAST_LARGEST);
    const own = who === null ? 0 : (this.held.get(who) ?? 0);
    return this.heldInAll > BODIES_IN_ALL * largest || own > BODIES_EACH * largest;
  }
}

/** One request that is in, with what ends when it leaves, which it may do again. */
class Entry implements Ticket {
  private holds = 0;
  private isIn = true;
  private readonly ends: (() => void)[] = [];

  constructor(
    private readonly admission: Admission,
    private readonly lane: Lane,
    private readonly who: string | null,
  ) {}

  hold(bytes: number): void {
    this.holds += bytes;
    this.admission.hold(this.who, bytes);
  }

  async work(): Promise<() => void> {
    const done = await this.admission.work(this.who);
    this.ends.push(done);
    return done;
  }

  leave(): void {
    if (this.isIn) this.lane.free(this.who);
    this.isIn = false;
    for (const end of this.ends) end();
    if (this.holds > 0) this.admission.hold(this.who, -this.holds);
    this.holds = 0;
  }
}

const shared = processWide<Admission>("admission");

/** The admission of this process, made with its first settings. */
export function admission(env: Env): Admission {
  const made = shared.get() ?? new Admission(env);
  shared.set(made);
  return made;
}
