"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { countText } from "@/components/confirmations/list-form";
import { InviteLinks, ShareLink } from "@/components/confirmations/list-links";
import { problemText } from "@/components/confirmations/problem-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { type SheetRecipients, sheetRecipients } from "@/components/sheet/confirmed-rows";
import type { Sheet } from "@/components/sheet/sheet";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { ErrorNotice } from "@/components/ui/notice";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { Translator } from "@/lib/core/i18n/translator";
import { MAX_LIST_NAME_CHARACTERS } from "@/lib/core/recipients/confirmation-lines";
import { useSheetResult } from "./use-sheet-result";

type CreateFromSheetProps = { sheet: Sheet; signer: RequestSigner };

/** Creates a confirmation list of the recipients of a sheet, and shows its links. */
export function CreateFromSheet({ sheet, signer }: CreateFromSheetProps) {
  const t = useTranslator();
  const [name, setName] = useState("");
  const read = useSheetResult(sheet, sheetRecipients);
  const recipients = read && "recipients" in read ? read.recipients : [];
  const create = useMutation({
    mutationFn: () => serviceApi().createConfirmationList({ name: name.trim(), recipients }, signer),
  });
  return (
    <section className="min-w-0 space-y-3">
      <h3 className="font-semibold">{t("Create a list from these recipients")}</h3>
      <p className="text-ink-soft">{read && statement(t, read)}</p>
      <Field id="sheet-list-name" label={t("Name of the list")} hint={t("Recipients see this name.")}>
        <Input
          id="sheet-list-name"
          maxLength={MAX_LIST_NAME_CHARACTERS}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <ErrorNotice error={create.error} />
      <Button
        busy={create.isPending}
        disabled={recipients.length === 0 || name.trim() === ""}
        onClick={() => create.mutate()}
      >
        {t("Create confirmation list")}
      </Button>
      {create.data && (
        <>
          {create.data.list.recipients > create.data.list.invited && (
            <ShareLink listId={create.data.list.id} />
          )}
          <InviteLinks listId={create.data.list.id} invites={create.data.invites} />
        </>
      )}
    </section>
  );
}

function statement(t: Translator, read: SheetRecipients): string {
  if ("problem" in read) {
    return t("Line {line}: {problem}", { line: read.line, problem: problemText(t, read.problem) });
  }
  if (read.recipients.length === 0) return t("Enter recipients in the sheet first: wallets or names.");
  return countText(t, read.recipients);
}
