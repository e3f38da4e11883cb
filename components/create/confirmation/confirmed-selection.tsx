"use client";

import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ConfirmationProgress } from "@/components/confirmations/confirmation-progress";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import {
  type ConfirmedWallets,
  confirmedWallets,
  selectConfirmedRows,
} from "@/components/sheet/confirmed-rows";
import type { Sheet } from "@/components/sheet/sheet";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { ErrorNotice } from "@/components/ui/notice";
import { showToast } from "@/components/ui/toast-store";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ConfirmationListView } from "@/lib/contract/confirmation";
import { MAX_CONFIRMATION_RECIPIENTS } from "@/lib/core/recipients/confirmation-lines";
import type { SheetPart } from "./confirmation-fold";
import { useSheetResult } from "./use-sheet-result";

type ConfirmedSelectionProps = SheetPart & { signer: RequestSigner };

/** Removes the rows of a sheet that a chosen list does not confirm. Loading the lists requires a signature. */
export function ConfirmedSelection({ sheet, onChange, signer }: ConfirmedSelectionProps) {
  const t = useTranslator();
  const load = useMutation({ mutationFn: () => serviceApi().confirmationLists(signer) });
  const lists = load.data?.lists;
  return (
    <section className="min-w-0 space-y-3">
      <h3 className="font-semibold">{t("Use the confirmations of a list")}</h3>
      {lists && lists.length > 0 ? (
        <ChosenList {...{ lists, sheet, onChange, signer }} />
      ) : (
        <>
          <p className="text-ink-soft">
            {lists
              ? t("You have no confirmation list yet.")
              : t("Sign a message with your wallet to show your confirmation lists.")}
          </p>
          <ErrorNotice error={load.error} />
          <Button busy={load.isPending} onClick={() => load.mutate()}>
            {t("Show my confirmation lists")}
          </Button>
        </>
      )}
    </section>
  );
}

type ChosenListProps = ConfirmedSelectionProps & { lists: readonly ConfirmationListView[] };
type LoadedList = { list: ConfirmationListView; confirmed: ConfirmedWallets };

function ChosenList({ lists, sheet, onChange, signer }: ChosenListProps) {
  const t = useTranslator();
  const [chosen, setChosen] = useState(lists[0]?.id ?? "");
  const check = useMutation({
    mutationFn: async (list: ConfirmationListView): Promise<LoadedList> => {
      const query = { status: "confirmed", proofs: false, limit: MAX_CONFIRMATION_RECIPIENTS } as const;
      const { recipients } = await serviceApi().confirmationRecipients(list.id, query, signer);
      return { list: { ...list, confirmed: recipients.length }, confirmed: confirmedWallets(recipients) };
    },
  });
  const list = lists.find(({ id }) => id === chosen);
  return (
    <>
      <Field id="confirmation-list" label={t("Confirmation list")}>
        <Select
          id="confirmation-list"
          value={chosen}
          options={lists.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => {
            setChosen(target.value);
            check.reset();
          }}
        />
      </Field>
      <ErrorNotice error={check.error} />
      <Button busy={check.isPending} onClick={() => list && check.mutate(list)}>
        {t("Check confirmations")}
      </Button>
      {check.data && <RowSelection {...check.data} {...{ sheet, onChange }} />}
    </>
  );
}

/** States how many rows are kept and removed, and removes the others. The sheet can undo this. */
function RowSelection({ list, confirmed, sheet, onChange }: LoadedList & SheetPart) {
  const t = useTranslator();
  const select = useMemo(() => (input: Sheet) => selectConfirmedRows(input, confirmed), [confirmed]);
  const result = useSheetResult(sheet, select);
  const apply = () => {
    if (!result) return;
    onChange(result.sheet);
    showToast({
      title: t("Kept only confirmed rows"),
      text: t("You can undo this in the sheet."),
      tone: "good",
    });
  };
  return (
    <div className="space-y-3">
      <ConfirmationProgress list={list} />
      {result && (
        <p aria-live="polite">
          {t(
            "{remaining, plural, one {# row is kept} other {# rows are kept}}, {removed, plural, one {# row is removed} other {# rows are removed}}. {filled, plural, one {# name is} other {# names are}} replaced by the confirmed wallet.",
            { remaining: result.remaining, removed: result.removed, filled: result.filled },
          )}
        </p>
      )}
      <Button
        tone="primary"
        disabled={!result || result.remaining === 0 || result.sheet === sheet}
        onClick={apply}
      >
        {t("Keep only confirmed rows")}
      </Button>
    </div>
  );
}
