import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { isBot } from "next/dist/shared/lib/router/utils/is-bot.js";
import { THEME_COOKIE, type Theme, toTheme } from "@/components/shell/theme";
import { LANGUAGE_COOKIE, type Language, languageOf } from "@/lib/core/words/languages";
import { requestContext } from "@/lib/service/http/request-context";
import { hear, KeptPage, type Said } from "./kept-page";

/**
 * Pages that show nothing of anybody unless a parameter asks for it, nor of a day: what they say is in the build. The form of a
 * new campaign is none of them, since it begins with dates. `tests/server/both-ways.test.ts` holds each to what the router renders.
 */
export const SAME_FOR_ALL: ReadonlySet<string> = new Set([
  ...["/docs", "/docs/api", "/docs/:page"],
  ...["/portfolio", "/activity", "/desk", "/webhooks"],
]);

/** Next's cookies of previews, which its answer takes back. */
const PREVIEW = /__prerender_bypass|__next_preview_data/;

/** How many are kept, and how many bytes one may have as it is sent. */
const [MOST_KEPT, LONGEST] = [48, 262_144];

/** What they depend on beside the moment. */
type Looks = { language: Language; theme: Theme };

type Asked = { request: IncomingMessage; response: ServerResponse };

/** Pages that are the same for all: each is rendered once, and then given again at other moments, in a tenth of the time. */
export class KeptPages {
  private readonly kept = new Map<string, KeptPage>();

  constructor(private readonly now: () => bigint) {}

  /** Answers with the page of that route as it was kept, or as it is rendered, which is kept for those who come later. */
  async answer(
    route: string,
    { request, response }: Asked,
    render: () => Promise<unknown>,
  ): Promise<unknown> {
    const { url: path = "", headers } = request;
    const nonce = nonceOf(headers);
    // Whoever is no browser may be given the same in another order.
    const isKept =
      SAME_FOR_ALL.has(route) &&
      !path.includes("?") &&
      !isBot(headers["user-agent"] ?? "") &&
      !PREVIEW.test(headers.cookie ?? "");
    if (!isKept || nonce === null) return render();
    const looks = looksOf(headers);
    const key = `${path} ${looks.language} ${looks.theme}`;
    const page = this.kept.get(key);
    if (page) return page.give(response, { nonce, second: String(this.now()) });
    const hearing = hear(response, LONGEST);
    await render();
    const heard = await hearing;
    if (!heard || response.statusCode !== 200 || !isForAll(heard, looks)) return;
    const shell = await requestContext().getStore()?.shell;
    // Until it is known which network this is, no page says so.
    if (shell?.network) this.keep(key, new KeptPage(heard, { nonce, second: shell.serverNow }));
  }

  private keep(key: string, page: KeptPage): void {
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= MOST_KEPT) this.kept.delete(oldest);
    this.kept.set(key, page);
  }
}

const nonceOf = (headers: IncomingHttpHeaders): string | null =>
  /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? null;

function looksOf({ cookie = "", "accept-language": wishes }: IncomingHttpHeaders): Looks {
  const cookieOf = (name: string) => new RegExp(`(?:^|; *)${name}=(\\w+)`).exec(cookie)?.[1];
  return {
    language: languageOf(cookieOf(LANGUAGE_COOKIE), wishes ?? null),
    theme: toTheme(cookieOf(THEME_COOKIE)),
  };
}

/**
 * Whether all of it was written, sets nothing for its reader, and looks like this by its own account: a cookie that reads
 * otherwise to the page must not choose for others.
 */
const isForAll = ({ headers, text }: Said, { language, theme }: Looks): boolean =>
  headers.every(([name]) => name !== "set-cookie") &&
  text.startsWith(
    `<!DOCTYPE html><html lang="${language}"${theme === "system" ? "" : ` data-theme="${theme}"`}>`,
  ) &&
  text.endsWith("</body></html>");
