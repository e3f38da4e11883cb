import { ApiClient } from "@/lib/client/api-client";
import { ApiClientError, NetworkError } from "@/lib/client/api-error";
import { message } from "@/lib/core/words/words";

/** Nobody answered: what was asked may have happened or not. The message is a sentence for the person who waits. */
export class ConnectionLost extends NetworkError {
  override readonly name = "ConnectionLost";
}

/** `fetch` whose failure to reach anybody is a sentence. */
export const serviceFetch: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new ConnectionLost(message("The service cannot be reached. Check your connection and try again."), {
      cause,
    });
  }
};

/** The API of the service that served this page. Whoever asks by it decides what is asked again. */
export const serviceApi = (): ApiClient => new ApiClient({ baseUrl: "", fetch: serviceFetch, attempts: 1 });

const FIRST_SERVER_FAULT = 500;

/** Whether a failure leaves open what happened, since nobody answered or only a fault came back. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiClientError && error.status >= FIRST_SERVER_FAULT);
