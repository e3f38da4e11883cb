import type postgres from "postgres";
import { DatabaseUnavailableError } from "./failures";
import { isConnectionLost, type SqlStatement } from "./postgres-driver";

/** The methods of the driver that Drizzle calls. */
export type DrizzleClient = {
  unsafe(text: string, params?: unknown[]): PromiseLike<unknown> & { values(): Promise<unknown> };
  begin<T>(work: (tx: DrizzleClient) => Promise<T>): Promise<T>;
  savepoint<T>(work: (tx: DrizzleClient) => Promise<T>): Promise<T>;
};

/**
 * Returns the client that Drizzle uses in place of the driver's client; it runs each statement with `run`.
 */
export const drizzleClient = (
  options: postgres.Sql["options"],
  run: (statement: SqlStatement) => Promise<unknown>,
  begin: DrizzleClient["begin"],
) => ({
  options,
  begin,
  savepoint: begin,
  unsafe: (text: string, params: unknown[] = []): ReturnType<DrizzleClient["unsafe"]> => ({
    // biome-ignore lint/suspicious/noThenProperty: a query of the driver is a thenable as well
    then: (done, failed) => run({ text, params, wantsValues: false }).then(done, failed),
    values: () => run({ text, params, wantsValues: true }),
  }),
});

/** Thrown when the work of a transaction failed for its own reasons: the cause is the caller's own error. */
export class WorkFailedError extends Error {
  override readonly name = "WorkFailedError";

  constructor(cause: unknown) {
    super("The work of a transaction failed.", { cause });
  }
}

type Run = (sql: postgres.TransactionSql, statement: SqlStatement) => Promise<unknown>;

/**
 * The driver (3.4.9) ignores that Postgres may answer `commit` with a rollback. Its own `commit` then ends an
 * empty transaction.
 */
const COMMIT = { text: "commit and chain", params: [], wantsValues: false };

/**
 * Checks that a transaction was committed. Prevents two errors of the driver (3.4.9). It writes to a lost
 * connection, which ends the process. It also writes after the transaction ended, when the connection belongs
 * to another one.
 */
export class Transaction<T> {
  readonly lost: Promise<never>;
  /** Set once Postgres has acknowledged the commit. */
  committed: { result: T } | undefined;
  private reportLost: (error: unknown) => void = () => undefined;
  private endedBy: unknown;
  private failure: unknown;
  private isLost = false;

  constructor(
    private readonly options: postgres.Sql["options"],
    private readonly runOn: Run,
  ) {
    this.lost = new Promise((_, reject) => {
      this.reportLost = reject;
    });
    this.lost.catch(() => undefined);
  }

  end(error: unknown): void {
    this.isLost ||= isConnectionLost(error);
    this.endedBy ??= error;
  }

  async run(sql: postgres.TransactionSql, work: (tx: DrizzleClient) => Promise<T>): Promise<T> {
    const working = work(this.client(sql)).catch((error: unknown) => {
      throw new WorkFailedError(error);
    });
    const result = await this.settle(working);
    this.endedBy ??= new Error("The transaction is over.");
    await this.settle(this.commit(sql));
    this.committed = { result };
    return result;
  }

  private async commit(sql: postgres.TransactionSql): Promise<void> {
    const { command } = (await this.send(sql, COMMIT)) as postgres.RowList<postgres.Row[]>;
    if (command !== "COMMIT") throw this.failure ?? new Error("Postgres rolled the transaction back.");
  }

  private client(sql: postgres.TransactionSql): DrizzleClient {
    const savepoint: DrizzleClient["begin"] = (work) =>
      sql.savepoint((inner) => this.settle(work(this.client(inner)))) as ReturnType<typeof work>;
    const run = async (statement: SqlStatement) => {
      if (this.endedBy) throw this.endedBy;
      return this.send(sql, statement);
    };
    return drizzleClient(this.options, run, savepoint);
  }

  private send(sql: postgres.TransactionSql, statement: SqlStatement): Promise<unknown> {
    return this.runOn(sql, statement).catch((error: unknown) => {
      this.note(error);
      throw error;
    });
  }

  private note(error: unknown): void {
    this.failure = error;
    const cause = error instanceof DatabaseUnavailableError ? error.cause : error;
    if (!isConnectionLost(cause)) return;
    this.end(cause);
    this.reportLost(error);
  }

  /**
   * Settles with `work`, but never after the connection was lost, so that the driver does not send a
   * rollback.
   */
  private settle<R>(work: Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => this.isLost || resolve(value),
        (error: unknown) => this.isLost || reject(error),
      );
    });
  }
}
