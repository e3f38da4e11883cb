"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
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
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const read = readConfirmationLines(text);
  const recipients = "recipients" in read ? read.recipients : [];
  const create = useMutation({
    mutationFn: () => serviceApi().createConfirmationList({ name: name.trim(), recipients }, signer),
    onSuccess: (created) => {
      setName("");
      setText("");
      onCreated(created);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field id="confirmation-name" label={t("Name of the list")} hint={t("Recipients see this name.")}>
        <Input
          id="confirmation-name"
          required
          maxLength={MAX_LIST_NAME_CHARACTERS}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <LinesField {...{ text, read }} onText={setText} />
      <ErrorNotice of={create.error} />
      <Button
        type="submit"
        tone="primary"
        busy={create.isPending}
        disabled={recipients.length === 0 || name.trim() === ""}
      >
        {t("Create confirmation list")}
      </Button>
      <p className="text-sm text-ink-soft">
        {t("Your wallet signs a message to prove your identity. No transaction is sent.")}
      </p>
    </form>
  );
}

/** Ten thousand lines with a wallet and the longest name, of which each character has three bytes. */
const MAX_FILE_BYTES = 4_000_000;

type LinesFieldProps = { text: string; read: ReadLines; onText: (text: string) => void };

/** The recipients as text, typed, pasted or from a file. */
function LinesField({ text, read, onText }: LinesFieldProps) {
  const t = useTranslator();
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
      : null;
  const hasRecipients = "recipients" in read && read.recipients.length > 0;
  return (
    <div className="space-y-2">
      <Field
        id="confirmation-recipients"
        label={t("Recipients, one per line")}
        error={error}
        hint={
          hasRecipients
            ? countText(t, read.recipients)
            : t(
                "A wallet address, a name, or both with a comma. A recipient without a wallet gets an invite link.",
              )
        }
      >
        <textarea
          id="confirmation-recipients"
          rows={6}
          required
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error !== null || undefined}
          aria-describedby="confirmation-recipients-note"
          onChange={(event) => onText(event.target.value)}
          className={`w-full rounded-box border bg-surface p-3 font-mono text-[1rem] sm:text-xs ${error ? "border-danger" : "border-line-strong"}`}
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
