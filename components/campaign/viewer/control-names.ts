import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import type { AuthorityControls, Control } from "@/lib/core/vesting/authority-controls";

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

/** The consequence of each control in one line. */
export const CONSEQUENCES: Record<Control["kind"], Message> = {
  "release-milestone": message("The amount becomes claimable immediately. A release cannot be undone."),
  "cancel-stream": message("The recipient receives the vested tokens, you receive the rest."),
  "instant-refund": message("You receive all tokens. Recipients receive nothing."),
  "withdraw-unvested": message("The creator receives the remaining tokens. Recipients can no longer claim."),
  rotate: message("Adds, removes or changes recipients. Completed claims stay paid."),
  cancel: message(
    "Vesting stops. Recipients have 7 days to claim vested tokens; then the creator can withdraw the rest.",
  ),
  pause: message("Recipients cannot claim until you resume claims. Vesting continues."),
  resume: message("Recipients can claim again, including amounts that vested during the pause."),
};

export const ROLE_NAMES: Record<AuthorityControls["role"], Message> = {
  creator: message("creator"),
  "cancel authority": message("cancel authority"),
  "pause authority": message("pause authority"),
};

/** Returns a list of distinct controls as text: "pause claims and change allocations". */
export function listedControls(t: Translator, controls: readonly Control[]): string {
  const names = new Set(controls.map(({ kind }) => t(CONTROL_NAMES[kind])));
  return new Intl.ListFormat(t.locale, { type: "conjunction" }).format(names);
}
