import type { IncomingMessage, ServerResponse } from "node:http";
import { AnswerCache, type CacheWays } from "@/lib/service/http/cache/answer-cache";
import { requestContext } from "@/lib/service/http/request-context";
import { isSame, PageReads, type ReadTexts } from "@/lib/service/pages/page-reads";
import type { Services } from "@/lib/service/services";
import { hear, KeptPage } from "./kept-page";
import { isForAll, type PagePlace, placeOf } from "./page-place";

/** How many characters of each kind are kept, which take two bytes at most, and how many bytes one page may have as it is sent. */
const [MOST_KEPT, LONGEST] = [4_194_304, 262_144];

/** A page with what it has read; restless if that had changed since it was rendered before. */
type Kept = { page: KeptPage; reads: ReadTexts; isRestless: boolean };

/** A page with the second of which it is, in which it is given again. */
type PageOfSecond = { page: KeptPage; second: string };

/** Who opens one page alone is not kept waiting for anything; rendering takes ten times as long as asking whether it holds. */
const OF_SECOND: CacheWays<PageOfSecond> = {
  lengthOf: ({ page }) => page.length,
  usualAsks: 2,
  patienceMs: 100,
};

type Asked = { request: IncomingMessage; response: ServerResponse };
type Placed = { response: ServerResponse; place: PagePlace; render: Render };
type Render = () => Promise<unknown>;

/**
 * Pages that need not be rendered anew, which takes ten times as long as to give them again with another nonce and second:
 * for as long as all that they have read is the same; and those that many ask for within a second, until it ends or anything
 * is committed.
 */
export class KeptPages {
  private readonly kept = { inBuild: new Shelf(), asRead: new Shelf() };
  private readonly ofSecond: AnswerCache<PageOfSecond>;

  constructor(private readonly services: Pick<Services, "db" | "now" | "env">) {
    this.ofSecond = new AnswerCache(services, OF_SECOND);
  }

  /** Answers with the page of that route as it was kept, or as it is rendered, which is kept for those who come later. */
  async answer(route: string, { request, response }: Asked, render: Render): Promise<unknown> {
    const place = placeOf(route, request, this.services.env);
    if (!place) return render();
    const placed = { response, place, render };
    const found = place.isOfSecond ? await this.ofSecond.count(place.key)?.find() : null;
    if (found && "answer" in found) return giveAgain(placed, found.answer);
    if (!place.lasting && !found) return render();
    let given: PageOfSecond | null = null;
    try {
      given = await (place.lasting
        ? this.answerAsRead(placed, this.kept[place.lasting])
        : answerHeard(placed));
    } finally {
      if (given) found?.keep(given);
      else found?.drop();
    }
  }

  private async answerAsRead(placed: Placed, pages: Shelf): Promise<PageOfSecond | null> {
    const { key } = placed.place;
    const context = requestContext().getStore();
    const kept = pages.get(key);
    const reads = new PageReads(kept?.reads);
    if (kept && !kept.isRestless && (await reads.isAsEarlier())) {
      pages.keep(key, kept);
      const second = (await context?.shell)?.serverNow ?? String(this.services.now());
      return giveAgain(placed, { page: kept.page, second });
    }
    if (context) context.reads = reads;
    const given = await answerHeard(placed);
    const texts = given && (await reads.texts().catch(() => null));
    if (!texts) return null;
    // What changes all the time is not waited for before it is rendered.
    const isRestless = kept !== undefined && !isSame(kept.reads, texts);
    pages.keep(key, { page: given.page, reads: texts, isRestless });
    return given;
  }
}

/** Pages of one kind: the one that was asked for longest ago makes room. */
class Shelf {
  private readonly pages = new Map<string, Kept>();
  private length = 0;

  get(key: string): Kept | undefined {
    return this.pages.get(key);
  }

  keep(key: string, kept: Kept): void {
    this.remove(key);
    this.pages.set(key, kept);
    this.length += kept.page.length;
    for (const oldest of this.pages.keys()) {
      if (this.length <= MOST_KEPT) return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    this.length -= this.pages.get(key)?.page.length ?? 0;
    this.pages.delete(key);
  }
}

function giveAgain({ response, place: { nonce } }: Placed, given: PageOfSecond): PageOfSecond {
  given.page.give(response, { nonce, second: given.second });
  return given;
}

/** Has the page rendered; null where it must not be given to others. */
async function answerHeard({ response, place, render }: Placed): Promise<PageOfSecond | null> {
  if (response.destroyed) return null;
  const hearing = hear(response, LONGEST);
  await render();
  const heard = await hearing;
  if (!heard || response.statusCode !== 200 || !isForAll(heard, place.looks)) return null;
  const shell = await requestContext().getStore()?.shell;
  // Until it is known which network this is, no page says so.
  if (!shell?.network) return null;
  const second = shell.serverNow;
  const page = KeptPage.of(heard, { nonce: place.nonce, second });
  return page && { page, second };
}
