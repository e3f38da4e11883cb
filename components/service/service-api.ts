import { ApiClient } from "@/lib/client/api-client";
import { serviceFetch } from "./service-fetch";

/**
 * Returns the API client of the service that served this page. The client does not retry; callers decide
 * about retries.
 */
export const serviceApi = (): ApiClient => new ApiClient({ baseUrl: "", fetch: serviceFetch, attempts: 1 });
