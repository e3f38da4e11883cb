import type { Language } from "@/lib/core/words/languages";
import { type Catalogue, english, makeWords, type Words } from "@/lib/core/words/words";

type Loaded = Promise<Words>;

/** Each language except English is a separate chunk, loaded on demand. */
const CATALOGUES: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  de: () => import("@/messages/de"),
};

/** Caches promises, because React `use` requires the same promise on each render. */
const loaded = new Map<Language, Loaded>([["en", Promise.resolve(english)]]);

/** Loads the messages of a language. A failed load is retried on the next call. */
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
