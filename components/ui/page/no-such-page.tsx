"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useWords } from "@/components/words/use-words";
import { buttonClass } from "../button";
import { EmptyState } from "../notice";

/** For an address that leads past the end of a list, or whose place in it is broken; filters are kept on the way back. */
export function NoSuchPage() {
  const t = useWords();
  const path = usePathname();
  const search = new URLSearchParams(useSearchParams());
  search.delete("page");
  search.delete("cursor");
  return (
    <EmptyState
      title={t("There is no such page of this list")}
      action={
        // A plain link: Next keeps showing that something is not found until another path is opened.
        <a href={search.size > 0 ? `${path}?${search}` : path} className={buttonClass()}>
          {t("To its beginning")}
        </a>
      }
    >
      {t("The list is shorter than that by now, or the address is incomplete.")}
    </EmptyState>
  );
}
