"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import type { Sheet } from "@/components/sheet/sheet";
import { Skeleton } from "@/components/ui/notice";

const ConfirmationTools = dynamic(() => import("./confirmation-tools"), { loading: () => <Skeleton /> });

export type SheetPart = { sheet: Sheet; onChange: (sheet: Sheet) => void };

/** Wallet confirmations for the recipients of a sheet, loaded when the user opens the fold. */
export function ConfirmationFold(props: SheetPart) {
  const t = useTranslator();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-box border border-line px-4 text-sm"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 py-2.5 font-medium">{t("Wallet confirmation")}</summary>
      {isOpen && <ConfirmationTools {...props} />}
    </details>
  );
}
