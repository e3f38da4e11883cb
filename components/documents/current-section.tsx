"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** The part of the window, from its top, in which the heading of the current section begins. */
const READING_ZONE = 0.4;

/** Links to the sections of a page. Marks the link of the section that the visitor reads. */
export function CurrentSection({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const links = [...(box.current?.querySelectorAll("a") ?? [])];
    const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
    const isRead = (heading: HTMLElement | null) =>
      heading !== null && heading.getBoundingClientRect().top < window.innerHeight * READING_ZONE;
    const markCurrent = () => {
      const current = headings.findLastIndex(isRead);
      for (const [at, link] of links.entries()) {
        if (at === current) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      }
    };
    const observer = new IntersectionObserver(markCurrent, {
      rootMargin: `0px 0px ${(READING_ZONE - 1) * 100}%`,
    });
    for (const heading of headings) if (heading) observer.observe(heading);
    return () => observer.disconnect();
  }, []);
  return <div ref={box}>{children}</div>;
}
