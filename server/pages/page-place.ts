import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isBot } from "next/dist/shared/lib/router/utils/is-bot.js";
import { THEME_COOKIE, type Theme, toTheme } from "@/components/shell/theme";
import { VIEWER_COOKIE } from "@/components/wallet/viewer-cookie";
import { LANGUAGE_COOKIE, type Language, languageOf } from "@/lib/core/words/languages";
import type { Env } from "@/lib/service/env";
import { publicOrigin } from "@/lib/service/http/origin/public-origin";
import { headersOf } from "../requests";
import type { Said } from "./kept-page";

/**
 * Pages that show nothing of anybody unless a parameter asks for it, nor of a day: what they say is in the build. The form of a
 * new campaign is none of them, since it begins with dates. `tests/server/both-ways.test.ts` holds each to what the router renders.
 */
export const SAME_FOR_ALL: ReadonlySet<string> = new Set([
  ...["/docs", "/docs/api", "/docs/:page"],
  ...["/portfolio", "/activity", "/desk", "/webhooks"],
]);

/** Pages that say nothing else but what they read by `readForPage`, and of the moment by `readOfMoment`, whatever their parameters. */
export const SAME_AS_READ: ReadonlySet<string> = new Set(["/", "/campaigns"]);

/**
 * Pages whose address, the database and the second decide what they say to whoever has not told them who he is. Prices and what
 * the ledger says of tokens may be a second older than those of a page that is rendered.
 */
export const SAME_WITHIN_SECOND: ReadonlySet<string> = new Set([
  ...SAME_AS_READ,
  ...["/campaigns/:treeAddress", "/claim/:treeAddress", "/portfolio", "/activity"],
  ...["changes/:version", "proof/:leaf", "rotate"].map((part) => `/campaigns/:treeAddress/${part}`),
]);

/** Pages that name the host they were asked for. */
const OF_HOST: ReadonlySet<string> = new Set(["/claim/:treeAddress"]);

/** Next's cookies of previews, which its answer takes back. */
const PREVIEW = /__prerender_bypass|__next_preview_data/;
const VIEWER = new RegExp(`(?:^|; *)${VIEWER_COOKIE}=`);

/** What pages depend on beside what they show. */
type Looks = { language: Language; theme: Theme };

export type PagePlace = {
  /** What the page is kept under. */
  key: string;
  nonce: string;
  looks: Looks;
  /** It is kept for as long as it would read the same, which is for ever if nothing. */
  lasting: "inBuild" | "asRead" | null;
  /** It is kept within a second if many ask for it. */
  isOfSecond: boolean;
};

/** Where a page is kept, and for how long it may be; null where it is rendered for each. */
export function placeOf(
  route: string,
  { method, url = "", headers }: IncomingMessage,
  env: Env,
): PagePlace | null {
  const nonce = nonceOf(headers);
  const { cookie = "", "user-agent": agent = "" } = headers;
  // Whoever is no browser may be given the same in another order.
  if (nonce === null || isBot(agent) || PREVIEW.test(cookie)) return null;
  const isInBuild = SAME_FOR_ALL.has(route) && !url.includes("?");
  const lasting = isInBuild ? "inBuild" : SAME_AS_READ.has(route) ? "asRead" : null;
  const isOfSecond =
    SAME_WITHIN_SECOND.has(route) &&
    method === "GET" &&
    env.ANSWER_CACHE === "on" &&
    !(VIEWER.test(cookie) && !lasting);
  if (!lasting && !isOfSecond) return null;
  const looks = looksOf(headers);
  const origin = OF_HOST.has(route) ? publicOrigin(headersOf({ headers }), env) : null;
  return { key: JSON.stringify([url, looks, origin]), nonce, looks, lasting, isOfSecond };
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

/** How React says that a part failed on the server, at its place or behind; a part for browsers alone says that it is none. */
const FAILED_PART = /<!--\$!--><template(?! data-dgst="BAILOUT_)|\$RX\("[^"]*"(?!,"BAILOUT_)/;

/**
 * Whether all of it was written, sets nothing for its reader, and looks like this by its own account: a cookie that reads
 * otherwise to the page must not choose for others.
 */
export const isForAll = ({ headers, text }: Said, { language, theme }: Looks): boolean =>
  headers.every(([name]) => name !== "set-cookie") &&
  text.startsWith(
    `<!DOCTYPE html><html lang="${language}"${theme === "system" ? "" : ` data-theme="${theme}"`}>`,
  ) &&
  text.endsWith("</body></html>") &&
  !FAILED_PART.test(text);
