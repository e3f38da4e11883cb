"use client";

import { type ReactNode, useState } from "react";
import { useIsPrinting } from "./use-is-printing";

type ReviewFoldProps = { title: string; isOpenFirst?: boolean; children: ReactNode };

/** Details of a review that open on demand. The printed review contains them. */
export function ReviewFold({ title, isOpenFirst = false, children }: ReviewFoldProps) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const isPrinting = useIsPrinting();
  return (
    <details
      open={isOpen || isPrinting}
      onToggle={(event) => !isPrinting && setIsOpen(event.currentTarget.open)}
      className="min-w-0 self-start rounded-box border border-line px-3 open:lg:col-span-full"
    >
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold">{title}</summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}
