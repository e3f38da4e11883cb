import { ApiClientError, NetworkError } from "@/lib/client/api-error";
import { message } from "@/lib/core/i18n/translator";

/** The request received no response, so its effect is unknown. The message is a sentence for the user. */
export class ConnectionLostError extends NetworkError {
  override readonly name = "ConnectionLostError";
}

/** A `fetch` that throws ConnectionLostError with a readable message when the network request fails. */
export const serviceFetch: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new ConnectionLostError(
      message("The service cannot be reached. Check your connection and try again."),
      {
        cause,
      },
    );
  }
};

const FIRST_SERVER_ERROR = 500;

/**
 * Returns whether the effect of a failed request is unknown, because there was no response or a server error.
 */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiClientError && error.status >= FIRST_SERVER_ERROR);
