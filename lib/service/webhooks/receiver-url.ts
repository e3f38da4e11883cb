import { isIP } from "node:net";
import { findReceiverUrlError } from "@/lib/contract/requests/receiver-url";
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
  const error = findReceiverUrlError(text, { allowsHttp: isAnywhere });
  if (error) throw validationError([{ path, message: error }]);
  const { href, hostname } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isAnywhere || isIP(host) === 0 || isPublicAddress(host)) return href;
  throw validationError([{ path, message: "must be at a public address" }]);
}
