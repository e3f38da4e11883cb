import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import {
  type LineProblem,
  MAX_CONFIRMATION_RECIPIENTS,
  MAX_REFERENCE_CHARACTERS,
} from "@/lib/core/recipients/confirmation-lines";

const TEXTS: Record<Exclude<LineProblem, "too many" | "reference too long">, Message> = {
  unreadable: message("This line has characters that cannot be shown."),
  duplicate: message("This recipient is already on the list."),
};

/** Returns why a recipient cannot be part of a list, as a sentence. */
export function problemText(t: Translator, problem: LineProblem): string {
  if (problem === "too many") {
    return t("A list can have at most {count} recipients.", { count: MAX_CONFIRMATION_RECIPIENTS });
  }
  if (problem === "reference too long") {
    return t("A name can have at most {count} characters.", { count: MAX_REFERENCE_CHARACTERS });
  }
  return t(TEXTS[problem]);
}
