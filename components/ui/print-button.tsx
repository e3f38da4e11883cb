"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "./button";
import { Icon } from "./icon";

export function PrintButton() {
  const t = useTranslator();
  return (
    <Button onClick={() => window.print()}>
      <Icon name="print" className="size-4" /> {t("Print")}
    </Button>
  );
}
