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
  /** Buttons that stay visible at the lower edge while the rest of the dialog scrolls. */
  footer?: ReactNode;
  /** Keeps the dialog open during an operation that must not be interrupted. */
  locked?: boolean;
};

/** Keeps the content above the home indicator of a phone. */
const SAFE_BOTTOM = "max-sm:pb-[max(1.25rem,env(safe-area-inset-bottom))]";

/**
 * A modal dialog, which is a bottom sheet on phones. Traps the focus and restores it on close. The title stays
 * visible. It is sticky because arrow keys scroll only an element that contains the focus.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, locked = false } = props;
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
          className="fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] animate-sheet scroll-pt-16 scroll-pb-20 overflow-y-auto rounded-t-card border border-line bg-surface shadow-overlay sm:animate-rise sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-lg sm:-translate-1/2 sm:rounded-card print:static print:max-h-none print:max-w-none print:translate-none print:overflow-visible print:border-0"
        >
          <div className="sticky top-0 z-10 flex items-start justify-between gap-4 bg-surface px-5 pt-5 pb-1 sm:px-6 sm:pt-6 print:static">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            <Primitive.Close
              disabled={locked}
              aria-label={t("Close")}
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-box text-ink-soft transition-colors hover:bg-raised hover:text-ink disabled:opacity-40"
            >
              <Icon name="close" />
            </Primitive.Close>
          </div>
          <div className={`px-5 sm:px-6 ${footer ? "pb-4" : `sm:pb-6 ${SAFE_BOTTOM}`}`}>
            <Primitive.Description asChild>
              <div className="text-sm text-ink-soft">{description}</div>
            </Primitive.Description>
            <div className="mt-4 space-y-4">{children}</div>
          </div>
          {footer && (
            <div
              className={`sticky bottom-0 z-10 flex justify-end gap-2 border-t border-line bg-surface px-5 pt-3 max-sm:*:flex-1 sm:px-6 sm:pb-4 print:hidden ${SAFE_BOTTOM}`}
            >
              {footer}
            </div>
          )}
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
