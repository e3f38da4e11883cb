"use client";

import { useQuery } from "@tanstack/react-query";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import { useTranslator } from "@/components/i18n/use-translator";
import { ReviewSection } from "@/components/review/document";
import { MAX_SCHEDULES } from "@/components/sheet/schedule-sums";
import { useViewerZone } from "@/components/ui/values/time";
import { useZoneName } from "@/components/ui/values/zone-note";
import type { Translator } from "@/lib/core/i18n/translator";
import { isScheduleColumn } from "@/lib/core/recipients/file-header";
import { percentText } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { phraseText, unlockPhrases } from "@/lib/core/vesting/schedule-spec/unlock-phrases";
import type { CampaignDraft } from "../form/campaign-draft";
import type { ScheduleDraft } from "../form/schedule-draft";
import { scheduleSentence } from "../form/schedule-sentence";
import { countSchedules, type ListSchedules } from "./count-schedules";

/** Returns the schedule of the form if it applies to every recipient, otherwise null. */
export function sharedSchedule(draft: CampaignDraft | undefined): ScheduleDraft | null {
  if (!draft) return null;
  const columns = draft.mode === "many" ? (draft.sheet?.columns ?? []) : [];
  return columns.some(isScheduleColumn) ? null : draft.schedule;
}

/** Returns whether the times of a review are in UTC, as calendar months and the times of a file are. */
export const isInUtc = (shared: ScheduleDraft | null): boolean => shared === null || Boolean(shared.months);

type ScheduleReviewProps = {
  pending: PendingCampaign;
  shared: ScheduleDraft | null;
  /** Whether a recipient has several allocations. */
  hasParts: boolean;
};

/** States the schedule that all recipients have, or the number of their schedules. */
export function ScheduleReview({ pending, shared, hasParts }: ScheduleReviewProps) {
  const t = useTranslator();
  const viewerZone = useZoneName();
  const timeZone = useViewerZone() ? undefined : "UTC";
  const list = useQuery({
    queryKey: ["schedules", pending.treeAddress],
    queryFn: () => countSchedules(pending.leaves),
    enabled: shared === null,
    networkMode: "always",
  });
  const text = shared ? scheduleSentence(t, shared, timeZone) : list.data && listText(t, list.data);
  return (
    <ReviewSection title={t("Schedule")}>
      <div className="space-y-1 text-sm">
        <p>{text ?? "…"}</p>
        <p className="text-ink-soft">
          {t("Times in {zone}.", { zone: isInUtc(shared) ? "UTC" : viewerZone })}{" "}
          {hasParts &&
            t(
              "A recipient has one allocation for each row and each part of a schedule, such as the cliff and the rest.",
            )}
        </p>
      </div>
    </ReviewSection>
  );
}

function listText(t: Translator, { count, first }: ListSchedules): string {
  const number = count < MAX_SCHEDULES ? t.count(count) : `${t.count(MAX_SCHEDULES)}+`;
  if (count > 1) return t("The list has {count} different schedules.", { count: number });
  const share = (amount: bigint) => percentText(Number(amount), t);
  const phrases = unlockPhrases(first).map((phrase) => phraseText(phrase, share, t));
  return `${phrases.reduce((before, next) => t("{first}, then {next}", { first: before, next }))}.`;
}
