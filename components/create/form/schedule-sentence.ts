import { formatMoment } from "@/components/format/time";
import type { Translator } from "@/lib/core/i18n/translator";
import { percentText, WHOLE_SHARE } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import {
  phraseText,
  scheduleSpecWords,
  unlockPhrases,
} from "@/lib/core/vesting/schedule-spec/unlock-phrases";
import { readMonths, type ScheduleDraft, scheduleTimes } from "./schedule-draft";

/**
 * Returns a schedule as a sentence, or null while a field is incomplete. Times are in `timeZone`, by default the
 * viewer's. The dates of a schedule in months are in UTC, as its fields are.
 */
export function scheduleSentence(t: Translator, schedule: ScheduleDraft, timeZone?: string): string | null {
  if (schedule.months) {
    const reading = readMonths(t, schedule.months);
    return "spec" in reading ? `${scheduleSpecWords(reading.spec, reading.startTime, t)}.` : null;
  }
  const times = scheduleTimes(schedule);
  if (!times || times.cliffTime > times.endTime) return null;
  const { releaseType, milestoneIdx } = schedule;
  const moment = (time: bigint) => formatMoment(time, timeZone, t);
  const [phrase] = unlockPhrases([{ ...times, releaseType, milestoneIdx, amount: 1n }]);
  return phrase ? `${phraseText(phrase, () => percentText(WHOLE_SHARE, t), t, moment)}.` : null;
}
