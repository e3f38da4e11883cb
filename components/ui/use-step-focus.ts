"use client";

import { useEffect, useRef } from "react";

/** Returns a ref to the content of a step. The content receives the focus when the step changes. */
export function useStepFocus(step: string) {
  const container = useRef<HTMLDivElement>(null);
  const focused = useRef(step);
  useEffect(() => {
    if (focused.current === step) return;
    focused.current = step;
    container.current?.focus({ preventScroll: true });
    container.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  return container;
}
