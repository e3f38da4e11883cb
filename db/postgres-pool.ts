import pLimit from "p-limit";
import type { DatabaseOptions } from "./database";
import {
  abandoned,
  explainFailure,
  getSqlState,
  isPastDeadline,
  isServerUnreachable,
  PLAN_LOST,
  RETRYABLE_ROLLBACKS,
} from "./failures";
import { type DriverSettings, NotConnectedError, PostgresDriver, type SqlStatement } from "./postgres-driver";
import { type DrizzleClient, drizzleClient, Transaction, WorkFailedError } from "./postgres-transaction";
import { setUnblockedTimeout } from "./unblocked-timeout";

/**
 * Time without a response after which the server is pinged on a separate connection, and the timeout of that
 * ping.
 */
const PING_AFTER_MS = 1_000;
const PING_TIMEOUT_MS = 1_000;
const CLOSE_SECONDS = 5;
/** Longer than any statement may take. */
const RETIRE_SECONDS = 35;
const MAX_ATTEMPTS = 5;

export type PostgresPoolOptions = DriverSettings &
  Pick<DatabaseOptions, "queryContext" | "onStatement" | "onFailure"> & { max: number; pingAfterMs?: number };

/**
 * The driver's connection pool with timeouts and health checks. A wait ends at the deadline of its request,
 * or when the server does not answer a ping. A lost connection replaces the driver.
 */
export class PostgresPool {
  /**
   * One task per connection: the driver fails to begin a transaction that it queues behind another statement.
   */
  private readonly limit;
  private readonly drivers = new Set<PostgresDriver>();
  private current: PostgresDriver | undefined;
  private pinging: Promise<boolean> | undefined;
  private isClosed = false;

  constructor(private options: PostgresPoolOptions) {
    this.limit = pLimit(options.max);
  }

  get client() {
    return drizzleClient(
      this.driver().sql.options,
      (statement) => this.run(statement),
      (work) => this.begin(work),
    );
  }

  /** Connections that are open and in use, and statements that wait for a connection. */
  get counts(): { open: number; active: number; waiting: number } {
    const open = [...this.drivers].reduce((sum, driver) => sum + driver.openConnections, 0);
    return { open, active: this.limit.activeCount, waiting: this.limit.pendingCount };
  }

  /** Runs a statement, and retries it if Postgres rolled it back in favor of another one. */
  run(statement: SqlStatement): Promise<unknown> {
    return this.schedule(isRepeatable, () => {
      const driver = this.driver();
      return this.report(statement.text, driver.run(driver.sql, statement));
    });
  }

  /** Runs a transaction. */
  begin<T>(work: (tx: DrizzleClient) => Promise<T>): Promise<T> {
    return this.schedule(isNotSent, () => this.transact(work));
  }

  /** Runs `task` with a connection, and retries it after errors that `isRepeatable` accepts. */
  private async schedule<T>(isRepeatable: (error: unknown) => boolean, task: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.wait((isAbandoned) =>
          this.limit(() => (isAbandoned() ? Promise.reject(abandoned()) : task())),
        );
      } catch (error) {
        // Some poolers reject session settings: the server's own settings apply then.
        const isUnsupported = this.options.session !== undefined && isUnsupportedSetting(error);
        if (isUnsupported) this.options = { ...this.options, session: undefined };
        if (attempt === MAX_ATTEMPTS || !(isUnsupported || isRepeatable(error)))
          throw this.explainUnsent(error);
      }
    }
  }

  private explainUnsent(error: unknown): unknown {
    return isNotSent(error) ? explainFailure(error, this.options.onFailure) : error;
  }

  /** Returns once every connection is closed, at the latest after `CLOSE_SECONDS`. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.current = undefined;
    await Promise.all([...this.drivers].map((driver) => driver.end(CLOSE_SECONDS)));
  }

  private driver(): PostgresDriver {
    if (this.isClosed) throw new Error("The connection pool is closed.");
    if (this.current) return this.current;
    const driver: PostgresDriver = new PostgresDriver(this.options, this.options.max, () => {
      if (this.current === driver) this.current = undefined;
      void driver.end(RETIRE_SECONDS).then(() => this.drivers.delete(driver));
    });
    this.drivers.add(driver);
    this.current = driver;
    return driver;
  }

  private async transact<T>(work: (tx: DrizzleClient) => Promise<T>): Promise<T> {
    const driver = this.driver();
    const transaction = new Transaction<T>(driver.sql.options, (sql, statement) =>
      this.wait(() => this.report(statement.text, driver.run(sql, statement))),
    );
    const running = driver.sql.begin((sql) => transaction.run(sql, work)) as Promise<T>;
    return driver.track(Promise.race([running, transaction.lost])).catch((error: unknown) => {
      transaction.end(error);
      if (transaction.committed) return transaction.committed.result;
      throw error;
    });
  }

  private report(text: string, running: Promise<unknown>): Promise<unknown> {
    const onEnd = this.options.onStatement?.(text);
    if (onEnd) running.then(() => onEnd(), onEnd);
    return running;
  }

  /** Returns the result of `start`. Stops waiting at the caller's deadline, or when the server does not answer a ping. */
  private wait<T>(start: (isAbandoned: () => boolean) => Promise<T>): Promise<T> {
    const context = this.options.queryContext?.();
    const { pingAfterMs = PING_AFTER_MS } = this.options;
    return new Promise<T>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      let isOver = false;
      const end = () => {
        isOver = true;
        clearTimeout(timer);
      };
      const fail = (error: unknown) => {
        end();
        if (error instanceof WorkFailedError) return reject(error.cause);
        // An unsent statement is retried, on other connections: it is no failure of the database.
        reject(isNotSent(error) ? error : explainFailure(error, this.options.onFailure));
      };
      const watch = () => {
        // One millisecond later than the timer of the response, which has the better message.
        const leftMs = Math.ceil((context?.deadlineMs ?? Number.POSITIVE_INFINITY) - performance.now()) + 1;
        timer = setTimeout(
          async () => {
            if (isPastDeadline(context)) return fail(abandoned());
            const isAnswering = await this.ping();
            if (isOver) return;
            if (isAnswering) watch();
            else fail(new Error("the server does not answer"));
          },
          Math.min(pingAfterMs, leftMs),
        );
      };
      if (isPastDeadline(context)) return fail(abandoned());
      watch();
      start(() => isOver).then((value) => {
        end();
        resolve(value);
      }, fail);
    });
  }

  /** Returns whether the server answers. Closes every connection when it does not. */
  private ping(): Promise<boolean> {
    this.pinging ??= ping(this.options).then((isAnswering) => {
      this.pinging = undefined;
      if (!isAnswering)
        for (const driver of this.drivers) driver.destroy(new Error("the server does not answer"));
      return isAnswering;
    });
    return this.pinging;
  }
}

const isUnsupportedSetting = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message);

const isNotSent = (error: unknown) => error instanceof NotConnectedError;

function isRepeatable(error: unknown): boolean {
  const state = getSqlState(error) ?? "";
  return RETRYABLE_ROLLBACKS.has(state) || PLAN_LOST.has(state) || isNotSent(error);
}

async function ping(options: PostgresPoolOptions): Promise<boolean> {
  const driver = new PostgresDriver(options, 1);
  const cancel = setUnblockedTimeout(options.pingAfterMs ?? PING_TIMEOUT_MS, () =>
    driver.destroy(new Error("the ping timed out")),
  );
  try {
    await driver.run(driver.sql, { text: "select 1", params: [], wantsValues: true });
    return true;
  } catch (error) {
    // A server without a free connection (class 53) still responds.
    return getSqlState(error)?.startsWith("53") === true || !isServerUnreachable(error);
  } finally {
    cancel();
    void driver.end(0);
  }
}
