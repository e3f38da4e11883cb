"use client";

import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Icon } from "./icon";

type MenuProps = { trigger: ReactNode; label: string; defaultOpen?: boolean; children: ReactNode };

/** A menu below its trigger, which must be a button. */
export function Menu({ trigger, label, defaultOpen = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-[70dvh] min-w-56 overflow-y-auto animate-rise rounded-card border border-line bg-surface p-1.5 text-sm shadow-raised"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ITEM =
  "flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-3 md:pointer-fine:min-h-9 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-raised";

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
export function MenuChoice(props: {
  checked: boolean;
  onSelect: () => void;
  children: ReactNode;
  /** Keeps the menu open for several choices. */
  staysOpen?: boolean;
}) {
  return (
    <DropdownMenu.CheckboxItem
      className={`${ITEM} ${props.checked ? "font-medium text-ink" : "text-ink-soft"}`}
      checked={props.checked}
      onSelect={(event) => {
        if (props.staysOpen) event.preventDefault();
        props.onSelect();
      }}
    >
      <span className="grid size-4 place-items-center text-accent">
        <DropdownMenu.ItemIndicator>
          <Icon name="tick" className="size-4" />
        </DropdownMenu.ItemIndicator>
      </span>
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
