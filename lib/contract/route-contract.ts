import type * as z from "zod";
import type { ErrorCode } from "@/lib/core/errors";

export type Auth = "wallet" | "admin" | "cron" | "scraper";

export const DEFAULT_BODY_BYTES = 1_048_576;
/** Default rate limits of a route, in requests per minute and client address or wallet. */
const PUBLIC_PER_MINUTE = 60;
const WALLET_PER_MINUTE = 30;

/** Parses and validates the bytes of a JSON body. */
type ParseBody = (
  bytes: Uint8Array<ArrayBuffer>,
  options: { maxLeaves: number; signal: AbortSignal },
) => Promise<unknown>;

/** The media types of forms. */
export const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"] as const;

/** The rules of a route: `route()` enforces them, and the OpenAPI document describes them. */
export type Contract = {
  /** One-line summary of the route's response. */
  summary: string;
  params?: z.ZodObject;
  /** One object of all query parameters; other names are rejected. */
  query?: z.ZodObject;
  /** Ignores all query parameters, such as those that other sites add to a shared link. */
  ignoresQuery?: boolean;
  /** JSON body. An absent body is `undefined`, so an optional schema makes the body optional. */
  body?: z.ZodType;
  /**
   * Also accepts a form, whose fields are ignored, so that mail programs can call the route with one click
   * (RFC 8058). The body is then undefined.
   */
  acceptsForm?: boolean;
  /** Parses a potentially large JSON body in a worker; `body` then only documents the body. */
  parseBody?: ParseBody;
  /**
   * Media types of a body that the handler receives as `stream`, or as `file` if it is large, instead of
   * `body`.
   */
  accepts?: readonly string[];
  /** The body of a successful response. Tests check responses against this schema; the service does not. */
  response?: z.ZodType;
  /** Whether the whole list is available as CSV; the query then has `format`. */
  csv?: boolean;
  /** The media type of a successful response that is not JSON. */
  mediaType?: string;
  /** The media type of the file that the query can request instead of JSON. */
  asFile?: string;
  /** Documented status of a successful response, or all of them, the usual one first; 200 by default. */
  status?: number | readonly number[];
  /** Error codes in addition to those that follow from the other rules. */
  errors?: readonly ErrorCode[];
  auth?: Auth;
  /** A query parameter: a request with the value `true` requires a wallet signature, and the response is private. */
  signedWith?: string;
  /** Requests per minute from one address; by default 60, or 30 for wallet routes. */
  limit?: number | "none";
  /** Accepts only requests from this service's own pages. */
  ownPagesOnly?: boolean;
  /** Allows `MAX_BODY_BYTES` instead of 1 MiB. */
  largeBody?: boolean;
  /** Gives a read the deadline of a write, because it needs much processor time. */
  isSlowRead?: boolean;
  deprecated?: Deprecation;
};

/** Days as `YYYY-MM-DD`, in UTC: since when a route is deprecated, and from when on it may be removed. */
export type Deprecation = {
  since: string;
  sunset?: string;
  /** The page that names the replacement of the route, such as `/docs/versions#api`. */
  link: string;
  /** The path of the replacement, with the route's parameters in braces, such as `/api/new/{address}`. */
  successor?: string;
};

/** Returns the rate limit of a route: requests per minute from one address. */
export const getLimit = ({ limit, auth }: Pick<Contract, "limit" | "auth">) =>
  limit ?? (auth === "wallet" ? WALLET_PER_MINUTE : PUBLIC_PER_MINUTE);
