"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import type { CampaignDraft } from "../form/campaign-draft";
import type { ScheduleDraft } from "../form/schedule-draft";
import { fetchSheet } from "./fetch-sheet";
import { type PrefillParameters, readPrefill } from "./read-prefill";

type PrefillOfferProps = {
  parameters: PrefillParameters;
  origins: readonly string[];
  schedule: ScheduleDraft;
  maxLeaves: number;
  onApply: (draft: Partial<CampaignDraft>) => void;
};

/** Shows the values of a link, and fills the form with them when the user agrees. */
export function PrefillOffer({ parameters, origins, schedule, maxLeaves, onApply }: PrefillOfferProps) {
  const t = useTranslator();
  const [state, setState] = useState<"offered" | "applied" | "ignored">("offered");
  // The form's schedule changes after the values are applied.
  const [prefill] = useState(() => readPrefill(parameters, { t, schedule, origins }));
  const [percent, setPercent] = useState(0);
  const apply = useMutation({
    mutationFn: async () => {
      if (prefill.file === null) return prefill.draft;
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      const sheet = await fetchSheet(t, prefill.file, { maxRows: maxLeaves, onProgress });
      return { ...prefill.draft, sheet, isReadingFile: false };
    },
    onSuccess: (draft) => {
      onApply(draft);
      setState("applied");
    },
  });
  if (state === "ignored") return null;
  if (state === "applied") {
    return (
      <Notice tone="good" title={t("Copied to the form")} live>
        {t("The form below contains the values of the link. Check them. Nothing is sent before you sign.")}
      </Notice>
    );
  }
  return (
    <Card title={t("Fill the form from this link?")}>
      <div className="space-y-4">
        <p className="text-sm">
          {t("Anyone can write such a link. Use these values only if you trust who sent it.")}
        </p>
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {prefill.shown.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {prefill.problems.length > 0 && (
          <ul role="alert" className="list-disc space-y-1 pl-5 text-sm text-danger">
            {prefill.problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {apply.isPending && prefill.file !== null && (
          <WorkProgress label={t("Reading the file")} percent={percent} />
        )}
        {apply.error && (
          <p role="alert" className="text-sm text-danger">
            {errorText(t, apply.error)}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {prefill.shown.length > 0 && (
            <Button tone="primary" disabled={apply.isPending} onClick={() => apply.mutate()}>
              {t("Fill the form")}
            </Button>
          )}
          <Button onClick={() => setState("ignored")}>{t("Ignore the link")}</Button>
        </div>
      </div>
    </Card>
  );
}
