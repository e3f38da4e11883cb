"use client";

import { type ComponentProps, useRef, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { Field, Input, TextArea } from "@/components/ui/field";
import { useContractForm } from "@/components/ui/form/use-contract-form";
import { ErrorNotice } from "@/components/ui/notice";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ConfirmationInviteView, ConfirmationListView } from "@/lib/contract/confirmation";
import type { Translator } from "@/lib/core/i18n/translator";
import {
  type ConfirmationRecipientInput,
  MAX_LIST_NAME_CHARACTERS,
  type ReadLines,
  readConfirmationLines,
} from "@/lib/core/recipients/confirmation-lines";
import { problemText } from "./problem-text";

type CreatedList = { list: ConfirmationListView; invites: readonly ConfirmationInviteView[] };

type ListFormProps = { signer: RequestSigner; onCreated: (created: CreatedList) => void };

/** Creates a list from one recipient per line, with one signature. */
export function ListForm({ signer, onCreated }: ListFormProps) {
  const t = useTranslator();
  const { form, formProps, field, control, error, isPending } = useContractForm({
    id: "confirmation",
    defaultValues: { name: "", recipients: "" },
    schema: async () => (await import("@/lib/contract/requests/confirmations")).confirmationListBody,
    toRequest: ({ name, recipients }) => ({
      name: name.trim(),
      recipients: getRecipients(readConfirmationLines(recipients)),
    }),
    errors: ({ name }) => ({
      name: name.trim() ? t("This line has characters that cannot be shown.") : t("Enter a name."),
      recipients: t("Enter at least one recipient."),
    }),
    send: (request) => serviceApi().createConfirmationList(request, signer),
    onSuccess: (created) => {
      form.reset();
      onCreated(created);
    },
  });
  return (
    <form {...formProps} className="space-y-4">
      <Field {...field("name")} label={t("Name of the list")} hint={t("Recipients see this name.")}>
        <Input {...control("name")} required maxLength={MAX_LIST_NAME_CHARACTERS} autoComplete="off" />
      </Field>
      <LinesField
        {...{ ...field("recipients"), control: control("recipients"), text: form.watch("recipients") }}
        onText={(text) => form.setValue("recipients", text, { shouldValidate: form.formState.isSubmitted })}
      />
      <ErrorNotice error={error} />
      <Button type="submit" tone="primary" busy={isPending}>
        {t("Create confirmation list")}
      </Button>
      <p className="text-sm text-ink-soft">
        {t("Your wallet signs a message to prove your identity. No transaction is sent.")}
      </p>
    </form>
  );
}

const getRecipients = (read: ReadLines) => ("recipients" in read ? read.recipients : []);

/** Ten thousand lines with a wallet and the longest name, of which each character has three bytes. */
const MAX_FILE_BYTES = 4_000_000;

type LinesFieldProps = {
  id: string;
  /** The error of the last submit. */
  error: string | null;
  control: ComponentProps<typeof TextArea>;
  text: string;
  onText: (text: string) => void;
};

/** The recipients as text, typed, pasted or from a file. */
function LinesField({ id, error: submitError, control, text, onText }: LinesFieldProps) {
  const t = useTranslator();
  const read = readConfirmationLines(text);
  const recipients = getRecipients(read);
  const [isFileTooLong, setFileTooLong] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const take = async (chosen: File | undefined) => {
    const isLong = (chosen?.size ?? 0) > MAX_FILE_BYTES;
    setFileTooLong(isLong);
    if (chosen && !isLong) onText(await chosen.text());
  };
  const error = isFileTooLong
    ? t("This file is too long for a confirmation list.")
    : "problem" in read
      ? t("Line {line}: {problem}", { line: read.line, problem: problemText(t, read.problem) })
      : submitError;
  return (
    <div className="space-y-2">
      <Field
        {...{ id, error }}
        label={t("Recipients, one per line")}
        hint={
          recipients.length > 0
            ? countText(t, recipients)
            : t(
                "A wallet address, a name, or both with a comma. A recipient without a wallet gets an invite link.",
              )
        }
      >
        <TextArea
          {...control}
          invalid={error !== null}
          rows={6}
          required
          spellCheck={false}
          autoComplete="off"
          className="font-mono sm:text-xs"
        />
      </Field>
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={t("File of recipients")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button onClick={() => file.current?.click()}>{t("Choose a file")}</Button>
    </div>
  );
}

/** Returns how many wallets and how many invites a list has. */
export function countText(t: Translator, recipients: readonly ConfirmationRecipientInput[]): string {
  const wallets = recipients.filter(({ wallet }) => wallet !== undefined).length;
  return t(
    "{wallets, plural, one {# wallet} other {# wallets}} to confirm, {invites, plural, one {# recipient} other {# recipients}} to invite",
    { wallets, invites: recipients.length - wallets },
  );
}
