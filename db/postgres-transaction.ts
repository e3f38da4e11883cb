import type postgres from "postgres";
import { DatabaseUnavailable } from "./failures";
import { isConnectionLost, type Statement } from "./postgres-driver";

/** The methods of the driver that drizzle calls. */
export type DrizzleClient = {
  unsafe(text: string, params?: unknown[]): PromiseLike<unknown> & { values(): Promise<unknown> };
  begin<T>(work: (tx: DrizzleClient) => Promise<T>): Promise<T>;
  savepoint<T>(work: (tx: DrizzleClient) => Promise<T>): Promise<T>;
};

/** Returns the client that drizzle uses in place of the driver's, which runs each statement by `run`. */
export const drizzleClient = (
  options: postgres.Sql["options"],
  run: (statement: Statement) => Promise<unknown>,
  begin: DrizzleClient["begin"],
) => ({
  options,
  begin,
  savepoint: begin,
  unsafe: (text: string, params: unknown[] = []) => {
    const values = () => run({ text, params, wantsValues: true });
    const rows = () => run({ text, params, wantsValues: false });
    // biome-ignore lint/suspicious/noThenProperty: a query of the driver is a thenable as well
    const query: PromiseLike<unknown> = { then: (done, failed) => rows().then(done, failed) };
    return Object.assign(query, { values });
  },
});

/** The work of a transaction failed by itself: its error, the cause, is the caller's own. */
export class WorkFailed extends Error {
  override readonly name = "WorkFailed";

  constructor(cause: unknown) {
    super("The work of a transaction failed.", { cause });
  }
}

type Run = (sql: postgres.TransactionSql, statement: Statement) => Promise<unknown>;

/**
 * Keeps the driver (3.4.9) from writing to the connection of a transaction after that was lost, which ends the process,
 * and after the transaction ended, when the connection is another one's.
 */
export class Transaction {
  readonly lost: Promise<never>;
  private reportLost: (error: unknown) => void = () => undefined;
  private endedBy: unknown;
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

  async run<T>(sql: postgres.TransactionSql, work: (tx: DrizzleClient) => Promise<T>): Promise<T> {
    const working = work(this.client(sql)).catch((error: unknown) => {
      throw new WorkFailed(error);
    });
    const result = await this.settle(working);
    this.endedBy ??= new Error("The transaction is over.");
    return result;
  }

  private client(sql: postgres.TransactionSql): DrizzleClient {
    const run = async (statement: Statement) => {
      if (this.endedBy) throw this.endedBy;
      return this.runOn(sql, statement).catch((error: unknown) => {
        this.note(error);
        throw error;
      });
    };
    const savepoint: DrizzleClient["begin"] = (work) =>
      sql.savepoint((inner) => this.settle(work(this.client(inner)))) as ReturnType<typeof work>;
    return drizzleClient(this.options, run, savepoint);
  }

  private note(error: unknown): void {
    const cause = error instanceof DatabaseUnavailable ? error.cause : error;
    if (!isConnectionLost(cause)) return;
    this.end(cause);
    this.reportLost(error);
  }

  /** Settles with `work`; never after the connection was lost, so that the driver does not send a rollback. */
  private settle<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => this.isLost || resolve(value),
        (error: unknown) => this.isLost || reject(error),
      );
    });
  }
}
