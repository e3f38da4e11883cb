import {
  type Asker,
  DatabaseUnavailable,
  type EndSignal,
  GIVEN_UP,
  isServerAway,
  PLAN_LOST,
  sqlStateOf,
} from "./failures";
import {
  type Asking,
  driverFor,
  ServerConnection,
  type ServerSettings,
  type Statement,
  unsafeBy,
} from "./server-connection";
import { PATIENCE_MS, ServerGuard } from "./server-guard";
import { afterTurns } from "./turns";

const GOODBYE_MS = 5_000;
const IDLE_MS = 60_000;
const LIFETIME_MS = 3_600_000;
const ATTEMPTS = 5;

export type ServerPoolOptions = ServerSettings & {
  max: number;
  asker?: () => Asker | undefined;
  /** How long an answer may take before the server is asked whether it is there, and how long it may take to say so. */
  patienceMs?: number;
};

/** Connections whose statements end, with an error that says so, when the server is away or hangs. */
export class ServerPool {
  private readonly guard: ServerGuard;
  private readonly places: Places;
  /** Every connection there is, and when it is too old to be lent again. */
  private readonly open = new Map<ServerConnection, { generation: number; untilMs: number }>();
  /** Those that nobody has, and since when, the last used last. */
  private readonly idle = new Map<ServerConnection, number>();
  private sweeping: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly options: ServerPoolOptions) {
    this.places = new Places(options.max);
    this.guard = new ServerGuard(
      () => isThere(options),
      options.asker ?? (() => undefined),
      (error) => this.places.refuseAll(error),
      options.patienceMs,
    );
  }

  /** As drizzle takes it. */
  get driver() {
    return driverFor(this.options, this.asking);
  }

  get asking(): Asking {
    return {
      unsafe: unsafeBy((statement) => this.run(statement)),
      begin: (work) => this.lend((connection) => connection.transact(work)),
    };
  }

  /** Connections that are open and lent now, and who waits for one. */
  get standing(): { open: number; lent: number; waiting: number } {
    return { open: this.open.size, lent: this.open.size - this.idle.size, waiting: this.places.waitingCount };
  }

  /** Ends when every connection has said goodbye, or after a while without. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.places.refuseAll(closed());
    for (const connection of this.idle.keys()) this.retire(connection);
    clearTimeout(this.sweeping);
    const timer = setTimeout(() => {
      for (const connection of this.open.keys()) connection.cut();
    }, GOODBYE_MS);
    await Promise.all([...this.open.keys()].map(({ ended }) => ended));
    clearTimeout(timer);
  }

  /** A statement by itself; one that was given up for another's sake has done nothing, and is sent again. */
  async run(statement: Statement): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.lend((connection) => connection.run(statement));
      } catch (error) {
        const state = sqlStateOf(error) ?? "";
        if (attempt === ATTEMPTS || !(GIVEN_UP.has(state) || PLAN_LOST.has(state))) throw error;
      }
    }
  }

  private async lend<T>(work: (connection: ServerConnection) => Promise<T>): Promise<T> {
    if (!this.guard.isOpen) await this.guard.enter();
    if (!this.places.takeAtOnce()) {
      await this.places.take(this.guard.signal).catch((error: unknown) => {
        throw this.guard.explain(error);
      });
    }
    try {
      if (this.isClosed) throw this.guard.explain(closed());
      const connection = this.trusted() ?? this.connect();
      try {
        return await work(connection);
      } catch (error) {
        // Whatever took this one took the others that there are.
        if (PLAN_LOST.has(sqlStateOf(error) ?? "")) this.guard.generation++;
        throw error;
      } finally {
        this.takeBack(connection);
      }
    } finally {
      this.places.give();
    }
  }

  private connect(): ServerConnection {
    const { guard } = this;
    const connection = new ServerConnection(this.options, {
      begin: (abandon) => guard.watch(abandon),
      explain: (error) => guard.explain(error),
    });
    this.open.set(connection, {
      generation: guard.generation,
      untilMs: performance.now() + LIFETIME_MS,
    });
    connection.ended.then(() => {
      this.open.delete(connection);
      this.idle.delete(connection);
    });
    return connection;
  }

  private trusted(): ServerConnection | undefined {
    for (const connection of [...this.idle.keys()].reverse()) {
      this.idle.delete(connection);
      if (this.isGood(connection)) return connection;
      this.retire(connection);
    }
    return undefined;
  }

  private takeBack(connection: ServerConnection): void {
    if (!this.isClosed && this.isGood(connection)) {
      this.idle.set(connection, performance.now());
      this.sweeping ??= setTimeout(() => this.sweep(), IDLE_MS).unref();
    } else this.retire(connection);
  }

  /** Ends those that nobody asked for a while; one timer for all, as they are lent thousands of times a second. */
  private sweep(): void {
    const nowMs = performance.now();
    let oldestMs = nowMs;
    for (const [connection, sinceMs] of this.idle) {
      if (nowMs - sinceMs >= IDLE_MS) this.retire(connection);
      else oldestMs = Math.min(oldestMs, sinceMs);
    }
    const isNeeded = this.idle.size > 0 && !this.isClosed;
    const leftMs = oldestMs + IDLE_MS - nowMs;
    this.sweeping = isNeeded ? setTimeout(() => this.sweep(), leftMs).unref() : undefined;
  }

  private isGood(connection: ServerConnection): boolean {
    const { generation, untilMs = 0 } = this.open.get(connection) ?? {};
    const isFit = !connection.isLost && !connection.isWornOut;
    return isFit && generation === this.guard.generation && performance.now() < untilMs;
  }

  private retire(connection: ServerConnection): void {
    this.idle.delete(connection);
    void connection.close();
  }
}

const closed = () => new Error("it is closed");

/** How many connections may be lent at once; who finds none waits, until he gets one or is refused. */
class Places {
  private readonly waiting = new Set<{ enter(): void; refuse(error: Error): void }>();

  constructor(private free: number) {}

  get waitingCount(): number {
    return this.waiting.size;
  }

  takeAtOnce(): boolean {
    if (this.free === 0) return false;
    this.free--;
    return true;
  }

  take(signal: EndSignal | undefined): Promise<void> {
    if (this.takeAtOnce()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const outOfTime = () => waiter.refuse(new DatabaseUnavailable(new Error("the request is out of time")));
      const leave = () => {
        this.waiting.delete(waiter);
        signal?.removeEventListener("abort", outOfTime);
      };
      const waiter = {
        enter: () => {
          leave();
          resolve();
        },
        refuse: (error: Error) => {
          leave();
          reject(error);
        },
      };
      this.waiting.add(waiter);
      signal?.addEventListener("abort", outOfTime);
    });
  }

  give(): void {
    const [first] = this.waiting;
    if (first) first.enter();
    else this.free++;
  }

  refuseAll(error: Error): void {
    for (const waiter of [...this.waiting]) waiter.refuse(error);
  }
}

/** Asks the server for nothing, on a connection of its own; one that refuses for want of room is there. */
async function isThere(settings: ServerPoolOptions): Promise<boolean> {
  const connection = new ServerConnection(settings);
  const stop = afterTurns(settings.patienceMs ?? PATIENCE_MS, () => connection.cut());
  try {
    await connection.run({ text: "select 1" });
    return true;
  } catch (error) {
    return sqlStateOf(error)?.startsWith("53") === true || !isServerAway(error);
  } finally {
    stop();
    connection.cut();
  }
}
