import { randomUUID } from "node:crypto";
import { STATUS_BY_CODE } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { errorBody, toApiError } from "./errors";
import { apiHeaders } from "./origin/api-headers";
import { corsHeaders } from "./origin/cors";
import { isApi } from "./request-path";

type Refused = {
  /** The path as it was sent. */
  path: string | undefined;
  request: Request;
  requestId?: string;
  env: Pick<Env, "ALLOWED_ORIGIN">;
};

/** Returns the answer to a request that reaches no handler: JSON on paths of the API, the sentence alone elsewhere. */
export function refuse(thrown: unknown, { path, request, requestId = randomUUID(), env }: Refused): Response {
  const error = toApiError(thrown);
  const isJson = isApi(path);
  return new Response(isJson ? errorBody(error, { requestId, url: request.url }) : `${error.message}\n`, {
    status: STATUS_BY_CODE[error.code],
    headers: {
      ...apiHeaders(request, requestId),
      ...corsHeaders(request, env),
      "content-type": isJson ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...error.headers,
    },
  });
}
