import { NO_PAGE_POLICY, OVER_HTTPS, SECURITY_HEADERS } from "./security-headers.mjs";

const API_VERSION = "1";

const SECURE = Object.fromEntries(SECURITY_HEADERS.map(({ key, value }) => [key.toLowerCase(), value]));
const SECURE_OVER_HTTPS = { ...SECURE, [OVER_HTTPS.key.toLowerCase()]: OVER_HTTPS.value };

type WithHeaders = { headers: Pick<Headers, "get"> };

/** Returns the security headers of every response, from the API and from pages. */
export const secureHeaders = ({ headers }: WithHeaders): Record<string, string> =>
  headers.get("x-forwarded-proto") === "https" ? SECURE_OVER_HTTPS : SECURE;

/**
 * Returns the headers of every API response. They are set when the Response is created, because a later
 * change would copy it.
 */
export const apiHeaders = (request: WithHeaders, requestId: string): Record<string, string> =>
  Object.assign(
    { "content-security-policy": NO_PAGE_POLICY, "x-api-version": API_VERSION, "x-request-id": requestId },
    secureHeaders(request),
  );
