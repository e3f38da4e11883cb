"use client";

import { type ReactNode, useEffect, useRef } from "react";

type ListPlaceProps = {
  /** What is listed, for screen readers that land here. */
  label: string;
  /** Tells one page of the list from another. */
  page: string | number;
  children: ReactNode;
};

/**
 * A list that is paged by links. Another page begins where the reader is: the list's beginning comes into view where it
 * lies above, and the focus stays on the link that was followed, or goes to the list where that link is gone.
 */
export function ListPlace({ label, page, children }: ListPlaceProps) {
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
