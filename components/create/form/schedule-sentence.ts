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
 * Returns a schedule as a sentence, or null while a field is incomplete. Dates are in the time zone of the fields: the
 * viewer's, or UTC for a schedule in months.
 */
export function scheduleSentence(t: Translator, schedule: ScheduleDraft): string | null {
  if (schedule.months) {
    const reading = readMonths(t, schedule.months);
    return "spec" in reading ? `${scheduleSpecWords(reading.spec, reading.startTime, t)}.` : null;
  }
  const times = scheduleTimes(schedule);
  if (!times || times.cliffTime > times.endTime) return null;
  const { releaseType, milestoneIdx } = schedule;
  const moment = (time: bigint) => formatMoment(time, undefined, t);
  const [phrase] = unlockPhrases([{ ...times, releaseType, milestoneIdx, amount: 1n }]);
  return phrase ? `${phraseText(phrase, () => percentText(WHOLE_SHARE, t), t, moment)}.` : null;
}
