"use client";

import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

type MenuProps = { trigger: ReactNode; label: string; children: ReactNode };

/** A menu below its trigger, which must be a button. */
export function Menu({ trigger, label, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-[70dvh] min-w-56 overflow-y-auto rounded-box border border-line bg-surface p-1.5 text-sm shadow-box"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ITEM =
  "flex min-h-11 cursor-pointer items-center gap-2 rounded px-3 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-raised";

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className={ITEM} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild className={ITEM}>
      <Link href={href}>{children}</Link>
    </DropdownMenu.Item>
  );
}

/** A menu item that is checked when it is the current choice. */
export function MenuChoice(props: { checked: boolean; onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.CheckboxItem
      className={`${ITEM} ${props.checked ? "font-semibold text-accent" : ""}`}
      checked={props.checked}
      onSelect={props.onSelect}
    >
      {props.children}
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs text-ink-soft">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
