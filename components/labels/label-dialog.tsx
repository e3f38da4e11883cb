"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";
import { WalletProofNote } from "@/components/review/parties";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { AddressInput, Field, Input, TextArea } from "@/components/ui/field";
import { useContractForm } from "@/components/ui/form/use-contract-form";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { MAX_CATEGORY_CHARACTERS, MAX_NOTE_CHARACTERS } from "@/lib/core/lists/label-limits";
import { suggestedCategories } from "./categories";
import { saveLabels, useLabels } from "./label-store";

type LabelDialogProps = {
  account: WalletAccount;
  /** The recipient; the dialog has a field for it without one. */
  recipient?: string;
  onClose: () => void;
};

/** Edits the label of a recipient, which the owner signs. */
export default function LabelDialog({ account, recipient, onClose }: LabelDialogProps) {
  const t = useTranslator();
  const { labels } = useLabels();
  const label = recipient === undefined ? undefined : labels.get(recipient);
  const { form, formProps, field, control, ...save } = useContractForm({
    id: "label",
    defaultValues: { recipient: recipient ?? "", category: label?.category ?? "", note: label?.note ?? "" },
    schema: async () => (await import("@/lib/contract/requests/labels")).filledLabelsBody,
    toRequest: ({ recipient, category, note }) => ({
      labels: [{ recipient: recipient.trim(), category: category.trim(), note: note.trim() }],
    }),
    errors: ({ category }) => ({
      recipient: t("This is not a Solana address."),
      category: category.trim()
        ? t("This line has characters that cannot be shown.")
        : t("Enter a category or a note."),
      note: t("Up to {count} characters.", { count: MAX_NOTE_CHARACTERS }),
    }),
    send: ({ labels }) => saveLabels(account, labels),
    onSuccess: onClose,
  });
  const removal = useMutation({
    mutationFn: (recipient: string) => saveLabels(account, [{ recipient, category: "", note: "" }]),
    onSuccess: onClose,
  });
  const isPending = save.isPending || removal.isPending;
  const used = [...labels.values()].flatMap(({ category }) => category ?? []);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={isPending}
      title={label ? t("Edit label") : t("Add label")}
      description={
        recipient === undefined ? (
          t("This label is private and applies to all your campaigns.")
        ) : (
          <>
            <span className="font-mono break-all">{recipient}</span>{" "}
            {t("This label is private and applies to all your campaigns.")}
          </>
        )
      }
    >
      <form {...formProps} className="space-y-4">
        {label?.readable === false && (
          <Notice tone="warn" title={t("This label cannot be decrypted.")}>
            {t("If you save a new label, it replaces the stored one.")}
          </Notice>
        )}
        {recipient === undefined && (
          <Field {...field("recipient")} label={t("Recipient wallet")}>
            <AddressInput {...control("recipient")} />
          </Field>
        )}
        <Field {...field("category")} label={t("Category")} hint={t("For example team or investor.")}>
          <Input
            {...control("category")}
            list="label-categories"
            autoComplete="off"
            maxLength={MAX_CATEGORY_CHARACTERS}
          />
          <datalist id="label-categories">
            {suggestedCategories(t, used).map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
        </Field>
        <Field
          {...field("note")}
          label={t("Note")}
          hint={t("Up to {count} characters.", { count: MAX_NOTE_CHARACTERS })}
        >
          <TextArea
            {...control("note", { onChange: () => form.clearErrors("category") })}
            autoComplete="off"
            maxLength={MAX_NOTE_CHARACTERS}
          />
        </Field>
        <WalletProofNote account={account} />
        <ErrorNotice error={save.error ?? removal.error} />
        <div className="flex flex-wrap justify-end gap-2">
          {label && (
            <Button
              tone="danger-quiet"
              className="mr-auto"
              disabled={isPending}
              onClick={() => removal.mutate(label.recipient)}
            >
              {t("Delete label")}
            </Button>
          )}
          <Button onClick={onClose} disabled={isPending}>
            {t("Cancel")}
          </Button>
          <Button type="submit" tone="primary" busy={isPending}>
            {t("Sign and save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
