"use client";

import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";

type PhoneFoldProps = { showLabel: string; hideLabel: string; children: ReactNode };

/** Hides its content on phones until the visitor opens it, so that the page stays short there. */
export function PhoneFold({ showLabel, hideLabel, children }: PhoneFoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col">
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="w-full sm:hidden"
      >
        {isOpen ? hideLabel : showLabel}
      </Button>
      <div id={id} className={`grid flex-1 ${isOpen ? "max-sm:mt-3" : "max-sm:hidden print:grid"}`}>
        {children}
      </div>
    </div>
  );
}
