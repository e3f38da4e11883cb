"use client";

import { type MouseEvent, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Icon } from "../icon";
import { showToast } from "../toast-store";

const MESSAGE_MS = 1_500;

/** Copies text and shows the result for a moment. The toast has the whole text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslator();
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const copy = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const outcome = (await copyText(text)) ? "copied" : "refused";
    setOutcome(outcome);
    setTimeout(() => setOutcome(null), MESSAGE_MS);
    // A press on a toast would close an open dialog.
    if (currentTarget.closest("[role=dialog]")) return;
    showToast({
      title: outcome === "copied" ? t("Copied") : t("This browser does not allow copying"),
      text,
      tone: outcome === "copied" ? "good" : "danger",
    });
  };
  const shownLabel =
    outcome === "copied"
      ? t("Copied")
      : outcome === "refused"
        ? t("This browser does not allow copying")
        : label;
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={shownLabel}
      title={shownLabel}
      className="-my-0.5 inline-grid size-6 place-items-center rounded align-middle text-ink-soft transition-colors hover:bg-raised hover:text-ink"
    >
      <Icon name={outcome === "copied" ? "check" : outcome ? "warning" : "copy"} className="size-4" />
    </button>
  );
}

/** Copies a text. Returns false if the browser denies it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API requires a secure context. Plain http only allows copying the selection.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr-only";
  // An open dialog moves the focus back from elements outside of it, so the text area is inside.
  (before?.closest("[role=dialog], [role=menu]") ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
