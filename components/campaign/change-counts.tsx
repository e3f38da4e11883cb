import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Figure } from "@/components/ui/card";
import { type Message, message } from "@/lib/core/i18n/translator";
import type { ChangeKind } from "@/lib/core/vesting/rotation/difference";

type CountedKind = ChangeKind | "untouched";

/** The kinds of changes between two lists of recipients, in the order of display. */
export const CHANGE_KINDS: readonly { kind: CountedKind; title: Message }[] = [
  { kind: "added", title: message("Added") },
  { kind: "removed", title: message("Removed") },
  { kind: "raised", title: message("Increased") },
  { kind: "lowered", title: message("Decreased") },
  { kind: "rescheduled", title: message("Schedule changed") },
  { kind: "untouched", title: message("Unchanged") },
];

type ChangeCountsProps = {
  /** The number of recipients per kind. Kinds without recipients are not shown. */
  counts: Partial<Record<CountedKind, number>>;
  /** Sums, shown after the counts. */
  sums: readonly { title: string; text: ReactNode }[];
};

/** Shows the number of changed recipients of each kind, and sums of their amounts. */
export function ChangeCounts({ counts, sums }: ChangeCountsProps) {
  const t = useTranslator();
  return (
    // On a phone, each sum has a line of its own, because two long amounts side by side nearly touch.
    <div className="space-y-4 sm:flex sm:flex-wrap sm:gap-x-10 sm:gap-y-4 sm:space-y-0">
      <dl className="grid grid-cols-3 gap-4 empty:hidden sm:contents">
        {CHANGE_KINDS.map(({ kind, title }) => {
          const count = counts[kind] ?? 0;
          return count === 0 ? null : (
            <Figure key={kind} label={t(title)}>
              {t.count(count)}
            </Figure>
          );
        })}
      </dl>
      <dl className="grid gap-4 empty:hidden sm:contents">
        {sums.map(({ title, text }) => (
          <Figure key={title} label={title}>
            {text}
          </Figure>
        ))}
      </dl>
    </div>
  );
}
