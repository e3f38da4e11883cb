"use client";

import { useEffect } from "react";

/**
 * Tells the surrounding site the height of the content, so that its frame needs no scroll bar. Only sites that the
 * operator allows can show the page, and the height is not secret. The claim has no such component: its dialogs are
 * in the middle of the frame, which must not be taller than the window.
 */
export function FrameHeight() {
  useEffect(() => {
    const content = document.querySelector("main");
    if (window.parent === window || !content) return;
    const observer = new ResizeObserver(() => {
      window.parent.postMessage({ type: "vesting-index:height", height: content.offsetHeight }, "*");
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  return null;
}
