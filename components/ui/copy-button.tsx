"use client";

import { useState } from "react";
import { Icon } from "./icon";

/** Copies text; says so for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={copied ? "Copied" : label}
      title={copied ? "Copied" : label}
      className="inline-grid size-6 place-items-center rounded align-middle text-ink-soft hover:bg-raised hover:text-ink"
    >
      <Icon name={copied ? "check" : "copy"} className="size-4" />
    </button>
  );
}
