"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { MAX_NAMES } from "@/lib/core/solana/sol-names/sol-name";
import type { CheckedSheet } from "./check-sheet";
import { fetchNames } from "./fetch-names";
import { withNames } from "./names-of-sheet";
import type { Sheet } from "./sheet";

type SheetNamesProps = {
  sheet: Sheet;
  checked: CheckedSheet;
  onChange: (sheet: Sheet) => void;
};

/** Offers to look up the names in the recipient column. Each row then shows its name with the address. */
export function SheetNames({ sheet, checked, onChange }: SheetNamesProps) {
  const t = useTranslator();
  // The user can edit rows while the names are looked up.
  const current = useRef({ sheet, onChange });
  current.current = { sheet, onChange };
  const { unresolved } = checked;
  const resolve = useMutation({
    mutationFn: () => fetchNames(unresolved),
    onSuccess: (names) => current.current.onChange(withNames(current.current.sheet, names)),
  });
  const count = unresolved.length;
  if (count === 0) return null;
  if (count > MAX_NAMES) {
    return (
      <Notice tone="warn" title={t("Too many names")}>
        {t("At most {max} names can be resolved in a list. Enter addresses, or split the list.", {
          max: MAX_NAMES,
        })}
      </Notice>
    );
  }
  return (
    <>
      <Notice
        tone="info"
        live
        title={t("{count, plural, one {# name has no address yet} other {# names have no address yet}}", {
          count,
        })}
        action={
          <Button tone="primary" busy={resolve.isPending} onClick={() => resolve.mutate()}>
            {t("{count, plural, one {Resolve # name} other {Resolve # names}}", { count })}
          </Button>
        }
      >
        {t(
          "Names such as alice.sol are looked up on the network. Compare each address with the recipient: a name can change its owner. The addresses found now are used for the campaign.",
        )}
      </Notice>
      <ErrorNotice error={resolve.error} title={t("The names were not resolved")} />
    </>
  );
}
