import type { Env } from "@/lib/service/env";
import { isLoopbackHost } from "@/lib/service/loopback";
import { namedHosts } from "@/lib/service/setup/known-hosts";
import { CommandError } from "./outcome";

const isLoopback = (url: URL) => isLoopbackHost(url.hostname);

/** Throws CommandError for a URL on which others could read the key on its way. */
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

/** Returns whether the settings are those of the service at `url`: one of this machine, or a host that they name. */
export function isOwnService(url: string, env: KeySettings): boolean {
  const parsed = parse(url);
  const names = namedHosts(env);
  const isNamed = names.includes(parsed.host) || names.includes(parsed.hostname);
  return isLoopback(parsed) || (parsed.protocol === "https:" && isNamed);
}

/** The admin key for a service, and why there is none. */
export type AdminKey = { key: string | undefined; missing: string };

/**
 * Chooses the admin key for `url`. One that is given with the command goes where the command says. The one of the settings
 * belongs to the service of these settings: to this machine, or over https to a host that the settings name as its own.
 */
export function adminKeyFor(url: string, given: string | undefined, settings: () => KeySettings): AdminKey {
  const parsed = parse(url);
  const missing = "Pass the admin key with --key, or set ADMIN_API_KEY in the environment or .env.";
  if (given !== undefined) {
    requirePrivate(url);
    return { key: given, missing };
  }
  const env = settings();
  if (isOwnService(url, env)) return { key: env.ADMIN_API_KEY, missing };
  return {
    key: undefined,
    missing: `ADMIN_API_KEY of the settings is not sent to ${parsed.host}, because ALLOWED_HOSTS does not contain it. Pass the key of that service with --key.`,
  };
}
