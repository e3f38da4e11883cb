import { useTranslator } from "@/components/i18n/use-translator";
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
  sums: readonly { title: string; text: string }[];
};

/** Shows the number of changed recipients of each kind, and sums of their amounts. */
export function ChangeCounts({ counts, sums }: ChangeCountsProps) {
  const t = useTranslator();
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
      {CHANGE_KINDS.map(({ kind, title }) => {
        const count = counts[kind] ?? 0;
        return count === 0 ? null : <Fact key={kind} title={t(title)} text={t.count(count)} />;
      })}
      {sums.map((sum) => (
        <Fact key={sum.title} {...sum} />
      ))}
    </dl>
  );
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{title}</dt>
      <dd className="font-medium break-words">{text}</dd>
    </div>
  );
}
