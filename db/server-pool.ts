import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from "pg";
import { type Asker, DatabaseUnavailable, GIVEN_UP, isServerAway, sqlStateOf } from "./failures";
import { ServerGuard } from "./server-guard";
import { afterTurns } from "./turns";

/** How long the server may take to say that it is there. */
const PROBE_MS = 600;
const CONNECT_MS = 10_000;
const GOODBYE_MS = 5_000;
const ATTEMPTS = 5;

export type ServerPoolOptions = PoolConfig & { max: number; asker?: () => Asker | undefined };

/** Closes a connection without waiting for anybody: whoever waits for it gets an error. */
const cut = (client: Pick<Client, "connection">) => void client.connection.stream.destroy();

const ignore = () => undefined;

/** A pool whose statements end, with an error that says so, when the server is away or hangs. */
export class ServerPool extends Pool {
  private readonly guard: ServerGuard;
  private readonly places: Places;
  private readonly open = new Set<PoolClient>();

  constructor({ asker = () => undefined, ...config }: ServerPoolOptions) {
    const places = new Places(config.max);
    const guard = new ServerGuard(
      () => isThere(config),
      asker,
      (error) => places.refuseAll(error),
    );
    super({ ...config, Client: guardedClient(guard) } as PoolConfig);
    this.guard = guard;
    this.places = places;
    // An idle connection that breaks is dropped by the pool, and nobody's concern.
    this.on("error", ignore);
    this.on("connect", (client) => void this.open.add(client));
    this.on("remove", (client) => void this.open.delete(client));
    Object.assign(this, {
      connect: () => this.borrow(),
      query: (...statement: unknown[]) => this.run(statement),
    });
  }

  /** Ends when every connection has said goodbye, or after a while without. */
  async close(): Promise<void> {
    const timer = setTimeout(() => {
      for (const client of this.open) cut(client);
    }, GOODBYE_MS);
    await this.end();
    clearTimeout(timer);
  }

  /** A statement by itself; one that was given up for another's sake has done nothing, and is sent again. */
  private async run(statement: unknown[]): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.borrow();
      try {
        return await Reflect.apply(client.query, client, statement);
      } catch (error) {
        if (attempt === ATTEMPTS || !GIVEN_UP.has(sqlStateOf(error) ?? "")) throw error;
      } finally {
        client.release();
      }
    }
  }

  /** A connection for a while; one that breaks meanwhile comes back by itself, whether its borrower heard of it or not. */
  private async borrow(): Promise<PoolClient> {
    await this.guard.enter();
    await this.places.take(this.guard.signal).catch((error: unknown) => {
      throw this.guard.explain(error);
    });
    let client: PoolClient;
    try {
      client = await this.trusted();
    } catch (error) {
      this.places.give();
      throw this.guard.explain(error);
    }
    const release = client.release;
    let isLent = true;
    const giveBack = (broken?: Error | boolean) => {
      if (!isLent) return;
      isLent = false;
      client.off("error", ignore).off("end", lost);
      release(broken);
      this.places.give();
    };
    const lost = () => giveBack(true);
    client.on("error", ignore).on("end", lost);
    client.release = giveBack;
    return client;
  }

  private async trusted(): Promise<PoolClient> {
    for (;;) {
      const client = await super.connect();
      if (Reflect.get(client, "generation") === this.guard.generation) return client;
      client.release(true);
    }
  }
}

/** The pool's own queue cannot be emptied, so that it never has one: who waits, waits for a place here. */
class Places {
  private readonly waiting = new Set<{ enter(): void; refuse(error: Error): void }>();

  constructor(private free: number) {}

  take(signal: AbortSignal | undefined): Promise<void> {
    if (this.free > 0) {
      this.free--;
      return Promise.resolve();
    }
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

/** A kind of client whose every wait is watched. */
const guardedClient = (guard: ServerGuard) =>
  class GuardedClient extends Client {
    readonly generation = guard.generation;

    constructor(config?: ClientConfig) {
      super({ ...config, connectionTimeoutMillis: CONNECT_MS });
      const [connect, query] = [this.connect, this.query];
      const watch = <T>(work: () => Promise<T>) => guard.watch(work, () => cut(this));
      Object.assign(this, {
        connect: (done: (error?: unknown) => void) =>
          void watch(() => Reflect.apply(connect, this, [])).then(() => done(), done),
        query: (...statement: unknown[]) => watch(() => Reflect.apply(query, this, statement)),
      });
    }
  };

/** Asks the server for nothing, on a connection of its own; one that refuses for want of room is there. */
async function isThere({ max: _, ...config }: PoolConfig): Promise<boolean> {
  const client = new Client(config);
  client.on("error", ignore);
  const stop = afterTurns(PROBE_MS, () => cut(client));
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    return sqlStateOf(error)?.startsWith("53") === true || !isServerAway(error);
  } finally {
    stop();
    cut(client);
  }
}
