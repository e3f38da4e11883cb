"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { WalletProofNote } from "@/components/review/parties";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { AddressInput, Field, Input, TextArea } from "@/components/ui/field";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { MAX_CATEGORY_CHARACTERS, MAX_NOTE_CHARACTERS } from "@/lib/core/lists/label-limits";
import { isAddress } from "@/lib/core/solana/addresses";
import { suggestedCategories } from "./categories";
import { type LabelText, saveLabels, useLabels } from "./label-store";

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
  const [address, setAddress] = useState(recipient ?? "");
  const [text, setText] = useState<LabelText>({ category: label?.category ?? "", note: label?.note ?? "" });
  const save = useMutation({
    mutationFn: ({ category, note }: LabelText) =>
      saveLabels(account, [{ recipient: address.trim(), category: category.trim(), note: note.trim() }]),
    onSuccess: onClose,
  });
  const isEmpty = text.category.trim() === "" && text.note.trim() === "";
  const isValid = isAddress(address.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !isEmpty) save.mutate(text);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={save.isPending}
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
      <form onSubmit={submit} className="space-y-4">
        {label?.readable === false && (
          <Notice tone="warn" title={t("This label cannot be decrypted.")}>
            {t("If you save a new label, it replaces the stored one.")}
          </Notice>
        )}
        {recipient === undefined && (
          <Field
            id="label-recipient"
            label={t("Recipient wallet")}
            error={address === "" || isValid ? null : t("This is not a Solana address.")}
          >
            <AddressInput
              id="label-recipient"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          </Field>
        )}
        <LabelFields {...{ text, onChange: setText }} />
        <WalletProofNote account={account} />
        <ErrorNotice of={save.error} />
        <div className="flex flex-wrap justify-end gap-2">
          {label && (
            <Button
              tone="danger-quiet"
              className="mr-auto"
              disabled={save.isPending}
              onClick={() => save.mutate({ category: "", note: "" })}
            >
              {t("Delete label")}
            </Button>
          )}
          <Button onClick={onClose} disabled={save.isPending}>
            {t("Cancel")}
          </Button>
          <Button type="submit" tone="primary" busy={save.isPending} disabled={isEmpty || !isValid}>
            {t("Sign and save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type LabelFieldsProps = { text: LabelText; onChange: (text: LabelText) => void };

function LabelFields({ text, onChange }: LabelFieldsProps) {
  const t = useTranslator();
  const { labels } = useLabels();
  const used = [...labels.values()].flatMap(({ category }) => category ?? []);
  return (
    <>
      <Field id="label-category" label={t("Category")} hint={t("For example team or investor.")}>
        <Input
          id="label-category"
          list="label-categories"
          autoComplete="off"
          maxLength={MAX_CATEGORY_CHARACTERS}
          value={text.category}
          onChange={(event) => onChange({ ...text, category: event.target.value })}
        />
        <datalist id="label-categories">
          {suggestedCategories(t, used).map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
      </Field>
      <Field
        id="label-note"
        label={t("Note")}
        hint={t("Up to {count} characters.", { count: MAX_NOTE_CHARACTERS })}
      >
        <TextArea
          id="label-note"
          autoComplete="off"
          maxLength={MAX_NOTE_CHARACTERS}
          value={text.note}
          onChange={(event) => onChange({ ...text, note: event.target.value })}
        />
      </Field>
    </>
  );
}
