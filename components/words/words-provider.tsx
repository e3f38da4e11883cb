"use client";

import { type ReactNode, use } from "react";
import type { Language } from "@/lib/core/words/languages";
import { english } from "@/lib/core/words/words";
import { loadWords } from "./load-words";
import { WordsContext } from "./words-context";

/** Gives a page the words that its server made it with. What surrounds it waits for them: nothing is shown in two languages. */
export function WordsProvider({ language, children }: { language: Language; children: ReactNode }) {
  const words = language === "en" ? english : use(loadWords(language));
  return <WordsContext value={words}>{children}</WordsContext>;
}
