"use client";

import { useParams, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { NoSuchPage } from "@/components/ui/page/no-such-page";
import { useWords } from "@/components/words/use-words";

/** For what a campaign does not have, with the way back to it; or for a page past the end of what it has. */
export function NoSuchPart({ title, children }: { title: string; children: ReactNode }) {
  const t = useWords();
  const { treeAddress } = useParams();
  if (useSearchParams().has("page")) return <NoSuchPage />;
  return (
    <EmptyState
      title={title}
      action={<ButtonLink href={`/campaigns/${String(treeAddress)}`}>{t("To the campaign")}</ButtonLink>}
    >
      {children}
    </EmptyState>
  );
}
