import { connect, type Socket } from "node:net";
import { makePgArray } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { type OnStatement, sqlStateOf } from "./failures";

const CONNECT_SECONDS = 10;
const GOODBYE_SECONDS = 5;
/** Statements that one connection keeps prepared: some 50 KiB each on the server. */
const MOST_PREPARED = 200;

export type ServerSettings = {
  url: string;
  /** Settings of the session, sent as it starts. */
  session?: Record<string, string | number>;
  /** Whether statements with parameters are prepared, as they are unless said. */
  prepare?: boolean;
  onStatement?: OnStatement;
};

/** A statement that is asked once it is waited for: for its rows as objects, or as lists of values. */
type Asked = PromiseLike<unknown> & { values(): Promise<unknown> };

/** What drizzle asks of the driver. */
export type Asking = {
  /** Rows of what only reads, as lists of values: as `unsafe(…).values()` gives them, with nothing in between. */
  valuesOf(statement: string, params: unknown[]): Promise<unknown[][]>;
  unsafe(statement: string, params?: unknown[]): Asked;
  begin<T>(work: (tx: Transacting) => Promise<T>): Promise<T>;
};

type Transacting = Pick<Asking, "unsafe" | "valuesOf"> & {
  savepoint<T>(work: (tx: Transacting) => Promise<T>): Promise<T>;
};

export type Statement = {
  text: string;
  params?: unknown[];
  wantsValues?: boolean;
  /** Only reads, so that it may be asked again, and of a connection that others ask at the same time. */
  isRead?: boolean;
};

type Hooks = {
  socket(to: { host: string[]; port: number[]; path?: string | false }): Socket;
  onclose(): void;
};

function driverOn({ url, session }: ServerSettings, hooks: Hooks): postgres.Sql {
  const options = {
    max: 1,
    connect_timeout: CONNECT_SECONDS,
    connection: { application_name: "vesting-index", ...session },
    // Asked for by itself, where its failure is nobody's to catch; arrays are written here and read by drizzle.
    fetch_types: false,
    // Its own timers may end a connection in the middle of a transaction.
    idle_timeout: undefined,
    max_lifetime: null,
    onnotice: () => undefined,
    ...hooks,
  };
  const driver = postgres(url, options);
  // Sets how the driver writes and reads values.
  drizzle(driver);
  return driver;
}

/** A driver as drizzle takes it, whose statements go where `asking` sends them. */
export function driverFor(settings: ServerSettings, asking: Asking) {
  const refuse = () => {
    throw new Error("This driver has no connection of its own.");
  };
  return Object.assign(driverOn(settings, { socket: refuse, onclose: () => undefined }), asking);
}

/** What asks statements, each by `run`. */
export function statementsBy(run: (statement: Statement) => Promise<unknown>) {
  return {
    unsafe: (text: string, params?: unknown[]) => new Deferred(run, text, params),
    valuesOf: (text: string, params: unknown[]) =>
      run({ text, params, wantsValues: true, isRead: true }) as Promise<unknown[][]>,
  };
}

/** A statement that is asked once its form is known, as the driver's own are. */
class Deferred implements Asked {
  private answer: Promise<unknown> | undefined;

  constructor(
    private readonly run: (statement: Statement) => Promise<unknown>,
    private readonly text: string,
    private readonly params: unknown[] | undefined,
  ) {}

  // biome-ignore lint/suspicious/noThenProperty: so does the driver
  // biome-ignore lint/suspicious/noExplicitAny: whatever comes of it
  then(done?: any, failed?: any): Promise<any> {
    return this.ask(false).then(done, failed);
  }

  values(): Promise<unknown> {
    return this.ask(true);
  }

  private ask(wantsValues: boolean): Promise<unknown> {
    this.answer ??= this.run({ text: this.text, params: this.params, wantsValues });
    return this.answer;
  }
}

/** Whose wait is watched: `cut` when the server is found away, `leave` when nobody wants the answer any more. */
export type Waiter = { cut(): void; leave(): void };

/** Watches waits: each from when `begin` is told who waits until what that gives is stopped. */
export type Watch = { begin(waiter: Waiter): { stop(): void }; explain(error: unknown): unknown };

/** Those who ask a connection together: told of each that has its answer, or needs none any more. */
export type Together = { settle(): void };

const UNWATCHED: Watch = { begin: () => ({ stop: () => undefined }), explain: (error) => error };

/** Whether the connection is at its end with this error, even if its socket has not said so yet. */
const endsSession = (error: unknown) =>
  sqlStateOf(error) === undefined ||
  (error instanceof postgres.PostgresError && ["FATAL", "PANIC"].includes(error.severity));

const forDriver = (value: unknown) => (Array.isArray(value) ? makePgArray(value) : value);

/**
 * One connection of the driver, on a socket of ours: once that is lost, whatever waits for it fails, and so does whatever
 * is asked of it later. The driver alone would connect again and again where a server hangs up on it, and would write to
 * the socket that is gone when that happens in a transaction.
 */
export class ServerConnection {
  /** When the connection is no more. */
  readonly ended: Promise<void>;
  private readonly driver: postgres.Sql;
  /** The texts of statements that are prepared here. */
  private readonly prepared = new Set<string>();
  private readonly waiting = new Set<Turn>();
  private socket: Socket | undefined;
  private cause: Error | undefined;
  private lost: Error | undefined;
  private tellEnd = () => {};

  constructor(
    private readonly settings: ServerSettings,
    private readonly watch: Watch = UNWATCHED,
  ) {
    this.ended = new Promise((resolve) => {
      this.tellEnd = resolve;
    });
    this.driver = driverOn(settings, { socket: (to) => this.open(to), onclose: () => this.lose() });
  }

  get isLost(): boolean {
    return this.lost !== undefined;
  }

  /** Whether it is at work for somebody who has left, so that nobody should wait behind. */
  isForsaken = false;

  /** Whether it has prepared so many statements that another one should come in its place. */
  get isWornOut(): boolean {
    return this.prepared.size >= MOST_PREPARED;
  }

  /** The connection by itself as what drizzle asks, for one borrower at a time. */
  get asking(): Asking {
    return { ...statementsBy((statement) => this.run(statement)), begin: (work) => this.transact(work) };
  }

  /** For one borrower at a time, unless they ask together: then each gets his answer in his turn. */
  run(statement: Statement, together?: Together): Promise<Rows> {
    return new Promise((resolve, reject) => {
      if (this.lost) {
        together?.settle();
        return reject(this.watch.explain(this.lost));
      }
      const tell = this.settings.onStatement?.(statement.text);
      this.ask(statement, new Turn(this, this.watch, { resolve, reject, tell, together }));
    });
  }

  private ask({ text, params = NONE, wantsValues }: Statement, turn: Turn): void {
    const prepare = params.length > 0 && this.prepares(text);
    this.waiting.add(turn);
    try {
      // biome-ignore lint/suspicious/noExplicitAny: the driver's own name for a parameter of any kind
      const query = this.driver.unsafe(text, params.map(forDriver) as any[], prepare ? PREPARED : UNPREPARED);
      const asked = wantsValues ? (query.values() as unknown as Promise<Rows>) : query;
      asked.then(
        (rows) => turn.done(rows),
        (error: unknown) => turn.refuse(error),
      );
    } catch (error) {
      turn.refuse(error);
    }
  }

  /** Who waited has an answer, or has left. */
  forget(turn: Turn): void {
    this.waiting.delete(turn);
  }

  async transact<T>(work: (tx: Transacting) => Promise<T>): Promise<T> {
    let isOver = false;
    let failure: unknown;
    const run = async (statement: Statement) => {
      if (isOver) throw new Error("The transaction is over.");
      try {
        return await this.run(statement);
      } catch (error) {
        failure ??= error;
        throw error;
      }
    };
    await this.run({ text: "begin" });
    try {
      const given = await work(transactingBy(run));
      isOver = true;
      const { command } = await this.run({ text: "commit" });
      // So does Postgres answer when a statement failed, even if whoever asked it went on.
      if (command === "ROLLBACK") throw failure ?? new Error("The transaction was rolled back.");
      return given;
    } catch (error) {
      isOver = true;
      await this.run({ text: "rollback" }).catch(() => this.cut());
      throw error;
    }
  }

  /** Statements without parameters are as quick without, and those that change tables are among them. */
  private prepares(text: string): boolean {
    if (this.settings.prepare === false) return false;
    if (!this.isWornOut) this.prepared.add(text);
    return this.prepared.has(text);
  }

  /** Ends at once: whoever waits gets an error. */
  cut(): void {
    this.lose();
    this.socket?.destroy();
  }

  /** Takes leave of the server, for a while at most; at once from what it still does for nobody. */
  async close(): Promise<void> {
    if (!this.lost && !this.isForsaken) await this.driver.end({ timeout: GOODBYE_SECONDS });
    this.cut();
  }

  private lose(): void {
    this.lost ??= this.cause ?? new Error("The connection was lost.");
    for (const turn of this.waiting) turn.refuse(this.lost);
    this.tellEnd();
  }

  /** Called by the driver, again whenever it would connect anew. */
  private open({ host: [host = ""], port: [port = 0], path }: Parameters<Hooks["socket"]>[0]): Socket {
    if (this.socket || this.lost) {
      this.lose();
      throw this.lost;
    }
    // By the host's name its certificate is checked.
    this.socket = path ? connect(path) : Object.assign(connect(port, host), { host });
    this.socket.on("error", (error) => {
      this.cause ??= error;
    });
    return this.socket;
  }
}

type Rows = postgres.RowList<postgres.Row[]>;
type Settling = {
  resolve(rows: Rows): void;
  reject(error: unknown): void;
  /** Who is told of the statement's end, with the error where it failed. */
  tell: ReturnType<OnStatement> | undefined;
  together: Together | undefined;
};

const NONE: unknown[] = [];
const [PREPARED, UNPREPARED] = [{ prepare: true }, { prepare: false }];

/** One statement's wait for its answer. */
class Turn implements Waiter {
  private readonly wait: { stop(): void };
  private isOver = false;

  constructor(
    private readonly connection: ServerConnection,
    private readonly watch: Watch,
    private readonly settling: Settling,
  ) {
    this.wait = watch.begin(this);
  }

  done(rows: Rows): void {
    if (this.isOver) return;
    this.end();
    this.settling.resolve(rows);
  }

  refuse(error: unknown): void {
    if (this.isOver) return;
    this.end(error);
    if (endsSession(error)) this.connection.cut();
    this.settling.reject(this.watch.explain(error));
  }

  cut(): void {
    this.connection.cut();
  }

  /** Alone, it ends what it asked; others who asked the same connection shall have their answers. */
  leave(): void {
    if (this.isOver) return;
    if (!this.settling.together) return void this.cut();
    this.connection.isForsaken = true;
    const error = new Error("the request is out of time");
    this.end(error);
    this.settling.reject(this.watch.explain(error));
  }

  private end(error?: unknown): void {
    this.isOver = true;
    this.connection.forget(this);
    this.wait.stop();
    this.settling.tell?.(error);
    this.settling.together?.settle();
  }
}

/** Statements in a transaction; each that is begun within it is a savepoint. */
function transactingBy(run: (statement: Statement) => Promise<unknown>): Transacting {
  let savepoints = 0;
  const tx: Transacting = {
    ...statementsBy(run),
    savepoint: async (work) => {
      const name = `s${savepoints++}`;
      await run({ text: `savepoint ${name}` });
      try {
        return await work(tx);
      } catch (error) {
        await run({ text: `rollback to ${name}` });
        throw error;
      }
    },
  };
  return tx;
}
