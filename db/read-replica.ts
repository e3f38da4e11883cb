import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import type { ReplicaState } from "./database";
import { isDatabaseUnavailable, isPastDeadline } from "./failures";
import type { SqlStatement } from "./postgres-driver";
import { PostgresPool, type PostgresPoolOptions } from "./postgres-pool";

/** Maximum wait of a read for the replica, and the time for which a replica that is too slow or down is not used. */
const [MAX_WAIT_MS, REST_MS, POLL_MS] = [100, 1_000, 3];

type Runner = Pick<PostgresPool, "run">;
type ReplicaOptions = PostgresPoolOptions & { onChange?: (state: ReplicaState) => void };

const IDENTITY = `(select system_identifier from pg_control_system())::text || '/' || current_database()`;
const PRIMARY = `select pg_current_wal_flush_lsn()::text, ${IDENTITY}`;
const REPLICA = `select case when not pg_is_in_recovery() or ${IDENTITY} <> $2 then 'wrong_database'
  when pg_last_wal_replay_lsn() >= $1::pg_lsn then 'in_use' else 'lagging' end`;

/**
 * Opens a streaming replica for reads. A read uses the replica if it has replayed everything that the primary had
 * written when the read began, and otherwise the primary. So no read misses what was acknowledged before.
 */
export function openReadReplica(primary: Runner, options: ReplicaOptions) {
  const pool = new PostgresPool({ ...options, pingAfterMs: 200 });
  const oneAtATime = pLimit(1);
  let known: ReplicaState = "in_use";
  let restsUntilMs = 0;
  let next: Promise<ReplicaState> | undefined;

  const report = (state: ReplicaState): ReplicaState => {
    restsUntilMs = state === "in_use" ? 0 : performance.now() + REST_MS;
    if (state !== known) options.onChange?.(state);
    known = state;
    return state;
  };
  /** Compares both servers now. Concurrent callers share the next comparison (single-flight). */
  const check = async (maxMs = MAX_WAIT_MS): Promise<ReplicaState> => {
    if (performance.now() < restsUntilMs) return known;
    next ??= oneAtATime(() => {
      next = undefined;
      return compare(primary, pool, maxMs).then(report);
    });
    return next;
  };
  return {
    check,
    /** Runs a read on the replica, or on the primary as a fallback. */
    async run(statement: SqlStatement): Promise<unknown> {
      if ((await check()) !== "in_use") return primary.run(statement);
      try {
        return await pool.run(statement);
      } catch (error) {
        if (isDatabaseUnavailable(error) && !isPastDeadline(options.queryContext?.())) report("unavailable");
        return primary.run(statement);
      }
    },
    close: () => pool.close(),
  };
}

/** Returns the state once it is known, at the latest after `maxMs`. */
function compare(primary: Runner, replica: Runner, maxMs: number): Promise<ReplicaState> {
  const untilMs = performance.now() + maxMs;
  let known: ReplicaState = "unavailable";
  const poll = async (): Promise<ReplicaState> => {
    const [position] = await selectValues<[string[]]>(primary, PRIMARY);
    do {
      if (known === "lagging") await pause(POLL_MS);
      [[known]] = await selectValues<[[ReplicaState]]>(replica, REPLICA, position);
    } while (known === "lagging" && performance.now() < untilMs);
    return known;
  };
  const late = pause(maxMs, undefined, { ref: false }).then(() => known);
  return Promise.race([poll().catch((): ReplicaState => "unavailable"), late]);
}

const selectValues = <Rows>(runner: Runner, text: string, params: string[] = []) =>
  runner.run({ text, params, wantsValues: true }) as Promise<Rows>;
