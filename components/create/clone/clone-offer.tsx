"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox, Field, Input, Select } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/values/time";
import { campaignName } from "@/lib/contract/names";
import type { CampaignDraft } from "../form/campaign-draft";
import { fromLocalText, toLocalText } from "../form/schedule-draft";
import { type CloneFacts, countPast } from "./clone-dates";
import type { Source } from "./read-source";

type CloneOfferProps = {
  treeAddress: string;
  maxLeaves: number;
  onTake: (draft: Partial<CampaignDraft>) => void;
};

const HOUR_MS = 3_600_000;

/** Fetches the campaign to clone and lets the user choose the dates before the form is filled. */
export function CloneOffer({ treeAddress, maxLeaves, onTake }: CloneOfferProps) {
  const t = useTranslator();
  const [percent, setPercent] = useState(0);
  const [isTaken, setIsTaken] = useState(false);
  const source = useQuery({
    queryKey: ["clone", treeAddress],
    queryFn: async ({ signal }) => {
      const { readSource } = await import("./read-source");
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      return readSource(treeAddress, { t, maxLeaves, signal, onProgress });
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isTaken) {
    return (
      <Notice tone="good" title={t("Copied to the form")} live>
        {t(
          "The form below contains the token, recipients, schedules with your dates, texts and rules. Check them. Nothing is sent before you sign.",
        )}
      </Notice>
    );
  }
  if (source.isError) {
    return (
      <Notice
        tone="danger"
        title={t("Could not load the campaign")}
        live
        action={<Button onClick={() => source.refetch()}>{t("Try again")}</Button>}
      >
        {errorText(t, source.error)}
      </Notice>
    );
  }
  if (!source.data) {
    return (
      <Card title={t("Clone a campaign")}>
        <WorkProgress label={t("Loading recipients")} percent={percent} />
      </Card>
    );
  }
  const { campaign, facts } = source.data;
  const take = (draft: Partial<CampaignDraft>) => {
    setIsTaken(true);
    onTake(draft);
  };
  return (
    <Card title={t("Clone {campaign}", { campaign: campaignName(campaign, t) })}>
      {facts ? (
        <CloneDates {...{ facts, source: source.data }} onTake={take} />
      ) : (
        <p className="text-sm">{t("This campaign has no allocations to clone.")}</p>
      )}
    </Card>
  );
}

type CloneDatesProps = {
  facts: CloneFacts;
  source: Source;
  onTake: (draft: Partial<CampaignDraft>) => void;
};

function CloneDates({ facts, source, onTake }: CloneDatesProps) {
  const t = useTranslator();
  const now = useNow(60_000);
  const [choice, setChoice] = useState("move");
  const [first, setFirst] = useState(() =>
    toLocalText(Math.ceil((Number(now) * 1000) / HOUR_MS + 1) * HOUR_MS),
  );
  const [consents, setConsents] = useState(false);
  const moved = fromLocalText(first);
  const shift = choice === "keep" ? 0n : moved === null ? null : moved - facts.first;
  const past = shift === null ? 0 : countPast(facts, { shift, now });
  const take = useMutation({
    mutationFn: async () => {
      const { cloneDraft } = await import("./read-source");
      return cloneDraft(t, source, shift ?? 0n);
    },
    onSuccess: onTake,
  });
  return (
    <div className="space-y-4">
      <p className="text-sm">
        <Trans
          id="{count, plural, one {# allocation} other {# allocations}}, from {first} to {last}. Amounts stay as they are."
          values={{
            count: facts.count,
            first: <Time at={facts.first} dayOnly />,
            last: <Time at={facts.last} dayOnly />,
          }}
        />
        {facts.closed > 0 &&
          ` ${t("{count, plural, one {# closed allocation is omitted.} other {# closed allocations are omitted.}}", { count: facts.closed })}`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="clone-dates" label={t("Dates")}>
          <Select
            id="clone-dates"
            value={choice}
            onChange={(event) => setChoice(event.target.value)}
            options={[
              { value: "move", label: t("Move all dates together") },
              { value: "keep", label: t("Keep the dates") },
            ]}
          />
        </Field>
        {choice === "move" && (
          <Field
            id="clone-first"
            label={t("New first date")}
            hint={t("All other dates move by the same amount of time.")}
          >
            <Input
              id="clone-first"
              type="datetime-local"
              value={first}
              invalid={moved === null}
              onChange={(event) => setFirst(event.target.value)}
            />
          </Field>
        )}
      </div>
      {past > 0 && (
        <>
          <Notice tone="warn" title={t("Some schedules begin in the past")} live>
            {t(
              "{past} of {count, plural, one {# allocation} other {# allocations}} would begin in the past. Recipients can claim amounts that are already unlocked immediately.",
              { past, count: facts.count },
            )}
          </Notice>
          <Checkbox
            id="clone-past"
            label={t("I confirm the dates in the past")}
            checked={consents}
            onChange={(event) => setConsents(event.target.checked)}
          />
        </>
      )}
      {take.isError && (
        <Notice tone="danger" live>
          {errorText(t, take.error)}
        </Notice>
      )}
      <Button
        tone="primary"
        busy={take.isPending}
        disabled={shift === null || (past > 0 && !consents)}
        onClick={() => take.mutate()}
      >
        {t("Copy to form")}
      </Button>
    </div>
  );
}
