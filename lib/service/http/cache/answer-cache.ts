import type { Database } from "@/db/client";
import { readSnapshot } from "@/db/queries/snapshot";
import { askers } from "@/lib/service/asker";
import type { Services } from "@/lib/service/services";

/** The text of a public answer with its tag and the headers that it has of its own. */
export type TaggedAnswer = {
  text: string | Uint8Array<ArrayBuffer>;
  etag: string;
  headers: Readonly<Record<string, string>>;
};

/** How many addresses are counted within a second, and how long they may be: 1 MiB in all. */
const [MOST_URLS, LONGEST_URL] = [2_048, 512];
/** In characters: what is kept within a second, and one answer of it. */
const [MOST_KEPT, LONGEST_ANSWER] = [8_388_608, 262_144];
const SECOND_MS = 1_000;
/** How often somebody who waits for others is told something that has changed meanwhile, before it is made for him alone. */
const MOST_TURNS = 4;

export type CacheWays<Answer> = {
  /** An answer's characters. */
  lengthOf: (answer: Answer) => number;
  /** What is asked for more often within its second is kept; who asks now and then pays for nothing more. */
  usualAsks: number;
  /**
   * How long who comes while it is made waits for that, so that it is made once for all: for what takes much longer to make
   * than to ask the database about. Without it, it is made for him too, and what has changed is asked for as usual at first.
   */
  patienceMs?: number;
};

export type Found<Answer> =
  | { answer: Answer }
  /** It is to be made as usual, and then kept; or dropped, where it cannot be: others make theirs as usual until then. */
  | { keep(answer: Answer): void; drop(): void };

/**
 * Answers that depend on the database and the second alone, given again to who asks within that second while nobody has
 * committed anything: where everybody opens the same campaign, it is read a few times a second. Whether it still holds the
 * database is asked after he has come who is given it, so that it is what would be made for him anew.
 */
export class AnswerCache<Answer> {
  private of: bigint | undefined;
  private second: Second<Answer>;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly services: Pick<Services, "db" | "now">,
    private readonly ways: CacheWays<Answer>,
  ) {
    this.second = new Second(ways);
  }

  /** Counts who asks for a URL; null while they are as few as usual. */
  count(url: string): Asked<Answer> | null {
    const now = this.services.now();
    if (now !== this.of) this.begin(now);
    const { asked } = this.second;
    const known = asked.get(url);
    if (known) return ++known.times > this.ways.usualAsks ? known : null;
    if (asked.size < MOST_URLS && url.length <= LONGEST_URL)
      asked.set(url, new Asked(this.second, this.services.db));
    return null;
  }

  private begin(now: bigint | undefined): void {
    clearTimeout(this.timer);
    // A clock that stands still keeps nothing for longer than another does, and a quiet service nothing at all.
    if (now !== undefined) this.timer = setTimeout(() => this.begin(undefined), SECOND_MS).unref();
    this.of = now;
    this.second = new Second(this.ways);
  }
}

class Second<Answer> {
  readonly asked = new Map<string, Asked<Answer>>();
  private kept = 0;

  constructor(readonly ways: CacheWays<Answer>) {}

  /** Whether there is room for an answer, which it then has. */
  take(answer: Answer): boolean {
    const length = this.ways.lengthOf(answer);
    if (length > LONGEST_ANSWER || this.kept + length > MOST_KEPT) return false;
    this.kept += length;
    return true;
  }
}

/** What is asked for over and over within a second. */
class Asked<Answer> {
  times = 1;
  private made: { answer: Answer; snapshot: string } | undefined;
  private being: Making | undefined;

  constructor(
    private readonly second: Second<Answer>,
    private readonly db: Database,
  ) {}

  /** Null where it is to be made as usual and not kept: it has changed, or the one that is being made will be. */
  async find(): Promise<Found<Answer> | null> {
    const { patienceMs } = this.second.ways;
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      if (this.being) {
        if (patienceMs === undefined || !(await this.being.isOverWithin(patienceMs))) return null;
      } else {
        const found = await this.look();
        if (found !== undefined) return found;
      }
    }
    return null;
  }

  /** Undefined where another one has seen before that it changed, so that there is something to look for again. */
  private async look(): Promise<Found<Answer> | null | undefined> {
    const { made } = this;
    if (!made) return this.kept(this.begin(), await this.readSnapshot());
    const snapshot = await this.readSnapshot();
    if (made.snapshot === snapshot) return { answer: made.answer };
    const isFirst = this.made === made;
    if (this.second.ways.patienceMs !== undefined)
      return isFirst ? this.kept(this.begin(), snapshot) : undefined;
    if (isFirst) this.forget();
    return null;
  }

  private begin(): Making {
    this.made = undefined;
    this.being = new Making();
    return this.being;
  }

  /** To be kept as read when the database stood so, or later: then it does not stand so again. */
  private kept(making: Making, snapshot: string | null): Found<Answer> {
    const end = () => {
      if (this.being === making) this.being = undefined;
      making.end();
    };
    return {
      keep: (answer) => {
        if (snapshot !== null && this.second.take(answer)) this.made = { answer, snapshot };
        else this.forget();
        end();
      },
      drop: () => {
        this.forget();
        end();
      },
    };
  }

  /** It is as usual again, so that what changes all the time is not asked about each time. */
  private forget(): void {
    this.made = undefined;
    this.times = 0;
  }

  /** Null where the database does not tell. It is nobody's own asking: whoever leaves takes it from nobody. */
  private readSnapshot(): Promise<string | null> {
    return askers().exit(() => readSnapshot(this.db).catch(() => null));
  }
}

/** What is being made, for those who wait for it. */
class Making {
  private readonly waiting = new Set<(isOver: boolean) => void>();

  end(): void {
    for (const tell of this.waiting) tell(true);
    this.waiting.clear();
  }

  isOverWithin(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const tell = (isOver: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(tell);
        resolve(isOver);
      };
      const timer = setTimeout(tell, ms, false);
      this.waiting.add(tell);
    });
  }
}

const caches = new WeakMap<Services, AnswerCache<TaggedAnswer>>();

const ANSWER_WAYS: CacheWays<TaggedAnswer> = { lengthOf: ({ text }) => text.length, usualAsks: 8 };

/** The answers of a process. */
export function answersOf(services: Services): AnswerCache<TaggedAnswer> {
  const known = caches.get(services);
  if (known) return known;
  const created = new AnswerCache(services, ANSWER_WAYS);
  caches.set(services, created);
  return created;
}
