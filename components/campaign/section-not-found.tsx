"use client";

import { useParams, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { PageNotFound } from "@/components/ui/page/page-not-found";
import { campaignHref } from "./campaign-href";

/**
 * The page for a missing part of a campaign, with a link to the campaign; or for a page number beyond the
 * last page.
 */
export function SectionNotFound({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslator();
  const { treeAddress } = useParams();
  const search = useSearchParams();
  if (search.has("page")) return <PageNotFound />;
  const campaign = { treeAddress: String(treeAddress), earlierGeneration: search.get("creation") };
  return (
    <EmptyState
      title={title}
      action={<ButtonLink href={campaignHref(campaign)}>{t("View campaign")}</ButtonLink>}
    >
      {children}
    </EmptyState>
  );
}
