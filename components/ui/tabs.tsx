"use client";

import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";

type Tab = { value: string; label: string; content: ReactNode };

/** Tabs inside a page whose choice is not part of the URL. `LinkTabs` is the version with a URL per tab. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  return (
    <Primitive.Root defaultValue={tabs[0].value}>
      <Primitive.List aria-label={label} className="inline-flex rounded-box bg-raised p-1">
        {tabs.map(({ value, label: text }) => (
          <Primitive.Trigger
            key={value}
            value={value}
            className="min-h-9 rounded-md px-3 text-sm font-medium text-ink-soft transition-colors hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-box pointer-coarse:min-h-11"
          >
            {text}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(({ value, content }) => (
        <Primitive.Content key={value} value={value} className="mt-4">
          {content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
