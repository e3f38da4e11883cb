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

/** What is asked for more often within its second is kept; who asks now and then pays for nothing more. */
const USUAL_ASKS = 8;
/** How many addresses are counted within a second, and how long they may be: 1 MiB in all. */
const [MOST_URLS, LONGEST_URL] = [2_048, 512];
/** In characters: what is kept within a second, and one answer of it. */
const [MOST_KEPT, LONGEST_ANSWER] = [8_388_608, 262_144];
const SECOND_MS = 1_000;

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

  /** `lengthOf` gives an answer's characters. */
  constructor(
    private readonly services: Pick<Services, "db" | "now">,
    private readonly lengthOf: (answer: Answer) => number,
  ) {
    this.second = new Second(lengthOf);
  }

  /** Counts who asks for a URL; null while they are as few as usual. */
  count(url: string): Asked<Answer> | null {
    const now = this.services.now();
    if (now !== this.of) this.begin(now);
    const { asked } = this.second;
    const known = asked.get(url);
    if (known) return ++known.times > USUAL_ASKS ? known : null;
    if (asked.size < MOST_URLS && url.length <= LONGEST_URL)
      asked.set(url, new Asked(this.second, this.services.db));
    return null;
  }

  private begin(now: bigint | undefined): void {
    clearTimeout(this.timer);
    // A clock that stands still keeps nothing for longer than another does, and a quiet service nothing at all.
    if (now !== undefined) this.timer = setTimeout(() => this.begin(undefined), SECOND_MS).unref();
    this.of = now;
    this.second = new Second(this.lengthOf);
  }
}

class Second<Answer> {
  readonly asked = new Map<string, Asked<Answer>>();
  private kept = 0;

  constructor(private readonly lengthOf: (answer: Answer) => number) {}

  /** Whether there is room for an answer, which it then has. */
  take(answer: Answer): boolean {
    const length = this.lengthOf(answer);
    if (length > LONGEST_ANSWER || this.kept + length > MOST_KEPT) return false;
    this.kept += length;
    return true;
  }
}

/** What is asked for over and over within a second. */
class Asked<Answer> {
  times = 1;
  private made: { answer: Answer; snapshot: string } | undefined;
  private isBeingMade = false;

  constructor(
    private readonly second: Second<Answer>,
    private readonly db: Database,
  ) {}

  /** Null where it is to be made as usual and not kept: it has changed, or the one that is being made will be. */
  async find(): Promise<Found<Answer> | null> {
    if (this.isBeingMade) return null;
    const { made } = this;
    this.isBeingMade = !made;
    const snapshot = await this.readSnapshot();
    if (!made) return { keep: (answer) => this.keep(answer, snapshot), drop: () => this.drop() };
    if (made.snapshot === snapshot) return { answer: made.answer };
    if (this.made === made) this.forget();
    return null;
  }

  /** Keeps an answer that was read when the database stood so, or later: then it does not stand so again. */
  private keep(answer: Answer, snapshot: string | null): void {
    this.isBeingMade = false;
    if (snapshot !== null && this.second.take(answer)) this.made = { answer, snapshot };
    else this.forget();
  }

  private drop(): void {
    this.isBeingMade = false;
    this.forget();
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

const caches = new WeakMap<Services, AnswerCache<TaggedAnswer>>();

/** The answers of a process. */
export function answersOf(services: Services): AnswerCache<TaggedAnswer> {
  const known = caches.get(services);
  if (known) return known;
  const created = new AnswerCache<TaggedAnswer>(services, ({ text }) => text.length);
  caches.set(services, created);
  return created;
}
