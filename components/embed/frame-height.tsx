"use client";

import { useEffect } from "react";

/**
 * Tells the surrounding site the height of the page, so that its frame needs no scroll bar. Only sites that the
 * operator allows can show the page, and the height is not secret.
 */
export function FrameHeight() {
  useEffect(() => {
    if (window.parent === window) return;
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      window.parent.postMessage({ type: "vesting-index:height", height }, "*");
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return null;
}
