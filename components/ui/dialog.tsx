"use client";

import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Icon } from "./icon";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  children: ReactNode;
  /** Keeps the dialog open during an operation that must not be interrupted. */
  locked?: boolean;
};

/** A modal dialog, which is a bottom sheet on phones. Traps the focus and restores it on close. */
export function Dialog({ open, onOpenChange, title, description, children, locked = false }: DialogProps) {
  const t = useTranslator();
  const opener = useRef<Element | null>(null);
  const preventClose = locked ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (locked && !next ? undefined : onOpenChange(next))}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Primitive.Content
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack(opener.current);
          }}
          onEscapeKeyDown={preventClose}
          onPointerDownOutside={preventClose}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] animate-sheet overflow-y-auto rounded-t-card border border-line bg-surface p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-overlay sm:animate-rise sm:p-6 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-lg sm:-translate-1/2 sm:rounded-card print:static print:max-h-none print:max-w-none print:translate-none print:overflow-visible print:border-0"
        >
          <div className="flex items-start justify-between gap-4">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            <Primitive.Close
              disabled={locked}
              aria-label={t("Close")}
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-box text-ink-soft transition-colors hover:bg-raised hover:text-ink disabled:opacity-40"
            >
              <Icon name="close" />
            </Primitive.Close>
          </div>
          <Primitive.Description asChild>
            <div className="text-sm text-ink-soft">{description}</div>
          </Primitive.Description>
          <div className="mt-4 space-y-4">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * Moves the focus to the element that opened the dialog, or to the main content if that element is gone or
 * disabled.
 */
function giveFocusBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
  if (document.activeElement === document.body)
    document.getElementById("main")?.focus({ preventScroll: true });
}
