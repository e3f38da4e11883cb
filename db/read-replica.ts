import { setTimeout as pause } from "node:timers/promises";
import { type Asker, isDatabaseUnavailable } from "./failures";
import type { Statement } from "./postgres-driver";
import { PostgresPool, type PostgresPoolOptions } from "./postgres-pool";

/** Maximum time that a read waits for the replica to catch up. */
const MAX_WAIT_MS = 100;
/** The same at the start of the service, when the first connections are opened. */
const MAX_START_MS = 3_000;
/** Time for which a replica that is away or too far behind is not used. */
const REST_MS = 1_000;
const PING_AFTER_MS = 200;
const POLL_MS = 3;

/** `used` for reads; `behind` by more than a read waits; `away`; or `foreign`: not a replica of this database. */
export type ReplicaState = "used" | "behind" | "away" | "foreign";

export type ReadReplicaOptions = PostgresPoolOptions & {
  /** The replica's address; `url` is the primary's. */
  readUrl: string;
  onChange?: (state: ReplicaState) => void;
};

/** Thrown at the start of the service. */
class ReplicaError extends Error {
  override readonly name = "ReplicaError";
}

const IDENTITY = `(select system_identifier from pg_control_system())::text || '/' || current_database()`;
const PRIMARY = `select (pg_current_wal_flush_lsn() - '0/0')::text, ${IDENTITY}`;
const REPLICA = `select (pg_last_wal_replay_lsn() - '0/0')::text, ${IDENTITY} from (values (1)) one where pg_is_in_recovery()`;

/**
 * A streaming replica for reads. A read uses the replica once that has replayed everything that the primary had written
 * when the read began. Otherwise it uses the primary: so no read returns less than was acknowledged before.
 */
export class ReadReplica {
  private pool: PostgresPool;
  private state: ReplicaState = "used";
  private restsUntilMs = 0;
  private comparing: Promise<ReplicaState> | undefined;
  private next: Promise<ReplicaState> | undefined;

  constructor(
    private readonly primary: Pick<PostgresPool, "run">,
    private readonly options: ReadReplicaOptions,
  ) {
    this.pool = this.openPool(options.session);
  }

  private openPool(session: ReadReplicaOptions["session"]): PostgresPool {
    const { readUrl: url, asker } = this.options;
    // A failure of the replica does not make the request's database unavailable.
    const withoutReport = (): Asker => ({ signal: asker?.()?.signal });
    return new PostgresPool({
      ...this.options,
      url,
      session,
      asker: withoutReport,
      pingAfterMs: PING_AFTER_MS,
    });
  }

  /** @throws when the address leads to another database. A replica that is away may come back. */
  async requireSameDatabase(): Promise<void> {
    if (this.report(await this.compareInTime(MAX_START_MS)) !== "foreign") return;
    throw new ReplicaError(
      "DATABASE_READ_URL leads to no stand-by of the database in DATABASE_URL: set it to a streaming replica of that server, with the same database name, or leave it unset.",
    );
  }

  /** Compares the replica with the primary now. Concurrent callers share the comparison that begins after their call. */
  async check(): Promise<ReplicaState> {
    if (performance.now() < this.restsUntilMs) return this.state;
    if (!this.comparing) return this.begin();
    this.next ??= this.comparing.then(() => this.begin());
    return this.next;
  }

  /** Runs a read on the replica, or on the primary. */
  async run(statement: Statement): Promise<unknown> {
    if ((await this.check()) !== "used") return this.primary.run(statement);
    try {
      return await this.pool.run(statement);
    } catch (error) {
      if (isDatabaseUnavailable(error) && !this.options.asker?.()?.signal?.aborted) this.report("away");
      return this.primary.run(statement);
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private begin(): Promise<ReplicaState> {
    this.next = undefined;
    const comparing = this.compareInTime().then((state) => {
      if (this.comparing === comparing) this.comparing = undefined;
      return this.report(state);
    });
    this.comparing = comparing;
    return comparing;
  }

  private async compareInTime(maxWaitMs = MAX_WAIT_MS): Promise<ReplicaState> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), maxWaitMs);
    let known: ReplicaState = "away";
    const late = new Promise<ReplicaState>((resolve) => {
      timeout.signal.addEventListener("abort", () => resolve(known));
    });
    const compared = this.compare(timeout.signal, () => {
      known = "behind";
    });
    const state = await Promise.race([compared.catch((error: unknown) => this.explain(error)), late]);
    clearTimeout(timer);
    return state;
  }

  private explain(error: unknown): ReplicaState {
    if (isUnsupportedSetting(error)) this.reopenWithoutSettings();
    return "away";
  }

  /** Some poolers refuse settings at the start of a connection. */
  private reopenWithoutSettings(): void {
    void this.pool.close();
    this.pool = this.openPool({});
  }

  private async compare(signal: AbortSignal, onBehind: () => void): Promise<ReplicaState> {
    const [primary] = await read(this.primary, PRIMARY);
    for (;;) {
      const [replica] = await read(this.pool, REPLICA);
      if (!replica || replica[1] !== primary?.[1]) return "foreign";
      if (BigInt(replica[0] ?? -1) >= BigInt(primary?.[0] ?? 0)) return "used";
      onBehind();
      if (signal.aborted) return "behind";
      await pause(POLL_MS);
    }
  }

  private report(state: ReplicaState): ReplicaState {
    this.restsUntilMs = state === "used" ? 0 : performance.now() + REST_MS;
    if (state !== this.state) this.options.onChange?.(state);
    this.state = state;
    return state;
  }
}

const read = (pool: Pick<PostgresPool, "run">, text: string) =>
  pool.run({ text, params: [], wantsValues: true }) as Promise<(string | null)[][]>;

/** Returns whether a pooler refused the settings of a session. */
export const isUnsupportedSetting = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message);
