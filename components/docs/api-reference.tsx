"use client";

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page/page-header";
import { InteractiveReference } from "./interactive-reference";

const INTRODUCTION = "#description/introduction";
const INDEX = "#operations";
/** The anchor of the link that skips the navigation. */
const MAIN = "#main";

type ApiReferenceProps = { description: ReactNode; children: ReactNode };

/**
 * Shows the children, an index of the operations, until the address has the anchor of an operation. Then shows the
 * interactive reference, whose script of 3 MB is loaded only then.
 */
export function ApiReference({ description, children }: ApiReferenceProps) {
  const page = useRef<HTMLDivElement>(null);
  const isOpen = useIsReferenceOpen(page);
  return (
    <>
      <div ref={page}>
        <PageHeader
          title="API reference"
          actions={
            <a className={buttonClass()} href={isOpen ? INDEX : INTRODUCTION}>
              {isOpen ? "List all operations" : "Open interactive reference"}
            </a>
          }
        >
          {description}
        </PageHeader>
        {!isOpen && children}
      </div>
      {isOpen && <InteractiveReference />}
    </>
  );
}

/** Follows the anchor in the address, which the links in `page` change. */
function useIsReferenceOpen(page: RefObject<HTMLElement | null>): boolean {
  const [isOpen, setOpen] = useState(false);
  const lastAnchor = useRef("");
  useEffect(() => {
    const element = page.current;
    const update = () => {
      const { hash } = window.location;
      if (hash === MAIN) return;
      const opens = hash !== "" && hash !== INDEX;
      if (opens) lastAnchor.current = hash;
      setOpen(opens);
    };
    const openLink = (event: MouseEvent) => {
      const hash = anchorOf(event);
      if (!hash) return;
      event.preventDefault();
      // After the browser's own move to an anchor, Back from another page would not return to this one:
      // the router ignores history entries without its state.
      window.history.pushState(null, "", hash);
      update();
    };
    update();
    window.addEventListener("hashchange", update);
    element?.addEventListener("click", openLink);
    return () => {
      window.removeEventListener("hashchange", update);
      element?.removeEventListener("click", openLink);
    };
  }, [page]);
  useEffect(() => {
    if (isOpen || !lastAnchor.current) return;
    const links = page.current?.querySelectorAll<HTMLAnchorElement>("a[href^='#']") ?? [];
    [...links].find(({ hash }) => hash === lastAnchor.current)?.focus();
  }, [page, isOpen]);
  return isOpen;
}

/** Returns the anchor of the clicked link. Returns null for a click that the browser must handle. */
function anchorOf({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return null;
  return target.closest<HTMLAnchorElement>("a[href^='#']")?.hash ?? null;
}
