"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslator } from "@/components/i18n/use-translator";
import { buttonClass } from "../button";
import { EmptyState } from "../notice";

/**
 * The page for a page number or cursor that is beyond the list or invalid. Its link to the first page keeps
 * the filters.
 */
export function PageNotFound() {
  const t = useTranslator();
  const path = usePathname();
  const search = new URLSearchParams(useSearchParams());
  search.delete("page");
  search.delete("cursor");
  return (
    <EmptyState
      title={t("This page of the list does not exist")}
      action={
        // A plain link, because the Next.js router keeps the not-found state until another path opens.
        <a href={search.size > 0 ? `${path}?${search}` : path} className={buttonClass()}>
          {t("Go to the first page")}
        </a>
      }
    >
      {t("The list has fewer pages, or the address is incomplete.")}
    </EmptyState>
  );
}
