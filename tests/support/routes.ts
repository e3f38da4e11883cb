import { readdirSync } from "node:fs";
import { API_ROUTES } from "@/app/api/manifest";
import * as openApi from "@/app/api/openapi.json/route";
import { type Manifest, operationsOf } from "@/lib/service/http/openapi";
import type { Contract } from "@/lib/service/http/route";
import type { RouteContext } from "@/lib/service/http/route-name";

type Handler = (request: Request, context: RouteContext) => Promise<Response>;
export type Operation = { name: string; path: string; method: string; contract: Contract; handler: Handler };

export const ALL_ROUTES: Manifest = [...API_ROUTES, ["/api/openapi.json", openApi]];

/** The paths of the route files below app/api, parameters as `{name}`; the catch-all aside. */
export function pathsOnDisk(): string[] {
  return readdirSync("app/api", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts") && !file.startsWith("[[...path]]"))
    .map((file) => `/api/${file.replace(/\/route\.ts$/, "").replaceAll(/\[(\w+)\]/g, "{$1}")}`);
}

const isHandler = (value: unknown): value is Handler => typeof value === "function";

/** The export of a route file for a method. */
export function handlerOf(path: string, method: string): Handler | undefined {
  const handler = ALL_ROUTES.find(([known]) => known === path)?.[1][method];
  return isHandler(handler) ? handler : undefined;
}

/** Every documented operation. */
export const OPERATIONS: Operation[] = ALL_ROUTES.flatMap(([path, module]) =>
  operationsOf(module).flatMap(({ method, contract }) => {
    const handler = handlerOf(path, method);
    return handler ? [{ name: `${method} ${path}`, path, method, contract, handler }] : [];
  }),
);
