const PATHS = /^(?:https?:\/\/[^/]+)?\/+(?:actions\.json|api\/actions)(?:[/?#]|$)/;

/**
 * Returns whether a URL or path is for clients of Solana Actions and Solana Pay, which send requests from any
 * origin.
 */
export const isForActions = (url: string): boolean => PATHS.test(url);

/** The version of the Actions specification that responses follow. */
const VERSION = "2.4";

const EXPOSED = "X-Action-Version, X-Blockchain-Ids, X-API-Version, x-request-id, RateLimit, Retry-After";

/**
 * The headers that the specification requires in every response on those paths, including errors and
 * preflights.
 */
export const ACTIONS_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET,POST,PUT,OPTIONS",
  "access-control-allow-headers":
    "Content-Type, Authorization, Content-Encoding, Accept-Encoding, X-Accept-Action-Version, X-Accept-Blockchain-Ids",
  "access-control-expose-headers": EXPOSED,
  "x-action-version": VERSION,
};
