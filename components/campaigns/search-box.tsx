"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { AddressInput } from "@/components/ui/field";
import { withQuery } from "@/components/ui/page/page-query";
import { MAX_SEARCH_CHARACTERS } from "@/lib/core/lists/campaign-list";
import { isAddress } from "@/lib/core/solana/addresses";

/** Debounce time after the last keystroke, in milliseconds. */
const DEBOUNCE_MS = 350;

type SearchBoxProps = { id: string; value: string | undefined; invalid: boolean };

/**
 * The search field for a name or an address. The URL follows the typed text after a debounce, and the field
 * keeps later input. Only navigation, such as back, overwrites the field. Without scripts, and for an
 * address, the form is submitted instead.
 */
export function SearchBox({ id, value, invalid }: SearchBoxProps) {
  const t = useTranslator();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const applied = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (value === applied.current || !input.current) return;
    applied.current = value;
    clearTimeout(timer.current);
    input.current.value = value ?? "";
  }, [value]);
  const applySearch = () => {
    const { form, value: typed = "" } = input.current ?? {};
    const text = typed.trim();
    if (!form || text === (applied.current ?? "") || isAddress(text)) return;
    applied.current = text === "" ? undefined : text;
    const fields = [...new FormData(form)].map(([name, given]) => [name, String(given).trim()]);
    router.replace(withQuery("/campaigns", Object.fromEntries(fields)), { scroll: false });
  };
  return (
    <AddressInput
      ref={input}
      id={id}
      name={id}
      type="search"
      enterKeyHint="search"
      maxLength={MAX_SEARCH_CHARACTERS}
      defaultValue={value}
      invalid={invalid}
      placeholder={t("Search campaigns")}
      onChange={() => {
        clearTimeout(timer.current);
        timer.current = setTimeout(applySearch, DEBOUNCE_MS);
      }}
    />
  );
}
