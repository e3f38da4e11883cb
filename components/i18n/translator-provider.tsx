"use client";

import { type ReactNode, use } from "react";
import type { Language } from "@/lib/core/i18n/languages";
import { english } from "@/lib/core/i18n/translator";
import { loadMessages } from "./load-messages";
import { TranslatorContext } from "./translator-context";

/**
 * Provides the messages in the language that the server rendered. Suspends until they load, so that a page
 * never mixes two languages.
 */
export function TranslatorProvider({ language, children }: { language: Language; children: ReactNode }) {
  const translator = language === "en" ? english : use(loadMessages(language));
  return <TranslatorContext value={translator}>{children}</TranslatorContext>;
}
