import { setTimeout as pause } from "node:timers/promises";
import type { ReplicaState } from "./database";
import { isDatabaseUnavailable, isPastDeadline } from "./failures";
import type { Statement } from "./postgres-driver";
import { PostgresPool, type PostgresPoolOptions } from "./postgres-pool";

/**
 * Maximum time that a read waits for the replica to catch up; at startup, when the first connections are
 * opened, the time is longer.
 */
const [MAX_WAIT_MS, MAX_START_MS] = [100, 3_000];
/** Time for which a replica that is unavailable or too far behind is not used. */
const REST_MS = 1_000;
const POLL_MS = 3;

type Runner = Pick<PostgresPool, "run">;
type ReplicaOptions = PostgresPoolOptions & { onChange?: (state: ReplicaState) => void };

const IDENTITY = `(select system_identifier from pg_control_system())::text || '/' || current_database()`;
const PRIMARY = `select (pg_current_wal_flush_lsn() - '0/0')::text, ${IDENTITY}`;
const REPLICA = `select (pg_last_wal_replay_lsn() - '0/0')::text, ${IDENTITY} from (values (1)) one where pg_is_in_recovery()`;

/**
 * A streaming replica for reads. A read uses the replica only once it has replayed everything that the
 * primary had written when the read began. Otherwise the read uses the primary. So no read returns less than
 * was acknowledged before.
 */
export class ReadReplica {
  private readonly pool: PostgresPool;
  private state: ReplicaState = "used";
  private restsUntilMs = 0;
  private comparing: Promise<unknown> = Promise.resolve();
  private next: Promise<ReplicaState> | undefined;

  constructor(
    private readonly primary: Runner,
    private readonly options: ReplicaOptions,
  ) {
    // A failure of the replica does not make the request's database unavailable.
    const context = () => ({ deadlineMs: options.queryContext?.()?.deadlineMs });
    this.pool = new PostgresPool({ ...options, queryContext: context, pingAfterMs: 200 });
  }

  /**
   * Compares the replica with the primary at startup. An unavailable replica may become available later.
   * @throws when the address leads to another database.
   */
  async requireSameDatabase(): Promise<void> {
    if (this.report(await this.compare(MAX_START_MS)) === "foreign")
      throw Object.assign(new Error(FOREIGN), { name: "ReplicaError" });
  }

  /** Compares the replica with the primary now. Concurrent callers share the next comparison (single-flight). */
  async check(): Promise<ReplicaState> {
    if (performance.now() < this.restsUntilMs) return this.state;
    this.next ??= this.comparing.then(() => {
      this.next = undefined;
      const comparing = this.compare(MAX_WAIT_MS).then((state) => this.report(state));
      this.comparing = comparing;
      return comparing;
    });
    return this.next;
  }

  /** Runs a read on the replica, or on the primary as a fallback. */
  async run(statement: Statement): Promise<unknown> {
    if ((await this.check()) !== "used") return this.primary.run(statement);
    try {
      return await this.pool.run(statement);
    } catch (error) {
      if (isDatabaseUnavailable(error) && !isPastDeadline(this.options.queryContext?.())) this.report("away");
      return this.primary.run(statement);
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** Returns the state once it is known, at the latest after `maxMs`. */
  private compare(maxMs: number): Promise<ReplicaState> {
    const untilMs = performance.now() + maxMs;
    let known: ReplicaState = "away";
    const compare = async (): Promise<ReplicaState> => {
      const [primary] = await read(this.primary, PRIMARY);
      while (performance.now() < untilMs) {
        const [replica] = await read(this.pool, REPLICA);
        if (!replica || replica[1] !== primary?.[1]) return "foreign";
        if (BigInt(replica[0] ?? -1) >= BigInt(primary?.[0] ?? 0)) return "used";
        known = "behind";
        await pause(POLL_MS);
      }
      return known;
    };
    const late = pause(maxMs, undefined, { ref: false }).then(() => known);
    return Promise.race([compare().catch((): ReplicaState => "away"), late]);
  }

  private report(state: ReplicaState): ReplicaState {
    this.restsUntilMs = state === "used" ? 0 : performance.now() + REST_MS;
    if (state !== this.state) this.options.onChange?.(state);
    this.state = state;
    return state;
  }
}

const read = (runner: Runner, text: string) =>
  runner.run({ text, params: [], wantsValues: true }) as Promise<(string | null)[][]>;

const FOREIGN =
  "DATABASE_READ_URL leads to no stand-by of the database in DATABASE_URL: set it to a streaming replica of that server, with the same database name, or leave it unset.";
