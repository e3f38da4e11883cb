"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Dialog } from "@/components/ui/dialog";
import { Field, Select } from "@/components/ui/field";
import { ErrorNotice } from "@/components/ui/notice";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ConfirmationInviteView, ConfirmationRowView } from "@/lib/contract/confirmation";
import type { Translator } from "@/lib/core/i18n/translator";

type Filter = "all" | ConfirmationRowView["status"];

type RecipientsTableProps = {
  listId: string;
  rows: readonly ConfirmationRowView[];
  signer: RequestSigner;
  onInvite: (invite: ConfirmationInviteView) => void;
};

/** Lists the recipients of a list by status. The creator can replace the invite of a row. */
export function RecipientsTable({ listId, rows, signer, onInvite }: RecipientsTableProps) {
  const t = useTranslator();
  const [filter, setFilter] = useState<Filter>("all");
  const [renewing, setRenewing] = useState<ConfirmationRowView | null>(null);
  const shown = rows.filter(({ status }) => filter === "all" || status === filter);
  const id = `confirmation-filter-${listId}`;
  return (
    <div className="space-y-3">
      <div className="max-w-60">
        <Field id={id} label={t("Show recipients")}>
          <Select
            id={id}
            value={filter}
            onChange={({ target }) => setFilter(target.value as Filter)}
            options={[
              { value: "all", label: t("All") },
              { value: "confirmed", label: t("Confirmed") },
              { value: "waiting", label: t("Waiting") },
            ]}
          />
        </Field>
      </div>
      {shown.length === 0 ? (
        <p className="py-4 text-sm text-ink-soft">{t("No recipient has this status.")}</p>
      ) : (
        <DataTable
          name="confirmations"
          caption={t("Recipients of the confirmation list")}
          columns={createColumns(t, setRenewing)}
          rows={shown}
          rowKey={({ row }) => String(row)}
          hasFilter
          hasView={false}
        />
      )}
      {renewing && (
        <RenewDialog {...{ listId, signer, onInvite }} row={renewing} onClose={() => setRenewing(null)} />
      )}
    </div>
  );
}

const createColumns = (
  t: Translator,
  onRenew: (row: ConfirmationRowView) => void,
): DataColumn<ConfirmationRowView>[] => [
  { id: "row", title: t("Row"), cell: ({ row }) => row, wide: true, value: ({ row }) => row },
  {
    id: "recipient",
    title: t("Recipient"),
    phone: "title",
    cell: ({ reference, row }) => reference ?? t("Row {row}", { row }),
    value: ({ reference }) => reference ?? "",
  },
  {
    id: "wallet",
    title: t("Wallet"),
    phone: "note",
    cell: ({ wallet }) =>
      wallet === null ? t("Not known yet") : <Address address={wallet} name="recipient" />,
    value: ({ wallet }) => wallet ?? "",
  },
  {
    id: "status",
    title: t("Status"),
    phone: "value",
    cell: ({ status }) =>
      status === "confirmed" ? (
        <Badge tone="good">{t("Confirmed")}</Badge>
      ) : (
        <Badge tone="warn">{t("Waiting")}</Badge>
      ),
    value: ({ status }) => status,
  },
  {
    id: "time",
    title: t("Confirmed"),
    wide: true,
    cell: ({ confirmedAt }) => confirmedAt !== null && <Time at={String(confirmedAt)} />,
    value: ({ confirmedAt }) => confirmedAt ?? 0,
  },
  {
    id: "invite",
    title: t("Invite"),
    phone: "state",
    align: "right",
    cell: (row) =>
      row.invited && (
        <Button size="small" onClick={() => onRenew(row)}>
          {t("New invite")}
        </Button>
      ),
  },
];

type RenewDialogProps = Omit<RecipientsTableProps, "rows"> & {
  row: ConfirmationRowView;
  onClose: () => void;
};

function RenewDialog({ listId, signer, row, onInvite, onClose }: RenewDialogProps) {
  const t = useTranslator();
  const renew = useMutation({
    mutationFn: () => serviceApi().renewInvite(listId, row.row, signer),
    onSuccess: (invite) => {
      onInvite(invite);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={renew.isPending}
      title={t("Create a new invite?")}
      description={
        row.status === "confirmed"
          ? t("The confirmation of this row is deleted, and the earlier link stops working.")
          : t("The earlier link stops working.")
      }
    >
      <p className="text-sm wrap-anywhere">{row.reference}</p>
      <ErrorNotice error={renew.error} />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={renew.isPending} onClick={() => renew.mutate()}>
          {t("Create new invite")}
        </Button>
        <Button disabled={renew.isPending} onClick={onClose}>
          {t("Cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
