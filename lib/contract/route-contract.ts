import type { z } from "zod";
import type { ErrorCode } from "@/lib/core/errors";

export type Auth = "wallet" | "admin" | "cron" | "scraper";

export const DEFAULT_BODY_BYTES = 1_048_576;
const PUBLIC_PER_MINUTE = 60;
const WALLET_PER_MINUTE = 30;

/** Parses and validates the bytes of a JSON body. */
type ParseBody = (
  bytes: Uint8Array<ArrayBuffer>,
  options: { maxLeaves: number; signal: AbortSignal },
) => Promise<unknown>;

/** The rules of a route: `route()` enforces them and the OpenAPI document repeats them. */
export type Contract = {
  /** One line of what the route answers. */
  summary: string;
  params?: z.ZodObject;
  /** One object of all query parameters; names it does not list are refused. */
  query?: z.ZodObject;
  /** Ignores every query parameter, such as those that other sites add to a shared link. */
  ignoresQuery?: boolean;
  /** JSON body; an absent body is `undefined` to it, so an optional schema makes the body optional. */
  body?: z.ZodType;
  /** Parses a JSON body that may be large, in a worker; `body` then only documents it. */
  parseBody?: ParseBody;
  /** Media types of a body that the handler gets as `stream`, or as `file` where it is large, instead of `body`. */
  accepts?: readonly string[];
  /** The body of a success. Tests check answers against this schema; the service does not. */
  response?: z.ZodType;
  /** The whole list is available as CSV; the query has `format`. */
  csv?: boolean;
  /** The media type of a success that is not JSON. */
  mediaType?: string;
  /** The media type of the file that its query can ask for instead of JSON. */
  asFile?: string;
  /** Status of a success in the documentation, or all of them, the usual one first; 200 unless said. */
  status?: number | readonly number[];
  /** Error codes beyond those that follow from the other rules. */
  errors?: readonly ErrorCode[];
  auth?: Auth;
  /** Requests a minute from one address; 60, for wallet routes 30, unless said. */
  limit?: number | "none";
  /** Accepts requests from this service's own pages only. */
  ownPagesOnly?: boolean;
  /** Allows `MAX_BODY_BYTES` instead of 1 MiB. */
  largeBody?: boolean;
  deprecated?: Deprecation;
};

/** Days as `YYYY-MM-DD`, in UTC: since when a route is deprecated, and from when on it may be gone. */
export type Deprecation = {
  since: string;
  sunset?: string;
  /** The page that says what replaces the route, such as `/docs/versions#api`. */
  link: string;
};

/** Requests a minute from one address. */
export const limitOf = ({ limit, auth }: Pick<Contract, "limit" | "auth">) =>
  limit ?? (auth === "wallet" ? WALLET_PER_MINUTE : PUBLIC_PER_MINUTE);
