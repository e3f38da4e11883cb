import { type Message, message, type Translator } from "@/lib/core/i18n/translator";

/** Categories that the dialog suggests; every other text is possible too. */
const SUGGESTIONS: readonly Message[] = [
  message("team"),
  message("investor"),
  message("advisor"),
  message("community"),
  message("partner"),
  message("treasury"),
  message("other"),
];

/** Returns the categories that are in use, followed by suggestions, each once. */
export const suggestedCategories = (t: Translator, used: Iterable<string>): string[] => [
  ...new Set([...used, ...SUGGESTIONS.map((name) => t(name))]),
];
