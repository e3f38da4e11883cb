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
  statementsBy,
} from "./server-connection";
import { PATIENCE_MS, ServerGuard } from "./server-guard";
import { Sharing } from "./sharing";
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
  /** Every connection there is, when it is too old to be lent again, and since when nobody has it. */
  private readonly open = new Map<
    ServerConnection,
    { generation: number; untilMs: number; idleMs: number }
  >();
  /** Those that nobody has, the last used last. */
  private readonly idle: ServerConnection[] = [];
  private readonly sharing = new Sharing({
    borrow: () => this.borrowAtOnce(),
    giveBack: (connection) => this.giveBack(connection),
  });
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
      ...statementsBy((statement) => this.run(statement)),
      begin: (work) => this.lend((connection) => connection.transact(work)),
    };
  }

  /** Connections that are open and lent now, and who waits for one. */
  get standing(): { open: number; lent: number; waiting: number } {
    return {
      open: this.open.size,
      lent: this.open.size - this.idle.length,
      waiting: this.places.waitingCount,
    };
  }

  /** Ends when every connection has said goodbye, or after a while without. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.places.refuseAll(closed());
    for (const connection of [...this.idle]) this.retire(connection);
    clearTimeout(this.sweeping);
    const timer = setTimeout(() => {
      for (const connection of this.open.keys()) connection.cut();
    }, GOODBYE_MS);
    await Promise.all([...this.open.keys()].map(({ ended }) => ended));
    clearTimeout(timer);
  }

  /** A statement by itself, of its own connection or of one that others ask the same. */
  run(statement: Statement): Promise<unknown> {
    const shared = statement.isRead ? this.sharing.join(statement.text) : null;
    if (!shared) return this.runAlone(statement);
    return shared.connection.run(statement, shared).catch((error: unknown) => {
      this.note(error);
      if (isRepeatable(error)) return this.runAlone(statement);
      throw error;
    });
  }

  /** One that was given up for another's sake has done nothing, and is sent again. */
  private async runAlone(statement: Statement): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        const connection = this.borrowAtOnce() ?? (await this.borrow());
        try {
          return await connection.run(statement);
        } catch (error) {
          this.note(error);
          throw error;
        } finally {
          this.giveBack(connection);
        }
      } catch (error) {
        if (attempt === ATTEMPTS || !isRepeatable(error)) throw error;
      }
    }
  }

  private async lend<T>(work: (connection: ServerConnection) => Promise<T>): Promise<T> {
    const connection = this.borrowAtOnce() ?? (await this.borrow());
    try {
      return await work(connection);
    } catch (error) {
      this.note(error);
      throw error;
    } finally {
      this.giveBack(connection);
    }
  }

  /** A connection that nobody has, where there is one to be had without a wait. */
  private borrowAtOnce(): ServerConnection | null {
    return this.guard.isOpen && this.places.takeAtOnce() ? this.choose() : null;
  }

  private async borrow(): Promise<ServerConnection> {
    if (!this.guard.isOpen) await this.guard.enter();
    await this.places.take(this.guard.signal).catch((error: unknown) => {
      throw this.guard.explain(error);
    });
    return this.choose();
  }

  /** For who has taken a place. */
  private choose(): ServerConnection {
    try {
      if (this.isClosed) throw this.guard.explain(closed());
      return this.trusted() ?? this.connect();
    } catch (error) {
      this.places.give();
      throw error;
    }
  }

  private giveBack(connection: ServerConnection): void {
    this.takeBack(connection);
    this.places.give();
  }

  /** Whatever took this one's prepared statement took the others' that there are. */
  private note(error: unknown): void {
    if (PLAN_LOST.has(sqlStateOf(error) ?? "")) this.guard.generation++;
  }

  private connect(): ServerConnection {
    const { guard } = this;
    const connection = new ServerConnection(this.options, {
      begin: (waiter) => guard.watch(waiter),
      explain: (error) => guard.explain(error),
    });
    this.open.set(connection, {
      generation: guard.generation,
      untilMs: performance.now() + LIFETIME_MS,
      idleMs: 0,
    });
    connection.ended.then(() => {
      this.open.delete(connection);
      this.forget(connection);
    });
    return connection;
  }

  private trusted(): ServerConnection | undefined {
    for (;;) {
      const connection = this.idle.pop();
      if (!connection || this.isGood(connection)) return connection;
      this.retire(connection);
    }
  }

  private takeBack(connection: ServerConnection): void {
    const known = this.open.get(connection);
    if (this.isClosed || !known || !this.isGood(connection)) return void this.retire(connection);
    known.idleMs = performance.now();
    this.idle.push(connection);
    this.sweeping ??= setTimeout(() => this.sweep(), IDLE_MS).unref();
  }

  /** Ends those that nobody asked for a while; one timer for all, as they are lent thousands of times a second. */
  private sweep(): void {
    const nowMs = performance.now();
    let oldestMs = nowMs;
    for (const connection of [...this.idle]) {
      const { idleMs = 0 } = this.open.get(connection) ?? {};
      if (nowMs - idleMs >= IDLE_MS) this.retire(connection);
      else oldestMs = Math.min(oldestMs, idleMs);
    }
    const isNeeded = this.idle.length > 0 && !this.isClosed;
    const leftMs = oldestMs + IDLE_MS - nowMs;
    this.sweeping = isNeeded ? setTimeout(() => this.sweep(), leftMs).unref() : undefined;
  }

  private isGood(connection: ServerConnection): boolean {
    if (connection.isLost || connection.isWornOut || connection.isForsaken) return false;
    const known = this.open.get(connection);
    return known?.generation === this.guard.generation && performance.now() < known.untilMs;
  }

  private forget(connection: ServerConnection): void {
    const at = this.idle.indexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
  }

  private retire(connection: ServerConnection): void {
    this.forget(connection);
    void connection.close();
  }
}

function isRepeatable(error: unknown): boolean {
  const state = sqlStateOf(error) ?? "";
  return GIVEN_UP.has(state) || PLAN_LOST.has(state);
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
