import type { Context, Hono } from "hono";
import * as actionsJson from "@/app/actions.json/route";
import { API_ROUTES } from "@/app/api/manifest";
import * as openApi from "@/app/api/openapi.json/route";
import * as rpc from "@/app/rpc/route";
import type { Manifest, RouteModule } from "@/lib/contract/openapi/document";
import { METHODS, notFoundResponse } from "@/lib/service/http/methods";
import { isApi } from "@/lib/service/http/request-path";
import type { WebHandler } from "@/lib/service/http/route-name";
import { findPattern, type Pattern } from "@/lib/service/tracing/requests";
import { isHealth, type RequestHead } from "./requests";

const getOrder = (path: unknown): string => String(path).replaceAll("{", "~");

/**
 * All routes of the API. Literal segments precede parameters, since Hono matches in order of registration.
 */
export const ROUTES: Manifest = [
  ...API_ROUTES,
  ["/api/openapi.json", openApi],
  ["/actions.json", actionsJson],
  ["/rpc", rpc],
].toSorted(([item], [other]) => (getOrder(item) < getOrder(other) ? -1 : 1)) as Manifest;

/** Converts a route path to Hono's syntax, such as `/api/campaigns/:treeAddress`. */
export const toHonoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

const PATTERNS: readonly Pattern[] = ROUTES.map(([path]) => ({
  page: toHonoPath(path),
  regex: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/**
 * Returns the route pattern that names a request's span; undefined for a page, null for a request without a
 * span.
 */
export function matchRoute(request: RequestHead): string | null | undefined {
  const { url = "" } = request;
  if (isHealth(request) || url.startsWith("/_next/")) return null;
  return isApi(url) ? (findPattern(url, PATTERNS) ?? "/api/*") : undefined;
}

/** Returns the path without decoding. A decoded path would match other routes than Next. */
export const getRawPath = ({ url }: Request): string => /^\w+:\/\/[^/]*([^?#]*)/.exec(url)?.[1] ?? "/";

/** Mounts the route files as Next does, and returns a JSON 404 on API paths without a route file. */
// biome-ignore lint/suspicious/noExplicitAny: any environment will do
export function mountRoutes(app: Hono<any>, routes: Manifest): void {
  for (const [path, module] of routes) {
    for (const method of METHODS) {
      const handler = getHandler(module, method);
      if (handler) app.on(method, toHonoPath(path), (c) => handler(c.req.raw, { params: getParams(c) }));
    }
  }
  if (routes.length > 0)
    app.all("/api/*", (c, next) => (isUsualForm(c.req.path) ? notFoundResponse(c.req.raw) : next()));
}

const getHandler = (module: RouteModule, method: string) => module[method] as WebHandler | undefined;

const getParams = async (c: Context): Promise<Record<string, string>> => c.req.param();

/** Next redirects other spellings of a path to this one. */
const isUsualForm = (path: string): boolean => !path.endsWith("/") && !path.includes("//");
