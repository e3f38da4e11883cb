import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { constants } from "node:zlib";
import compression from "compression";
import { OVER_HTTPS } from "@/lib/service/http/origin/security-headers";
import { RouteTable } from "@/lib/service/http/route-table";
import type { Services } from "@/lib/service/services";
import { KeptPages } from "./kept-pages";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What the build has for a page. Source: Next's documentation, "Invoking Entrypoints" of deployment adapters. */
type Entrypoint = {
  handler(request: IncomingMessage, response: ServerResponse, context: object): Promise<unknown>;
};

/** As small as gzip makes a page, in less time; docs/decisions/requests-and-answers.md says what a higher quality costs. */
const COMPRESSION = {
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 } },
};

/** Plain paths alone: what could be spelled otherwise, the router redirects or refuses. */
const PLAIN = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;
/** What Next tells itself by: parts of pages that its own code asks for in a browser, previews and rewrites. */
const OWN_HEADER = /^(?:rsc$|next-|x-(?:next|now|matched|middleware|prerender|invoke))/;
const OWN_PARAMETER = /[?&](?:_|nxt)/;

/**
 * Has a page of the build in `dir` that a browser asks for plainly answer for itself. The router has all else: assets, parts
 * of pages, redirects, pages that there are not. Of a plain request it would ask nothing but what is asked here: `proxy.ts`
 * lets one pass that has a policy, and of next.config.ts only its headers apply to a page.
 */
export function pagesBeforeRouter(
  router: Handle,
  { dir, services }: { dir: string; services: Services },
): Handle {
  const built = join(dir, ".next", "server");
  const kept = new KeptPages(services);
  const load = createRequire(join(built, "pages.js"));
  const pages = new RouteTable(pagesOf(built));
  const compress = compression(COMPRESSION);
  return async (request, response) => {
    const { url = "", headers } = request;
    const end = url.indexOf("?");
    const path = end < 0 ? url : url.slice(0, end);
    const page = isPlain(request) && PLAIN.test(path) ? pages.find(path) : null;
    if (!page) return router(request, response);
    if (headers["x-forwarded-proto"] === "https") response.setHeader(OVER_HTTPS.key, OVER_HTTPS.value);
    compress(request, response, noNext);
    const render = () => (load(page.module) as Entrypoint).handler(request, response, { waitUntil: noNext });
    await kept.answer(page.name, { request, response }, render);
  };
}

const noNext = () => undefined;

/** Pages' paths and files, but for those that the router shows in another's place. */
function pagesOf(built: string): (readonly [path: string, file: string])[] {
  const manifest: Record<string, string> = JSON.parse(
    readFileSync(join(built, "app-paths-manifest.json"), "utf8"),
  );
  return Object.entries(manifest)
    .filter(([name]) => name.endsWith("/page") && !name.startsWith("/_"))
    .map(([name, file]) => [pathOf(name), join(built, file)] as const);
}

/** `/(dashboard)/campaigns/[treeAddress]/page` is at `/campaigns/{treeAddress}`. */
const pathOf = (name: string): string =>
  name
    .slice(0, -"/page".length)
    .replaceAll(/\/\([^)]+\)/g, "")
    .replaceAll(/\[(\w+)\]/g, "{$1}") || "/";

/** Whether a page is asked for as browsers do, and has its policy. */
function isPlain({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers["content-security-policy"] === undefined || OWN_PARAMETER.test(url)) return false;
  for (const name in headers) if (OWN_HEADER.test(name)) return false;
  return true;
}
