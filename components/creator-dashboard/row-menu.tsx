"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";

type RowMenuProps = {
  trigger: ReactNode;
  label: string;
  treeAddress: string;
  /** Opens the correction; null for other wallets than the creator's. */
  onCorrect: (() => void) | null;
};

/** The actions on a campaign that need no transaction. */
export default function RowMenu({ trigger, label, treeAddress, onCorrect }: RowMenuProps) {
  const t = useTranslator();
  return (
    <Menu defaultOpen {...{ trigger, label }}>
      <MenuLink href={`/create?clone=${treeAddress}`}>{t("Clone campaign")}</MenuLink>
      <MenuLink href={`/campaigns/${treeAddress}/statement`}>{t("View statement")}</MenuLink>
      {onCorrect && <MenuItem onSelect={onCorrect}>{t("Correct name and description")}</MenuItem>}
    </Menu>
  );
}
