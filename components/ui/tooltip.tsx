"use client";

import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

type TooltipProps = {
  text: string;
  /** The described element, which must be focusable and have its own accessible name. */
  children: ReactNode;
};

/** A short explanation of a control, on hover and on focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-xs animate-rise rounded-md bg-ink px-2 py-1 text-xs text-bg shadow-raised wrap-anywhere"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
