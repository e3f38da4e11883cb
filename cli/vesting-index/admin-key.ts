import type { Env } from "@/lib/service/env";
import { isLoopbackHost } from "@/lib/service/loopback";
import { namedHosts } from "@/lib/service/setup/known-hosts";
import { CommandError } from "./outcome";

const isLoopback = (url: URL) => isLoopbackHost(url.hostname);

/** @throws CommandError for plain http to another machine, because others could read the key */
export function requirePrivate(url: string): void {
  const parsed = parse(url);
  const { host } = parsed;
  if (parsed.protocol === "https:" || isLoopback(parsed)) return;
  throw new CommandError(
    `The admin key is not sent to ${host} over plain http, where others can read it. Use https://${host}, or omit the key.`,
  );
}

function parse(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === "https:" || parsed?.protocol === "http:") return parsed;
  throw new CommandError("--url must be a URL that starts with http:// or https://.");
}

type KeySettings = Pick<
  Env,
  "ADMIN_API_KEY" | "HOST" | "ALLOWED_HOSTS" | "VERCEL_URL" | "VERCEL_PROJECT_PRODUCTION_URL"
>;

/** Returns whether the settings belong to the service at `url`: on this machine, or on a host of the settings. */
export function isOwnService(url: string, env: KeySettings): boolean {
  const parsed = parse(url);
  const names = namedHosts(env);
  const isNamed = names.includes(parsed.host) || names.includes(parsed.hostname);
  return isLoopback(parsed) || (parsed.protocol === "https:" && isNamed);
}

/** The admin key for a service; `missing` explains why there is none. */
export type AdminKey = { key: string | undefined; missing: string };

/**
 * Returns the admin key for `url`. `--key` is sent to any `url` with https, or on this machine. The configured key is
 * sent only to this machine, or over https to a host of HOST, ALLOWED_HOSTS or Vercel.
 */
export function adminKeyFor(url: string, option: string | undefined, settings: () => KeySettings): AdminKey {
  const parsed = parse(url);
  const missing = "Pass the admin key with --key, or set ADMIN_API_KEY in the environment or .env.";
  if (option !== undefined) {
    requirePrivate(url);
    return { key: option, missing };
  }
  const env = settings();
  if (isOwnService(url, env)) return { key: env.ADMIN_API_KEY, missing };
  return {
    key: undefined,
    missing: `ADMIN_API_KEY of the settings is not sent to ${parsed.host}, because ALLOWED_HOSTS does not contain it. Pass the key of that service with --key.`,
  };
}
