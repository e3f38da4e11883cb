import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import type { Control, Holding } from "@/lib/core/vesting/holdings";

/** Names of the controls of a campaign, for use within a sentence. */
export const CONTROL_NAMES: Record<Control["kind"], Message> = {
  "release-milestone": message("release milestones"),
  "cancel-stream": message("cancel the stream and split it"),
  "instant-refund": message("refund everything"),
  "withdraw-unvested": message("withdraw the remaining tokens"),
  rotate: message("change allocations"),
  cancel: message("cancel the campaign"),
  pause: message("pause claims"),
  resume: message("resume claims"),
};

export const ROLE_NAMES: Record<Holding["role"], Message> = {
  creator: message("creator"),
  "cancel authority": message("cancel authority"),
  "pause authority": message("pause authority"),
};

/** Returns a list of distinct controls as text: "pause claims and change allocations". */
export function listedControls(t: Translator, controls: readonly Control[]): string {
  const names = new Set(controls.map(({ kind }) => t(CONTROL_NAMES[kind])));
  return new Intl.ListFormat(t.locale, { type: "conjunction" }).format(names);
}
