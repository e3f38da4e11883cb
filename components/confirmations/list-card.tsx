"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { download } from "@/components/review/document";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/notice";
import { Time } from "@/components/ui/values/time";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type {
  ConfirmationInviteView,
  ConfirmationListView,
  ConfirmationRowView,
} from "@/lib/contract/confirmation";
import { MAX_CONFIRMATION_RECIPIENTS } from "@/lib/core/recipients/confirmation-lines";
import { ConfirmationProgress } from "./confirmation-progress";
import { InviteLinks, ShareLink } from "./list-links";
import { RecipientsTable } from "./recipients-table";

type ListCardProps = {
  list: ConfirmationListView;
  /** The invites of a list that was created on this page. */
  invites: readonly ConfirmationInviteView[];
  signer: RequestSigner;
  onChange: (list: ConfirmationListView) => void;
  onDeleted: () => void;
};

const withCount = (
  list: ConfirmationListView,
  rows: readonly ConfirmationRowView[],
): ConfirmationListView => ({
  ...list,
  confirmed: rows.filter(({ status }) => status === "confirmed").length,
});

/** Shows a list, its progress and links. The recipients, the file and the deletion require a signature each. */
export function ListCard({ list, invites, signer, onChange, onDeleted }: ListCardProps) {
  const t = useTranslator();
  /** Null until the recipients are loaded. */
  const [rows, setRows] = useState<readonly ConfirmationRowView[] | null>(null);
  const [renewed, setRenewed] = useState<readonly ConfirmationInviteView[]>([]);
  const [isDeleting, setDeleting] = useState(false);
  const load = useMutation({
    mutationFn: () =>
      serviceApi().confirmationRecipients(
        list.id,
        { proofs: false, limit: MAX_CONFIRMATION_RECIPIENTS },
        signer,
      ),
    onSuccess: ({ recipients }) => {
      setRows(recipients);
      onChange(withCount(list, recipients));
    },
  });
  const save = useMutation({
    mutationFn: async () => {
      const text = await serviceApi().csv(`/api/confirmations/${list.id}/recipients`, {}, signer);
      await download({ name: `confirmations-${list.id}.csv`, type: "text/csv", chunks: [text] });
    },
  });
  const reset = (invite: ConfirmationInviteView) => {
    setRenewed((before) => [...before.filter(({ row }) => row !== invite.row), invite]);
    const next = (rows ?? []).map((row) =>
      row.row === invite.row
        ? { ...row, wallet: null, status: "waiting" as const, confirmedAt: null, proof: null }
        : row,
    );
    setRows(next);
    onChange(withCount(list, next));
  };
  return (
    <Card
      title={<span className="wrap-anywhere">{list.name}</span>}
      aside={<Trans id="Created {time}" values={{ time: <Time at={String(list.createdAt)} dayOnly /> }} />}
      className="space-y-4"
    >
      <ConfirmationProgress list={list} />
      {list.recipients > list.invited && <ShareLink listId={list.id} />}
      <InviteLinks listId={list.id} invites={renewed.length > 0 ? renewed : invites} />
      <div className="flex flex-wrap gap-2">
        <Button busy={load.isPending} onClick={() => load.mutate()}>
          {rows === null ? t("Show recipients") : t("Refresh recipients")}
        </Button>
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          {t("Download CSV")}
        </Button>
        <Button tone="danger-quiet" onClick={() => setDeleting(true)}>
          {t("Delete")}
        </Button>
      </div>
      <ErrorNotice error={load.error ?? save.error} />
      {rows && <RecipientsTable {...{ rows, signer }} listId={list.id} onInvite={reset} />}
      {isDeleting && <DeleteDialog {...{ list, signer, onDeleted }} onClose={() => setDeleting(false)} />}
    </Card>
  );
}

type DeleteDialogProps = Pick<ListCardProps, "list" | "signer" | "onDeleted"> & { onClose: () => void };

function DeleteDialog({ list, signer, onDeleted, onClose }: DeleteDialogProps) {
  const t = useTranslator();
  const remove = useMutation({
    mutationFn: () => serviceApi().deleteConfirmationList(list.id, signer),
    onSuccess: onDeleted,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={remove.isPending}
      title={t("Delete this confirmation list?")}
      description={t(
        "All confirmations and the signatures of the recipients are deleted, and the links stop working. Download the CSV file first to keep the signatures.",
      )}
    >
      <p className="text-sm wrap-anywhere">{list.name}</p>
      <ErrorNotice error={remove.error} />
      <div className="flex flex-wrap gap-2">
        <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t("Delete confirmation list")}
        </Button>
        <Button disabled={remove.isPending} onClick={onClose}>
          {t("Cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
