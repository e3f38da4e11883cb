import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import type { Env } from "@/lib/service/env";
import { isApi } from "@/lib/service/http/request-path";
import { tracing } from "@/lib/service/tracing/tracing";
import { patternOf, ROUTES } from "../api";
import { isHealth } from "../requests";

/**
 * A listener whose requests have spans, named by method and the path's pattern; the same listener where nobody takes
 * them. Whom TRUST_PROXY_HOPS vouches for says which trace a request belongs to: anybody else would choose what is kept.
 */
export function traced(listener: RequestListener, env: Pick<Env, "TRUST_PROXY_HOPS">): RequestListener {
  const active = tracing();
  if (!active) return listener;
  const pages = readPages();
  return (request, response) => {
    const { method = "GET", url = "" } = request;
    if (isHealth(request) || url.startsWith("/_next/")) return listener(request, response);
    const route = routeOf(request, pages);
    const carrier = env.TRUST_PROXY_HOPS > 0 ? request.headers : {};
    const attributes = { "http.request.method": method, "http.route": route };
    active.serve({ name: `${method} ${route}`, attributes, carrier }, (end) => {
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

/** Its name alone is told. */
class ServerError extends Error {
  override readonly name = "5xx";
}

type Page = { page: string; regex: RegExp };

const ROUTE_PATTERNS: readonly Page[] = ROUTES.map(([path]) => ({
  page: patternOf(path),
  regex: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

function routeOf(request: IncomingMessage, pages: readonly Page[]): string {
  const { url = "" } = request;
  const [path = ""] = url.split("?");
  if (isApi(url)) return ROUTE_PATTERNS.find(({ regex }) => regex.test(path))?.page ?? "/api/*";
  return pages.find(({ regex }) => regex.test(path))?.page ?? "*";
}

const page = z.object({ page: z.string(), regex: z.string() });
const manifest = z.object({ staticRoutes: z.array(page), dynamicRoutes: z.array(page) });

/** The patterns of pages as the build has them; none while developing. */
function readPages(): Page[] {
  try {
    const text = readFileSync(join(process.cwd(), ".next", "routes-manifest.json"), "utf8");
    const { staticRoutes, dynamicRoutes } = manifest.parse(JSON.parse(text));
    return [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  } catch {
    return [];
  }
}
