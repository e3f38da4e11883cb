import type { Language } from "@/lib/core/i18n/languages";
import { createTranslator, english, type Translator } from "@/lib/core/i18n/translator";

let german: Promise<Translator> | undefined;

/** Returns the translator of a subscription's language; the German texts are loaded at the first use. */
export async function loadTranslator(language: Language): Promise<Translator> {
  if (language === "en") return english;
  german ??= import("@/messages/de").then((catalog) => createTranslator("de", catalog.default));
  return german;
}
