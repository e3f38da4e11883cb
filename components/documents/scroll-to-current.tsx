"use client";

import { type ReactNode, useEffect, useRef } from "react";

type ScrollToCurrentProps = { className: string; children: ReactNode };

/** A scrolling list that begins at its current item. The page itself does not scroll. */
export function ScrollToCurrent({ className, children }: ScrollToCurrentProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const item = box.current?.querySelector("[aria-current=page]");
    if (!box.current || !item) return;
    const [list, current] = [box.current.getBoundingClientRect(), item.getBoundingClientRect()];
    box.current.scrollTop += current.top - list.top - list.height / 2;
  }, []);
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  );
}
