"use client";

import { type ReactNode, use } from "react";
import type { Language } from "@/lib/core/words/languages";
import { english } from "@/lib/core/words/words";
import { loadWords } from "./load-words";
import { WordsContext } from "./words-context";

/**
 * Provides the messages in the language that the server rendered. Suspends until they load, so that a page
 * never mixes two languages.
 */
export function WordsProvider({ language, children }: { language: Language; children: ReactNode }) {
  const words = language === "en" ? english : use(loadWords(language));
  return <WordsContext value={words}>{children}</WordsContext>;
}
