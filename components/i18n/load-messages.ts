import type { Language } from "@/lib/core/i18n/languages";
import { type Catalog, createTranslator, english, type Translator } from "@/lib/core/i18n/translator";

type Loaded = Promise<Translator>;

type Catalogs = Record<Exclude<Language, "en">, () => Promise<{ default: Catalog }>>;

/** Each language except English is a separate chunk, loaded on demand. */
const BROWSER_CATALOGS: Catalogs = { de: () => import("@/messages/de/browser") };

/** Caches promises, because React `use` requires the same promise on each render. */
const loaded = new Map<Language, Loaded>([["en", Promise.resolve(english)]]);

/** Loads the messages of a language. A failed load is retried on the next call. */
export function loadMessages(language: Language, catalogs = BROWSER_CATALOGS): Loaded {
  const known = loaded.get(language);
  if (known || language === "en") return known ?? Promise.resolve(english);
  const translator = catalogs[language]().then(
    (catalog) => createTranslator(language, catalog.default),
    (error: unknown) => {
      loaded.delete(language);
      throw error;
    },
  );
  loaded.set(language, translator);
  return translator;
}
