import type { Language } from "@/lib/core/words/languages";
import { type Catalogue, english, makeWords, type Words } from "@/lib/core/words/words";

type Loaded = Promise<Words>;

/** Each language but English is a piece of code by itself, which only those load who read it. */
const CATALOGUES: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  de: () => import("@/messages/de"),
};

/** The same promise each time: React goes on with what it waited for. */
const loaded = new Map<Language, Loaded>([["en", Promise.resolve(english)]]);

/** The words of a language. One that did not come is asked for anew the next time. */
export function loadWords(language: Language): Loaded {
  const known = loaded.get(language);
  if (known || language === "en") return known ?? Promise.resolve(english);
  const words = CATALOGUES[language]().then(
    (catalogue) => makeWords(language, catalogue.default),
    (error: unknown) => {
      loaded.delete(language);
      throw error;
    },
  );
  loaded.set(language, words);
  return words;
}
