import { ApiError } from "@/lib/core/errors";
import { services } from "@/lib/service/services";
import { errorResponse, finish, openRequestContext, unavailableResponse } from "./response";
import { type RouteContext, routeName, type WebHandler } from "./route-name";

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
  const refuse: WebHandler = (request, context) => otherMethodResponse(request, context, allowed);
  const others = METHODS.filter((method) => !own.includes(method)).map((method) => [method, refuse]);
  return Object.fromEntries(others);
}

async function otherMethodResponse(
  request: Request,
  { params }: RouteContext,
  allowed: string[],
): Promise<Response> {
  try {
    const requestContext = openRequestContext(
      request,
      await services(),
      routeName(new URL(request.url), await params),
    );
    requestContext.headers.allow = allowed.join(", ");
    if (request.method !== "OPTIONS") {
      const error = new ApiError("METHOD_NOT_ALLOWED", `This path supports only ${allowed.join(", ")}.`);
      return errorResponse(requestContext, error);
    }
    if ("access-control-allow-origin" in requestContext.headers) {
      requestContext.headers["access-control-allow-methods"] ??= allowed.join(", ");
    }
    return finish(requestContext, null, 204, {});
  } catch (error) {
    return unavailableResponse(error, request);
  }
}

/** Returns a 404 response for a path without a route, for any method. */
export async function notFoundResponse(request: Request): Promise<Response> {
  try {
    const requestContext = openRequestContext(request, await services(), "/api/*");
    return errorResponse(
      requestContext,
      new ApiError("NOT_FOUND", "This path does not exist. See /api/openapi.json for all paths."),
    );
  } catch (error) {
    return unavailableResponse(error, request);
  }
}
