import type { Env } from "@/lib/service/env";

/** A reader of the file trusts it for this long. */
const VALID_SECONDS = 90n * 86_400n;

type Facts = { env: Pick<Env, "SECURITY_CONTACT">; now: bigint; origin: string | null };

/** Returns the text of security.txt; null without a contact. Source: RFC 9116. */
export function securityTxt({ env, now, origin }: Facts): string | null {
  if (!env.SECURITY_CONTACT) return null;
  const lines = [
    ...env.SECURITY_CONTACT.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(Number(now + VALID_SECONDS) * 1000).toISOString()}`,
    "Preferred-Languages: en",
    ...(origin ? [`Canonical: ${origin}/.well-known/security.txt`, `Policy: ${origin}/docs/security`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
