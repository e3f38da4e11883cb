import "server-only";
import { ApiError } from "@/lib/core/errors";
import type { Env } from "@/lib/service/env";
import { equalSecrets } from "./equal-secrets";

/**
 * Returns whether a request has the operator's `x-admin-key`, for responses with more details for operators.
 */
export const isAdmin = (request: Request, env: Pick<Env, "ADMIN_API_KEY">): boolean =>
  isSecret(request.headers.get("x-admin-key"), env.ADMIN_API_KEY);

/**
 * Rejects a request without the operator's key. Also accepts the key as a bearer token, because Prometheus
 * before version 3 cannot send other headers.
 */
export function requireScraper(request: Request, env: Pick<Env, "ADMIN_API_KEY">): void {
  if (isAdmin(request, env) || isSecret(getBearer(request), env.ADMIN_API_KEY)) return;
  throw new ApiError("UNAUTHORIZED", "Send the admin key as Authorization: Bearer <key>.", undefined, {
    "www-authenticate": 'Bearer realm="metrics"',
  });
}

const getBearer = (request: Request): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];

/**
 * Rejects a request without the operator's `x-admin-key`. Without a configured key, every request is
 * rejected.
 */
export function requireAdmin(request: Request, env: Pick<Env, "ADMIN_API_KEY">): void {
  if (isAdmin(request, env)) return;
  throw new ApiError("UNAUTHORIZED", "Send the admin key in the x-admin-key header.", undefined, {
    "www-authenticate": 'ApiKey realm="admin", header="x-admin-key"',
  });
}

/** Returns whether a request's bearer token is the scheduler's secret. */
export const isScheduler = (request: Request, env: Pick<Env, "CRON_SECRET">): boolean =>
  isSecret(getBearer(request), env.CRON_SECRET);

/** Rejects a request whose bearer token is not the scheduler's secret. */
export function requireCron(request: Request, env: Pick<Env, "CRON_SECRET">): void {
  if (isScheduler(request, env)) return;
  throw new ApiError("UNAUTHORIZED", "Send the cron secret as Authorization: Bearer <secret>.", undefined, {
    "www-authenticate": 'Bearer realm="cron"',
  });
}

const isSecret = (secret: string | null | undefined, expected: string | undefined): boolean =>
  Boolean(secret && expected && equalSecrets(secret, expected));
