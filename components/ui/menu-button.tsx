"use client";

import { type ReactNode, Suspense, useState } from "react";
import { PartBoundary } from "@/components/shell/part-boundary";

type MenuButtonProps = {
  /** The accessible name of the button. */
  label: string;
  className: string;
  disabled?: boolean;
  /** Returns the menu, open from the start. It can load on demand. */
  menu: (trigger: ReactNode) => ReactNode;
  children: ReactNode;
};

/** A button whose menu renders when it is first opened, so that its code loads only then. */
export function MenuButton({ label, className, disabled = false, menu, children }: MenuButtonProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const button = (
    <button
      type="button"
      disabled={disabled}
      aria-label={label}
      className={className}
      {...(!wasOpened && {
        "aria-haspopup": "menu",
        "aria-expanded": false,
        onClick: () => setWasOpened(true),
      })}
    >
      {children}
    </button>
  );
  if (!wasOpened) return button;
  return (
    <PartBoundary>
      <Suspense fallback={button}>{menu(button)}</Suspense>
    </PartBoundary>
  );
}
