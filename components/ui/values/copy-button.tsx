"use client";

import { useState } from "react";
import { Icon } from "../icon";
import { copyText } from "./copy-text";

const SAID_MS = 1_500;

/** Copies text; says for a moment whether it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const copy = async () => {
    setOutcome((await copyText(text)) ? "copied" : "refused");
    setTimeout(() => setOutcome(null), SAID_MS);
  };
  const said = outcome === "copied" ? "Copied" : outcome === "refused" ? "This browser does not copy" : label;
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={said}
      title={said}
      className="inline-grid size-6 place-items-center rounded align-middle text-ink-soft hover:bg-raised hover:text-ink"
    >
      <Icon name={outcome === "copied" ? "check" : outcome ? "warning" : "copy"} className="size-4" />
    </button>
  );
}
