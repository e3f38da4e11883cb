"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button, buttonClass } from "@/components/ui/button";
import { Field, TextArea } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import type { RequestSigner } from "@/lib/client/wallet-session";
import { type Message, message } from "@/lib/core/i18n/translator";
import { MAX_LABELS_PER_REQUEST } from "@/lib/core/lists/label-limits";
import { saveLabels } from "./label-store";
import type { LabelProblem, LabelRows } from "./read-labels";

const REASONS: Record<LabelProblem["reason"], Message> = {
  address: message("This is not a Solana address."),
  category: message("The category is too long or has several lines."),
  note: message("The note is too long."),
  repeated: message("This wallet occurs twice."),
};
const MAX_SHOWN = 10;
/** The titles of the columns, which are the same in all languages. */
const TITLES = "wallet,category,note";

/** Stores many labels from pasted text or a CSV file, after a preview. */
export function LabelImport({ signer }: { signer: RequestSigner }) {
  const t = useTranslator();
  const [text, setText] = useState("");
  const [rows, setRows] = useState<LabelRows | null>(null);
  const [done, setDone] = useState(0);
  const read = useMutation({
    mutationFn: async () => (await import("./read-labels")).readLabels(text),
    onSuccess: setRows,
  });
  const save = useMutation({
    mutationFn: (labels: LabelRows["labels"]) => saveLabels(signer, labels, setDone),
    onSuccess: () => {
      setText("");
      setRows(null);
    },
  });
  const change = (next: string) => {
    setText(next);
    setRows(null);
    save.reset();
  };
  return (
    <div className="space-y-3">
      <Field
        id="label-rows"
        label={t("Rows")}
        hint={t("Columns: wallet, category, note. Rows replace the labels of the same wallets.")}
      >
        <TextArea
          id="label-rows"
          rows={5}
          spellCheck={false}
          autoComplete="off"
          placeholder={TITLES}
          value={text}
          onChange={(event) => change(event.target.value)}
          className="font-mono"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          tone={rows ? "secondary" : "primary"}
          busy={read.isPending}
          disabled={text.trim() === ""}
          onClick={() => read.mutate()}
        >
          {t("Check rows")}
        </Button>
        <label className={buttonClass("secondary", "cursor-pointer focus-within:outline-2")}>
          <Icon name="upload" className="size-4" /> {t("Choose a CSV file")}
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            className="sr-only"
            onChange={async ({ target }) => {
              const file = target.files?.[0];
              if (file) change(await file.text());
              target.value = "";
            }}
          />
        </label>
      </div>
      <ErrorNotice error={read.error ?? save.error} />
      {rows && <Preview rows={rows} />}
      {rows && rows.labels.length > 0 && rows.problems.length === 0 && (
        <Button tone="primary" busy={save.isPending} onClick={() => save.mutate(rows.labels)}>
          {t("Sign and save {count, plural, one {# label} other {# labels}}", { count: rows.labels.length })}
        </Button>
      )}
      {save.isPending && rows && rows.labels.length > MAX_LABELS_PER_REQUEST && (
        <WorkProgress label={t("Saving labels")} percent={(100 * done) / rows.labels.length} />
      )}
      {save.isSuccess && (
        <Notice tone="good" live>
          {t("The labels are saved.")}
        </Notice>
      )}
    </div>
  );
}

function Preview({ rows: { labels, problems, empty } }: { rows: LabelRows }) {
  const t = useTranslator();
  const signatures = Math.ceil(labels.length / MAX_LABELS_PER_REQUEST);
  if (problems.length > 0) {
    return (
      <Notice tone="danger" live title={t("Correct these rows, then check again.")}>
        {problems.slice(0, MAX_SHOWN).map(({ line, reason }) => (
          <p key={`${line} ${reason}`}>
            {t("Line {line}:", { line })} {t(REASONS[reason])}
          </p>
        ))}
        {problems.length > MAX_SHOWN && (
          <p>
            {t("And {count, plural, one {# more row} other {# more rows}}.", {
              count: problems.length - MAX_SHOWN,
            })}
          </p>
        )}
      </Notice>
    );
  }
  return (
    <Notice tone="info" live>
      <p>
        {t(
          "{count, plural, one {# label} other {# labels}}, {signatures, plural, one {# signature} other {# signatures}}.",
          {
            count: labels.length,
            signatures,
          },
        )}
      </p>
      {empty > 0 && (
        <p>
          {t("{count, plural, one {# row} other {# rows}} without category and note: not changed.", {
            count: empty,
          })}
        </p>
      )}
    </Notice>
  );
}
