import { isIP } from "node:net";
import { validationError } from "@/lib/core/validation";
import { isPublicAddress } from "@/lib/service/outbound/public-address";
import type { Services } from "@/lib/service/services";

/**
 * Returns the normalized URL of a receiver. Throws VALIDATION_ERROR at `path` for all errors that can be
 * detected before a name lookup.
 */
export function receiverUrl(
  { WEBHOOKS_ALLOW_PRIVATE: isAnywhere }: Pick<Services["env"], "WEBHOOKS_ALLOW_PRIVATE">,
  { path, text }: { path: string; text: string },
): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const error = url ? findUrlError(url, isAnywhere) : "must be a URL such as https://example.com/webhooks";
  if (!url || error) throw validationError([{ path, message: error ?? "must be a URL" }]);
  return url.href;
}

function findUrlError(
  { protocol, username, password, hash, hostname }: URL,
  isAnywhere: boolean,
): string | null {
  if (protocol !== "https:" && !(isAnywhere && protocol === "http:")) return "must begin with https://";
  if (username || password) return "must not contain a user name or password; messages are signed";
  if (hash) return "must not contain a # fragment";
  const host = hostname.replace(/^\[|\]$/g, "");
  return isAnywhere || isIP(host) === 0 || isPublicAddress(host) ? null : "must be at a public address";
}
