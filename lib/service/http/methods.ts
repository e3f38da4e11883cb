import { ApiError } from "@/lib/core/errors";
import { finish, type RequestContext, respond } from "./response";
import { routeName, type WebHandler } from "./route-name";

/** The methods that a web `Request` supports and Next routes. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/**
 * Returns handlers for the other methods of a route file: OPTIONS returns 204 with the allowed methods, the
 * others 405. Next derives HEAD from GET.
 *
 * `export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");`
 */
export function otherMethods<M extends Exclude<Method, "HEAD" | "OPTIONS">>(
  ...supported: M[]
): Record<Exclude<Method, M>, WebHandler> {
  const own: readonly string[] = supported;
  const allowed = [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  const refuse: WebHandler = async (request, { params }) =>
    respond(request, routeName(new URL(request.url), await params), (context) =>
      otherMethodResponse(context, allowed.join(", ")),
    );
  const others = METHODS.filter((method) => !own.includes(method)).map((method) => [method, refuse]);
  return Object.fromEntries(others);
}

function otherMethodResponse(context: RequestContext, allow: string): Response {
  context.headers.allow = allow;
  if (context.request.method !== "OPTIONS")
    throw new ApiError("METHOD_NOT_ALLOWED", `This path supports only ${allow}.`);
  if ("access-control-allow-origin" in context.headers)
    context.headers["access-control-allow-methods"] ??= allow;
  return finish(context, null, 204, {});
}

/** Returns a 404 response for a path without a route, for any method. */
export const notFoundResponse = (request: Request): Promise<Response> =>
  respond(request, "/api/*", () => {
    throw new ApiError("NOT_FOUND", "This path does not exist. See /api/openapi.json for all paths.");
  });
