import { type Asker, isDatabaseUnavailable } from "./failures";
import { Rounds } from "./rounds";
import type { ServerSettings, Statement } from "./server-connection";
import { ServerPool } from "./server-pool";
import { afterTurns } from "./turns";

/** How long readers wait, in all, for the stand-by to have what the primary has. */
const WAIT_MS = 100;
/** How long it is left alone when it was away or too far behind. */
const REST_MS = 1_000;
/** What a look at it is good for: it might have been promoted since. */
const KNOWN_MS = 1_000;
/** How long it may keep a statement, and then an answer to whether it is there at all. */
const PATIENCE_MS = 200;
const PAUSE_MS = 3;

/** `used` for reads now; `behind` by more than readers wait for; `away`; or no stand-by of this database. */
export type StandbyState = "used" | "behind" | "away" | "foreign";

export type StandbyOptions = ServerSettings & {
  /** The stand-by's own address; `url` is the primary's. */
  readUrl: string;
  max: number;
  asker?: () => Asker | undefined;
  onChange?: (state: StandbyState) => void;
};

/** Thrown at the start; its message is all that needs printing. */
class StandbyError extends Error {
  override readonly name = "StandbyError";
}

const IDENTITY = `(select system_identifier from pg_control_system())::text || '/' || current_database()`;
/** Whatever anybody can have seen or been told of is in the log up to here. */
const MARK = "select (pg_current_wal_flush_lsn() - '0/0')::text as at";
const MARK_AND_NAME = `${MARK}, ${IDENTITY} as identity`;
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0')::text as at, ${IDENTITY} as identity, pg_is_in_recovery() as follows`;

type Seen = { at: bigint; identity?: string; follows?: boolean };

/**
 * A streaming replica for reads. Before each read the primary is asked how far it has come, once for all who ask at the
 * same time, and the stand-by is used when it has come as far: so nobody, of whichever process, reads less there than was
 * acknowledged or seen anywhere before. Where it has not, soon, the primary is read.
 */
export class Standby {
  private pool: ServerPool;
  private readonly looks: { primary: ServerPool; standby: ServerPool };
  private state: StandbyState = "used";
  private known: Seen & { atMs: number } = { at: -1n, atMs: Number.NEGATIVE_INFINITY };
  /** The primary's. */
  private identity: string | undefined;
  private restUntilMs = Number.NEGATIVE_INFINITY;
  private readonly rounds = new Rounds(() => (this.isResting() ? Promise.resolve(false) : this.look()));

  constructor(
    private readonly primary: Pick<ServerPool, "run">,
    private readonly options: StandbyOptions,
  ) {
    const { url, prepare, session } = options;
    const looksAt = new ServerPool({ url, prepare, session, max: 1, patienceMs: PATIENCE_MS });
    this.looks = { primary: looksAt, standby: this.openPool({ max: 1, session }) };
    this.pool = this.openReads(session);
  }

  private openReads(session: StandbyOptions["session"]): ServerPool {
    const { max, asker } = this.options;
    // What fails here is asked of the primary: it is not the asker's to know of.
    return this.openPool({ max, session, asker: () => ({ signal: asker?.()?.signal }) });
  }

  private openPool(of: Pick<StandbyOptions, "max" | "session" | "asker">): ServerPool {
    const { readUrl: url, prepare, onStatement } = this.options;
    return new ServerPool({ ...of, url, prepare, onStatement, patienceMs: PATIENCE_MS });
  }

  /** Throws when the address leads to another database; one that is away may come back. */
  async requireSame(): Promise<void> {
    await this.isLevel();
    if (this.state !== "foreign") return;
    throw new StandbyError(
      "DATABASE_READ_URL leads to no stand-by of the database in DATABASE_URL: set it to a streaming replica of that server, with the same database name, or leave it unset.",
    );
  }

  /** How it stands; costs at most what a reader waits. */
  async check(): Promise<StandbyState> {
    await this.isLevel();
    return this.state;
  }

  /** Asks a statement that only reads: of the stand-by, or of the primary. */
  async run(statement: Statement): Promise<unknown> {
    if (!(await this.isLevel())) return this.primary.run(statement);
    try {
      return await this.pool.run(statement);
    } catch (error) {
      const isOver = this.options.asker?.()?.signal?.aborted;
      if (isDatabaseUnavailable(error) && !isOver) this.rest("away");
      return this.primary.run(statement);
    }
  }

  async close(): Promise<void> {
    const pools = [this.pool, this.looks.primary, this.looks.standby];
    await Promise.all(pools.map((pool) => pool.close()));
  }

  /** Whether it has what the primary had when this was asked, or later. */
  private async isLevel(): Promise<boolean> {
    return this.isResting() ? false : this.rounds.join();
  }

  private isResting(): boolean {
    return performance.now() < this.restUntilMs;
  }

  private async look(): Promise<boolean> {
    let isOver = false;
    let found: StandbyState = "away";
    let tellLate = (_: StandbyState) => {};
    const late = new Promise<StandbyState>((resolve) => {
      tellLate = resolve;
    });
    const stop = afterTurns(WAIT_MS, () => tellLate(found));
    const reached = this.reach(
      () => isOver,
      (state) => {
        found = state;
      },
    ).catch((): StandbyState => "away");
    const state = await Promise.race([reached, late]);
    isOver = true;
    stop();
    if (state === "used") this.tell(state);
    else this.rest(state);
    return state === "used";
  }

  private async reach(isOver: () => boolean, note: (state: StandbyState) => void): Promise<StandbyState> {
    const isKnown = performance.now() - this.known.atMs < KNOWN_MS;
    const mark = await this.ask("primary", isKnown ? MARK : MARK_AND_NAME);
    this.identity = mark.identity ?? this.identity;
    if (isKnown && this.isAt(mark.at)) return "used";
    while (!isOver()) {
      const atMs = performance.now();
      this.known = { ...(await this.ask("standby", REPLAYED)), atMs };
      if (this.known.identity !== this.identity || !this.known.follows) return "foreign";
      if (this.isAt(mark.at)) return "used";
      note("behind");
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return "behind";
  }

  private isAt(mark: bigint): boolean {
    const { follows, identity, at } = this.known;
    return follows === true && identity === this.identity && at >= mark;
  }

  private async ask(of: "primary" | "standby", text: string): Promise<Seen> {
    const rows = await this.looks[of].run({ text }).catch((error: unknown) => {
      if (of === "standby" && isPoolers(error)) this.openWithoutSession();
      throw error;
    });
    const [row] = rows as { at: string | null; identity?: string; follows?: boolean }[];
    if (!row) throw new Error("The server gave no row.");
    return { ...row, at: BigInt(row.at ?? -1) };
  }

  /** Some poolers admit no setting at the start of a connection. */
  private openWithoutSession(): void {
    const old = [this.pool, this.looks.standby];
    this.pool = this.openReads({});
    this.looks.standby = this.openPool({ max: 1, session: {} });
    for (const pool of old) void pool.close();
  }

  private rest(state: StandbyState): void {
    this.restUntilMs = performance.now() + REST_MS;
    this.tell(state);
  }

  private tell(state: StandbyState): void {
    if (state === this.state) return;
    this.state = state;
    this.options.onChange?.(state);
  }
}

export const isPoolers = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message);
