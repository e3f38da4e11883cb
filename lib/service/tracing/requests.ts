import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { join } from "node:path";
import * as z from "zod";
import { tracing } from "./tracing";

export type Pattern = { page: string; regex: RegExp };

type TracedOptions = {
  /** Whether a trusted proxy wrote the headers: any other client could choose which traces are sampled. */
  isParentTrusted: boolean;
  /** Returns the pattern of a path of the API; undefined for a page, null for a request without a span. */
  getRoute: (request: IncomingMessage) => string | null | undefined;
};

/**
 * Returns a listener whose requests have spans, named by method and path pattern; the same listener without
 * tracing.
 */
export function traced(listener: RequestListener, options: TracedOptions): RequestListener {
  const active = tracing();
  if (!active) return listener;
  const pages = readPages();
  return (request, response) => {
    const { method = "GET", url = "", headers } = request;
    const route = options.getRoute(request);
    if (route === null) return listener(request, response);
    const attributes = {
      "http.request.method": method,
      "http.route": route ?? findPattern(url, pages) ?? "*",
    };
    const name = `${method} ${attributes["http.route"]}`;
    active.serve({ name, attributes, carrier: options.isParentTrusted ? headers : {} }, (end) => {
      response.once("close", () => {
        const { statusCode, writableFinished } = response;
        const answered = { "http.response.status_code": statusCode };
        if (!writableFinished) end(answered, new Error("cut off"));
        else if (statusCode >= 500) end(answered, new ServerError());
        else end(answered);
      });
      listener(request, response);
    });
  };
}

/** Only the name is recorded in the span. */
class ServerError extends Error {
  override readonly name = "5xx";
}

/** Returns the first pattern that matches the path of a URL. */
export function findPattern(url: string, patterns: readonly Pattern[]): string | undefined {
  const [path = ""] = url.split("?");
  return patterns.find(({ regex }) => regex.test(path))?.page;
}

const page = z.object({ page: z.string(), regex: z.string() });
const manifest = z.object({ staticRoutes: z.array(page), dynamicRoutes: z.array(page) });

/** Returns the patterns of the build's pages; none during development. */
function readPages(): Pattern[] {
  try {
    const text = readFileSync(join(process.cwd(), ".next", "routes-manifest.json"), "utf8");
    const { staticRoutes, dynamicRoutes } = manifest.parse(JSON.parse(text));
    return [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  } catch {
    return [];
  }
}
