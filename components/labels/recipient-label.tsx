"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import type { LabelView } from "@/lib/contract/label";
import { shortAddress } from "@/lib/contract/names";
import { useLabels } from "./label-store";

const LabelDialog = dynamic(() => import("./label-dialog"), { ssr: false });

type RecipientLabelProps = {
  recipient: string;
  /** The creator of the campaign, who alone has labels for it. */
  creator: string;
};

/** The private label of a recipient, with a button that edits it. Empty until its owner has loaded the labels. */
export function RecipientLabel({ recipient, creator }: RecipientLabelProps) {
  const { account, labels, known, nextCursor } = useLabels();
  const label = labels.get(recipient);
  const isLoaded = nextCursor === null || label !== undefined || known.has(recipient);
  if (account?.address !== creator || !isLoaded) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-xs">
      {label && <LabelContent label={label} />}
      <EditLabel recipient={recipient} />
    </span>
  );
}

/** The category as a badge, and the note. */
export function LabelContent({
  label: { category, note, readable },
}: {
  label: Pick<LabelView, "category" | "note" | "readable">;
}) {
  const t = useTranslator();
  if (!readable) return <Badge tone="warn">{t("Cannot be decrypted")}</Badge>;
  return (
    <>
      {category !== null && <Badge tone="info">{category}</Badge>}
      {note !== null && (
        <span className="min-w-0 whitespace-pre-line wrap-anywhere text-ink-soft">{note}</span>
      )}
    </>
  );
}

/** A button that opens the dialog for a recipient's label. */
export function EditLabel({ recipient }: { recipient: string }) {
  const t = useTranslator();
  const { account, labels } = useLabels();
  const [isOpen, setIsOpen] = useState(false);
  if (!account) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="min-h-11 underline underline-offset-4 hover:text-ink md:pointer-fine:min-h-6 print:hidden"
      >
        {labels.has(recipient) ? t("Edit label") : t("Add label")}
        <span className="sr-only"> {shortAddress(recipient)}</span>
      </button>
      {isOpen && <LabelDialog {...{ account, recipient }} onClose={() => setIsOpen(false)} />}
    </>
  );
}
