"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { AddressInput } from "@/components/ui/field";
import { withQuery } from "@/components/ui/page/page-query";
import { useWords } from "@/components/words/use-words";
import { MAX_SEARCH_CHARACTERS } from "@/lib/core/lists/campaign-list";
import { isAddress } from "@/lib/core/solana/addresses";

/** How long somebody has stopped typing before the list follows. */
const PAUSE_MS = 350;

type SearchBoxProps = { id: string; value: string | undefined; invalid: boolean };

/**
 * The form's field for a name or an address. The list follows what is typed, in the page's address, and the field keeps what
 * was typed meanwhile: only an address that another way led to, such as back, is taken over into it. Without scripts, and
 * for an address, it is the form's to send.
 */
export function SearchBox({ id, value, invalid }: SearchBoxProps) {
  const t = useWords();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const followed = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (value === followed.current || !input.current) return;
    followed.current = value;
    clearTimeout(timer.current);
    input.current.value = value ?? "";
  }, [value]);
  const follow = () => {
    const { form, value: typed = "" } = input.current ?? {};
    const text = typed.trim();
    if (!form || text === (followed.current ?? "") || isAddress(text)) return;
    followed.current = text === "" ? undefined : text;
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
      placeholder={t("Team grants, or an address")}
      onChange={() => {
        clearTimeout(timer.current);
        timer.current = setTimeout(follow, PAUSE_MS);
      }}
    />
  );
}
