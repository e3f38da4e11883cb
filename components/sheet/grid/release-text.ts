import { releaseName } from "@/components/campaign/schedule-text";
import type { Translator } from "@/lib/core/i18n/translator";
import { RELEASE_TYPE_NAMES } from "@/lib/core/vesting/leaf";

/** Returns the name of the release type in a cell, such as Linear for "linear", or the text if it has none. */
export function releaseText(t: Translator, text: string): string {
  const type = RELEASE_TYPE_NAMES.indexOf(text.trim().toLowerCase());
  return type === -1 ? text : releaseName(t, type);
}
