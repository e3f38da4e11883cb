/**
 * The languages of the dashboard with their own names, the locale for dates, and the signs of numbers: the
 * thousands separator, the decimal separator, and the sign after a percentage, with its space. The signs are
 * constants because the first `Intl.NumberFormat` of a page takes as long as half of its other scripts.
 */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB", marks: { group: ",", decimal: ".", percent: "%" } },
  de: { name: "Deutsch", locale: "de-DE", marks: { group: ".", decimal: ",", percent: " %" } },
} as const;

export type Language = keyof typeof LANGUAGES;

/**
 * The cookie that stores the user's choice, so that the server renders the first page in the right language.
 */
export const LANGUAGE_COOKIE = "language";

export const isLanguage = (text: string | null | undefined): text is Language =>
  typeof text === "string" && Object.hasOwn(LANGUAGES, text);

/** Browsers send only a few languages. */
const MAX_ACCEPTED_LANGUAGES = 20;

/**
 * Returns the user's choice, otherwise the first supported language of the browser's `Accept-Language` header
 * (RFC 9110 12.5.4), otherwise English.
 */
export function chooseLanguage(chosen: string | undefined, acceptLanguage: string | null): Language {
  if (isLanguage(chosen)) return chosen;
  const acceptedLanguages = (acceptLanguage ?? "").split(",", MAX_ACCEPTED_LANGUAGES).map(toAcceptedLanguage);
  const wanted = acceptedLanguages.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return wanted.map(({ language }) => language).find(isLanguage) ?? "en";
}

function toAcceptedLanguage(text: string): { language: string; weight: number } {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return { language: range.split("-", 1)[0] ?? "", weight: weight ? Number(weight.slice(2)) || 0 : 1 };
}
