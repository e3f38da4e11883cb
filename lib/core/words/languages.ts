/** The languages of the dashboard, each by its own name, with the locale by which its numbers and dates are written. */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB" },
  de: { name: "Deutsch", locale: "de-DE" },
} as const;

export type Language = keyof typeof LANGUAGES;

/** The cookie that holds the viewer's choice, so that the server's first page already has the right words. */
export const LANGUAGE_COOKIE = "language";

export const isLanguage = (text: string | null | undefined): text is Language =>
  typeof text === "string" && Object.hasOwn(LANGUAGES, text);

/** No browser sends more than a handful. */
const MOST_WISHES = 20;

/**
 * The viewer's choice, or else the first of the languages that their browser asks for (`Accept-Language`, RFC 9110 12.5.4)
 * which there is, or else English.
 */
export function languageOf(chosen: string | undefined, acceptLanguage: string | null): Language {
  if (isLanguage(chosen)) return chosen;
  const wishes = (acceptLanguage ?? "").split(",", MOST_WISHES).map(toWish);
  const wanted = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return wanted.map(({ language }) => language).find(isLanguage) ?? "en";
}

function toWish(text: string): { language: string; weight: number } {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return { language: range.split("-", 1)[0] ?? "", weight: weight ? Number(weight.slice(2)) || 0 : 1 };
}
