import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { STATUS_BY_CODE } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { toApiError } from "@/lib/service/http/errors";
import { apiHeaders, errorBody } from "@/lib/service/http/exchange";
import { corsHeaders } from "@/lib/service/http/origin/cors";
import { isApi, METHODS } from "./requests";

type Refused = { incoming: IncomingMessage; request: Request; requestId?: string; env: Env };

/** Returns the answer to a request that reaches no handler: JSON on paths of the API, the sentence alone elsewhere. */
export function refuse(
  thrown: unknown,
  { incoming, request, requestId = randomUUID(), env }: Refused,
): Response {
  const error = toApiError(thrown);
  const isJson = isApi(incoming.url);
  return new Response(isJson ? errorBody(error, { requestId, url: request.url }) : `${error.message}\n`, {
    status: STATUS_BY_CODE[error.code],
    headers: {
      ...apiHeaders(request, requestId),
      ...corsHeaders(request, env),
      "content-type": isJson ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...(error.code === "METHOD_NOT_ALLOWED" && { allow: METHODS.join(", ") }),
      ...error.headers,
    },
  });
}
