import * as z from "zod";
import { ApiClientError, NetworkError } from "@/lib/client/api-error";
import { indexProblemView } from "@/lib/contract/index-problem";
import { requirePrivate } from "./admin-key";
import { CommandError, EXIT } from "./outcome";

/** The URL of a running service and the operator's key; `missing` is the reason if there is no key. */
export type ServiceOptions = { url: string; key: string | undefined; missing?: string };

const health = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  db: z.boolean(),
  /** Earlier versions do not return it. */
  writable: z.boolean().default(true),
  rpc: z.boolean(),
  store: z.boolean().optional(),
  version: z.string(),
  timestamp: z.int(),
  indexer: z.object({
    lastSyncedSlot: z.string(),
    lastSyncTimestamp: z.string(),
    lagSeconds: z.int().nullable(),
    problems: z.array(indexProblemView).default([]),
  }),
  readReplica: z.string().optional(),
  stream: z.string().optional(),
  sponsor: z.string().optional(),
  /** Earlier versions return other fields. */
  setup: z
    .array(z.object({ setting: z.string(), message: z.string(), fix: z.string() }))
    .optional()
    .catch([]),
});

export type ServiceHealth = z.output<typeof health>;

const refusal = z.object({ error: z.string() });
const HEALTH_MS = 5_000;

/** Returns the error of a command for a failed call of the API client; other errors stay as they are. */
export const asUnreachable = (error: unknown): unknown =>
  error instanceof ApiClientError || error instanceof NetworkError
    ? new CommandError(error.message, EXIT.unreachable)
    : error;

/** HTTP client of a running service. @throws CommandError with the fix */
export class RunningService {
  constructor(private readonly options: ServiceOptions) {
    if (options.key) requirePrivate(options.url);
  }

  get url(): string {
    return this.options.url;
  }

  /** Returns the health of the service, also from a 503 response. */
  async health(): Promise<ServiceHealth> {
    const response = await this.request("/api/health", { signal: AbortSignal.timeout(HEALTH_MS) });
    const answer = health.safeParse(await response.json().catch(() => null));
    if (!answer.success)
      throw new CommandError(`${this.url} is not a Vesting Index service.`, EXIT.unreachable);
    return answer.data;
  }

  /** Sends a request with the admin key. @throws CommandError without a key, or for an error response */
  async asOperator(path: string, init: RequestInit = {}): Promise<Response> {
    if (!this.options.key) {
      throw new CommandError(
        this.options.missing ??
          "Pass the admin key with --key, or set ADMIN_API_KEY in the environment or .env.",
      );
    }
    const response = await this.request(path, init);
    if (response.ok) return response;
    const body = refusal.safeParse(await response.json().catch(() => null));
    const sentence = body.success ? body.data.error : `HTTP status ${response.status}`;
    throw new CommandError(
      `The service rejected the request: ${sentence}`,
      response.status < 500 ? EXIT.invalidUsage : EXIT.problemFound,
    );
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const { url, key } = this.options;
    const headers = new Headers(init.headers);
    if (key) headers.set("x-admin-key", key);
    try {
      // Following a redirect would send the key to another server.
      return await fetch(url + path, { ...init, headers, redirect: "error" });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CommandError(
        `The service at ${url} does not respond: ${reason}. Pass its address with --url.`,
        EXIT.unreachable,
      );
    }
  }
}
