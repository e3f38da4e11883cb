"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Menu, MenuChoice, MenuHeading } from "../menu";
import type { useTableSettings } from "./table-settings";

type ViewMenuProps = {
  trigger: ReactNode;
  label: string;
  /** The columns that can be hidden. */
  choices: readonly { id: string; title: string }[];
  settings: ReturnType<typeof useTableSettings>;
};

/** The menu of a table's density and columns, open from the start. */
export default function ViewMenu({ trigger, label, choices, settings }: ViewMenuProps) {
  const t = useTranslator();
  const { hidden, isCompact, change } = settings;
  const toggle = (id: string) =>
    change({ hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id] });
  return (
    <Menu defaultOpen {...{ trigger, label }}>
      <MenuHeading>{t("Density")}</MenuHeading>
      <MenuChoice staysOpen checked={!isCompact} onSelect={() => change({ isCompact: false })}>
        {t("Comfortable")}
      </MenuChoice>
      <MenuChoice staysOpen checked={isCompact} onSelect={() => change({ isCompact: true })}>
        {t("Compact")}
      </MenuChoice>
      <MenuHeading>{t("Columns")}</MenuHeading>
      {choices.map(({ id, title }) => (
        <MenuChoice key={id} staysOpen checked={!hidden.includes(id)} onSelect={() => toggle(id)}>
          {title}
        </MenuChoice>
      ))}
    </Menu>
  );
}
