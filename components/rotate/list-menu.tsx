"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { SORT_ORDERS, type SortOrder } from "@/components/sheet/sheet";
import { Menu, MenuChoice, MenuHeading, MenuItem } from "@/components/ui/menu";

type ListMenuProps = {
  trigger: ReactNode;
  order: SortOrder;
  sort: (order: SortOrder) => void;
  onImport: () => void;
  onExport: () => void;
};

/** The actions on the list that have no space in the toolbar of a phone. */
export default function ListMenu({ trigger, order, sort, onImport, onExport }: ListMenuProps) {
  const t = useTranslator();
  return (
    <Menu defaultOpen trigger={trigger} label={t("More actions")}>
      <MenuItem onSelect={onImport}>{t("Import file")}</MenuItem>
      <MenuItem onSelect={onExport}>{t("Export CSV")}</MenuItem>
      <MenuHeading>{t("Sort rows by")}</MenuHeading>
      {SORT_ORDERS.map(({ value, label }) => (
        <MenuChoice key={value} checked={order === value} onSelect={() => sort(value)}>
          {t(label)}
        </MenuChoice>
      ))}
    </Menu>
  );
}
