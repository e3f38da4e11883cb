import type { Database } from "@/db/client";
import {
  type ChangePosition,
  type ChangeRow,
  isChangeStored,
  selectChanges,
  selectLastChange,
  selectRecipients,
} from "@/db/queries/events/change-log";
import { toStreamId } from "@/lib/contract/stream-query";
import { globalSingleton } from "@/lib/service/global-singleton";
import type { Logger } from "@/lib/service/log";
import { queryContexts } from "@/lib/service/query-context";
import { getAddresses, getText, isWanted, type Recipients } from "./change-text";
import type { Subscriber } from "./subscriber";

/** Milliseconds between two reads of the change log, one for all connections of the process. */
const POLL_INTERVAL_MS = 1_000;
const HEARTBEAT_MS = 15_000;
const ROWS_AT_ONCE = 500;
/** A reader that missed more changes reads the current state instead. */
const MAX_MISSED = 10_000;

type HubOptions = { db: Database; log: Logger };

/**
 * Reads the change log once for all connections of this process, while there are any, and sends each change
 * to the connections that want it.
 */
export class ChangeHub {
  private readonly subscribers = new Set<Subscriber>();
  private position: ChangePosition | undefined;
  private timers: NodeJS.Timeout[] = [];
  private polling: Promise<void> | undefined;
  isClosed = false;

  constructor(private readonly options: HubOptions) {}

  /** The number of open connections. */
  get size(): number {
    return this.subscribers.size;
  }

  /** Returns the position up to which new connections need nothing. */
  async newest(): Promise<ChangePosition> {
    if (this.timers.length > 0 && this.position) return this.position;
    return this.detached(() => selectLastChange(this.options.db));
  }

  /** Returns the number of changes beyond a position, or null if the log no longer has all of them. */
  async missedSince(position: ChangePosition): Promise<number | null> {
    const [newest, isStored] = await this.detached(() =>
      Promise.all([selectLastChange(this.options.db), isChangeStored(this.options.db, position)]),
    );
    const missed = newest.seq - position.seq;
    return isStored && missed <= MAX_MISSED ? missed : null;
  }

  /** Adds a connection, which first receives the changes beyond its position. */
  add(subscriber: Subscriber): void {
    this.subscribers.add(subscriber);
    if (this.timers.length === 0) this.start();
    void this.detached(() => this.catchUp(subscriber));
  }

  remove(subscriber: Subscriber): void {
    this.subscribers.delete(subscriber);
    if (this.subscribers.size > 0) return;
    for (const timer of this.timers.splice(0)) clearInterval(timer);
  }

  /** Sends a connection the changes beyond its position, and then lets it receive new ones at once. */
  private async catchUp(subscriber: Subscriber): Promise<void> {
    try {
      while (await subscriber.waitForDrain()) {
        const hubBefore = this.position?.seq;
        const rows = await this.sendPage(subscriber);
        const hubNow = this.position?.seq;
        const isLast = rows === 0 && hubNow !== undefined && hubNow === hubBefore;
        // No other code runs between this comparison and the assignment.
        if (isLast || (hubNow !== undefined && subscriber.position.seq >= hubNow)) {
          subscriber.isLive = true;
          return;
        }
        if (rows === 0) await this.poll();
      }
    } catch (error) {
      this.giveUp([subscriber], error);
    }
  }

  /** Sends a connection the changes beyond its position and ends it, without waiting for new ones. */
  async sendOnce(subscriber: Subscriber): Promise<void> {
    const send = async () => {
      while ((await subscriber.waitForDrain()) && (await this.sendPage(subscriber)) === ROWS_AT_ONCE);
      subscriber.close();
    };
    await this.detached(send).catch((error: unknown) => this.giveUp([subscriber], error));
  }

  private async sendPage(subscriber: Subscriber): Promise<number> {
    const rows = await this.read(subscriber.position.seq);
    await this.deliver(rows, [subscriber]);
    return rows.length;
  }

  /** Ends all connections, so that the process can stop. */
  close(): void {
    this.isClosed = true;
    for (const subscriber of [...this.subscribers]) subscriber.close();
  }

  private start(): void {
    this.position = undefined;
    queryContexts.run({}, () => {
      const poll = setInterval(() => void this.poll(), POLL_INTERVAL_MS);
      this.timers = [poll, setInterval(() => this.beat(), HEARTBEAT_MS)];
    });
  }

  /** Reads new changes; simultaneous calls share one read. */
  private poll(): Promise<void> {
    this.polling ??= this.advance()
      .catch((error: unknown) => this.giveUp([], error))
      .finally(() => {
        this.polling = undefined;
      });
    return this.polling;
  }

  private async advance(): Promise<void> {
    const newest = await selectLastChange(this.options.db);
    this.position ??= newest;
    for (let { seq } = this.position; seq < newest.seq && this.size > 0; ) {
      const rows = await this.read(seq);
      const last = rows.at(-1);
      if (!last) return;
      seq = last.seq;
      const live = [...this.subscribers].filter(({ isLive }) => isLive);
      // Moved before any wait: a connection that is not live yet reads up to here itself.
      this.position = getPosition(last);
      await this.deliver(rows, live).catch((error: unknown) => this.giveUp(live, error));
    }
  }

  /** Ends connections that would miss changes; they continue from their position when they reconnect. */
  private giveUp(subscribers: readonly Subscriber[], error: unknown): void {
    this.options.log.warn({ error }, "stream: changes could not be read");
    for (const subscriber of subscribers) subscriber.close();
  }

  private read(after: number): Promise<ChangeRow[]> {
    return selectChanges(this.options.db, { after, limit: ROWS_AT_ONCE });
  }

  private async deliver(rows: readonly ChangeRow[], to: readonly Subscriber[]): Promise<void> {
    const last = rows.at(-1);
    if (!last) return;
    const recipients = await this.getRecipients(rows, to);
    for (const subscriber of to) {
      const wanted = rows.filter(
        (row) => row.seq > subscriber.position.seq && isWanted(subscriber.filter, row, recipients),
      );
      // One text, so that the buffer is checked between pages only.
      subscriber.send(wanted.map(getText).join(""));
      if (last.seq > subscriber.position.seq) subscriber.position = getPosition(last);
    }
  }

  private async getRecipients(rows: readonly ChangeRow[], to: readonly Subscriber[]): Promise<Recipients> {
    const campaignIds = [...new Set(rows.map(({ campaignId }) => campaignId))];
    const pairs = await selectRecipients(this.options.db, { campaignIds, addresses: getAddresses(to) });
    return new Set(pairs.map(({ campaignId, address }) => `${campaignId} ${address}`));
  }

  /** Keeps connections open, and renews the position of readers whose changes are rare. */
  private beat(): void {
    for (const subscriber of [...this.subscribers]) {
      const { isLive, position } = subscriber;
      subscriber.send(isLive ? `: heartbeat\nid: ${toStreamId(position)}\n\n` : ": heartbeat\n\n");
    }
  }

  /** Runs work outside the request that caused it, whose deadline would end the queries of all. */
  private detached<T>(work: () => Promise<T>): Promise<T> {
    return queryContexts.run({}, work);
  }
}

const getPosition = ({ seq, changedAt }: ChangePosition): ChangePosition => ({ seq, changedAt });

const shared = globalSingleton<WeakMap<Database, ChangeHub>>("change-hubs");

/** Returns the hub of this process for a database. */
export function changeHub({ db, log }: HubOptions): ChangeHub {
  const hubs = shared.getOrCreate(() => new WeakMap());
  const hub = hubs.get(db) ?? new ChangeHub({ db, log });
  hubs.set(db, hub);
  return hub;
}
