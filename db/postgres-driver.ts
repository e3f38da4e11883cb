import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { makePgArray } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { getSqlState } from "./failures";

const CONNECT_SECONDS = 5;
const IDLE_SECONDS = 60;
const CLOSE_MS = 1_000;
/** The server keeps about 50 KiB for each prepared statement of each connection. */
const MAX_PREPARED = 200;

export type DriverSettings = {
  url: string;
  /** Settings of the session, sent when it starts. */
  session?: Record<string, string | number>;
  /** Whether statements with parameters are prepared; true by default. */
  prepare?: boolean;
  /** Further options of the driver. */
  driver?: Pick<postgres.Options<Record<string, never>>, "path" | "idle_timeout" | "max_lifetime">;
};

export type SqlStatement = { text: string; params: unknown[]; wantsValues: boolean };

/**
 * Thrown when a connection was not opened because another one of the same driver was lost: the statement was
 * not sent.
 */
export class NotConnectedError extends Error {
  override readonly name = "NotConnectedError";
}

type SocketAddress = { host: string[]; port: number[]; path?: string | false };

const toDriverValue = (value: unknown) => (Array.isArray(value) ? makePgArray(value) : value);

/**
 * An instance of the `postgres` driver that is retired with its first lost connection. The driver (3.4.9) cannot be
 * used after that: it reconnects without end to a server that closes new connections, and prepends bytes of the lost
 * connection to the next one.
 */
export class PostgresDriver {
  readonly sql: postgres.Sql;
  isRetired = false;
  private readonly sockets: Socket[] = [];
  private readonly prepared = new Set<string>();
  private readonly running = new Set<PromiseLike<unknown>>();

  constructor(
    settings: DriverSettings,
    private readonly max: number,
    private readonly onRetire: () => void = () => undefined,
  ) {
    const options = {
      max,
      connect_timeout: CONNECT_SECONDS,
      prepare: settings.prepare ?? true,
      connection: { application_name: "vesting-index", ...settings.session },
      // `toDriverValue` writes arrays, and Drizzle reads them.
      fetch_types: false,
      idle_timeout: IDLE_SECONDS,
      onnotice: () => undefined,
      onclose: () => this.retire(),
      socket: (address: SocketAddress) => this.openSocket(address),
      ...settings.driver,
    };
    this.sql = postgres(settings.url, options);
    // Configures how the driver writes and reads values.
    drizzle(this.sql);
  }

  get openConnections(): number {
    return this.sockets.filter((socket) => !socket.destroyed).length;
  }

  /** Runs a statement, on the driver or on one of its transactions. */
  run(sql: Pick<postgres.Sql, "unsafe">, { text, params, wantsValues }: SqlStatement): Promise<unknown> {
    const prepare = params.length > 0 && this.shouldPrepare(text);
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own type of a parameter
    const query = sql.unsafe(text, params.map(toDriverValue) as any[], { prepare });
    return this.track(wantsValues ? query.values() : query);
  }

  /** Adds `work` to the running statements and transactions, for which `end` waits. */
  async track<T>(work: PromiseLike<T>): Promise<T> {
    this.running.add(work);
    try {
      return await work;
    } catch (error) {
      // Retires before the next statement, because the driver never settles a statement that it receives
      // between a socket's "error" and "close".
      if (isConnectionLost(error)) this.retire();
      throw error;
    } finally {
      this.running.delete(work);
    }
  }

  /** Accepts no more statements. */
  retire(): void {
    if (this.isRetired) return;
    this.isRetired = true;
    this.onRetire();
  }

  /** Closes the connections after their statements have ended, at the latest after `timeoutSeconds`. */
  async end(timeoutSeconds: number): Promise<void> {
    this.isRetired = true;
    await Promise.race([
      Promise.allSettled(this.running),
      pause(timeoutSeconds * 1000, undefined, { ref: false }),
    ]);
    await this.sql.end({ timeout: 0 });
    setTimeout(() => this.destroySockets(), CLOSE_MS).unref();
  }

  /** Closes every connection at once: their statements fail with this error. */
  destroy(error: Error): void {
    this.retire();
    this.destroySockets(error);
  }

  private destroySockets(error?: Error): void {
    for (const socket of this.sockets) socket.destroy(error);
  }

  private shouldPrepare(text: string): boolean {
    if (this.prepared.size < MAX_PREPARED) this.prepared.add(text);
    return this.prepared.has(text);
  }

  private openSocket({ host: [host = ""], port: [port = 0], path }: SocketAddress): Socket {
    if (this.sockets.some((socket) => socket.destroyed && socket.bytesRead === 0))
      throw new Error("The server closed a new connection.");
    if (this.isRetired || this.sockets.length >= this.max) throw new NotConnectedError();
    // The certificate of a TLS connection is verified against `host`.
    const socket = path ? connect(path) : Object.assign(connect(port, host), { host });
    this.sockets.push(socket);
    socket.on("error", () => this.retire()).on("close", () => this.retire());
    return socket;
  }
}

/** Returns whether an error means that the connection is closed, or about to be. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof postgres.PostgresError
    ? // Some poolers send only the field that a server translates.
      ["FATAL", "PANIC"].includes(error.severity || error.severity_local)
    : error instanceof Error &&
      getSqlState(error) === undefined &&
      "code" in error &&
      /^(?:E[A-Z]+|ERR_SOCKET_CLOSED|CONNECTION_[A-Z]+|CONNECT_TIMEOUT)$/.test(String(error.code));
