"use client";

import { type ReactNode, useEffect, useRef } from "react";

type ListPositionProps = {
  /** The accessible name of the list. */
  label: string;
  /** Identifies the page of the list. */
  page: string | number;
  children: ReactNode;
};

/**
 * A list with pagination links. On a page change, scrolls the start of the list into view if it is above the
 * viewport. The focus stays on the link, or moves to the list if the link is gone.
 */
export function ListPosition({ label, page, children }: ListPositionProps) {
  const list = useRef<HTMLElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (list.current && list.current.getBoundingClientRect().top < 0) list.current.scrollIntoView();
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [page]);
  return (
    <section ref={list} aria-label={label} tabIndex={-1} className="scroll-mt-20 outline-none">
      {children}
    </section>
  );
}
