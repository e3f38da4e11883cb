"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { startTransition } from "react";
import { storeCookie } from "@/components/shell/browser-storage";
import { LANGUAGE_COOKIE, LANGUAGES } from "@/lib/core/i18n/languages";
import { useTranslator } from "./use-translator";

/** Selects the language. Without scripts, a form opens the same page with the query parameter `language`. */
export function LanguageChoice() {
  const t = useTranslator();
  const router = useRouter();
  const path = usePathname();
  const search = useSearchParams();
  const choose = (language: string) => {
    storeCookie(LANGUAGE_COOKIE, language);
    startTransition(() => router.refresh());
  };
  return (
    <form action={path} className="flex flex-wrap items-center gap-x-2 print:hidden">
      {[...search].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className="flex min-h-11 items-center gap-2">
        {t("Language")}
        <select
          name={LANGUAGE_COOKIE}
          value={t.language}
          onChange={({ target }) => choose(target.value)}
          className="min-h-9 rounded-box border border-line-strong bg-surface px-2 text-ink"
        >
          {Object.entries(LANGUAGES).map(([language, { name }]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit" className="min-h-11 underline underline-offset-4">
          {t("Change language")}
        </button>
      </noscript>
    </form>
  );
}
