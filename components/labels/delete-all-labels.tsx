"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/notice";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { deleteAllLabels } from "./label-store";

/** Deletes all labels of a wallet, after a confirmation. */
export function DeleteAllLabels({ account }: { account: WalletAccount }) {
  const t = useTranslator();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteAllLabels(account),
    onSuccess: () => setIsOpen(false),
  });
  return (
    <>
      <Button tone="danger-quiet" onClick={() => setIsOpen(true)}>
        {t("Delete all labels")}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        locked={remove.isPending}
        title={t("Delete all labels?")}
        description={t(
          "The categories and notes of all recipients are deleted. Export them first if you need them later.",
        )}
      >
        <ErrorNotice error={remove.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setIsOpen(false)} disabled={remove.isPending}>
            {t("Cancel")}
          </Button>
          <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t("Sign and delete all labels")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
