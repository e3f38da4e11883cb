import { randomUUID } from "node:crypto";
import { createLogger } from "@/lib/service/log";
import { ApiError, STATUS_BY_CODE } from "./errors";
import { API_VERSION, errorBody } from "./exchange";

/** The answer while the services cannot be opened: wrong settings, or a database that is away at the first request. */
export function answerWithoutServices(cause: unknown): Response {
  const requestId = randomUUID();
  createLogger("error").error({ requestId, error: cause }, "services could not be opened");
  const error = new ApiError("SERVICE_UNAVAILABLE", "The service is not ready to answer; try again shortly.");
  return new Response(errorBody(error, requestId), {
    status: STATUS_BY_CODE[error.code],
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": "5",
      "x-api-version": API_VERSION,
      "x-request-id": requestId,
    },
  });
}
