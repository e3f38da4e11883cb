import leven from "leven";
import { SETTING_NAMES, SETTINGS } from "@/lib/service/env";
import type { SetupFinding } from "./review-setup";

/** First words that only settings of this service have. Other programs have variables such as LOG_FORMAT or MAX_HEAP. */
const PREFIX =
  /^(?:DATABASE|REDIS|UPSTASH|SOLANA|GEYSER|VESTING|REGISTRATION|METRICS|CRON|WALLET|TRUST_PROXY|RATE_LIMIT|UPLOAD|UNCONFIRMED|SYNC|PRICE_API|WEBHOOKS?)_/;
/** Variables with such a prefix that examples and tools of this project read. */
const KNOWN: ReadonlySet<string> = new Set([
  ...SETTING_NAMES,
  "WALLET_KEY",
  "WEBHOOK_SECRET",
  "VESTING_INDEX_PROCESS",
]);

/** Shorter names are often one letter from a variable of another program, such as PORT and PATH. */
const SHORTEST = 6;
const MAX_DISTANCE = 2;

/** Returns the setting that a name is a misspelling of. */
function closestSetting(name: string): string | undefined {
  const distances = SETTINGS.filter(({ length }) => length >= SHORTEST).map(
    (setting) => [leven(name, setting, { maxDistance: MAX_DISTANCE + 1 }), setting] as const,
  );
  const [distance, setting] = distances.reduce((best, other) => (other[0] < best[0] ? other : best));
  return distance <= MAX_DISTANCE ? setting : undefined;
}

/**
 * Finds names of environment variables that look like settings and are none: misspelled, or with a prefix of this
 * service. Never returns their values.
 */
export function findUnknownSettings(names: readonly string[] = Object.keys(process.env)): SetupFinding[] {
  return names
    .filter((name) => !KNOWN.has(name))
    .flatMap((name) => {
      const closest = closestSetting(name);
      if (!closest && !PREFIX.test(name)) return [];
      const fix = closest ? `Did you mean ${closest}?` : ".env.example lists all settings. Unset it.";
      const message = `${name} is not a setting and has no effect.`;
      return [{ setting: name, severity: "warning" as const, message, fix }];
    });
}
