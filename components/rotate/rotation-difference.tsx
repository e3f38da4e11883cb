"use client";

import { useState } from "react";
import { ChangesTable } from "@/components/campaign/changes-table";
import { useTranslator } from "@/components/i18n/use-translator";
import { exactly } from "@/components/review/costs";
import { Field, Select } from "@/components/ui/field";
import { RowPager } from "@/components/ui/paging/pagination";
import type { Token } from "@/lib/contract/names";
import { type Message, message } from "@/lib/core/i18n/translator";
import type { ChangeKind, RotationDifference } from "@/lib/core/vesting/rotation/difference";

const ROWS_PER_PAGE = 20;

const KINDS: readonly { kind: ChangeKind | "untouched"; title: Message }[] = [
  { kind: "added", title: message("Added") },
  { kind: "removed", title: message("Removed") },
  { kind: "raised", title: message("Increased") },
  { kind: "lowered", title: message("Decreased") },
  { kind: "rescheduled", title: message("Schedule changed") },
  { kind: "untouched", title: message("Unchanged") },
];

/**
 * Shows the effect of a rotation: the number of changes of each kind, the sums, and every changed recipient.
 */
export function RotationDifferenceView({
  difference,
  token,
}: {
  difference: RotationDifference;
  token: Token;
}) {
  const t = useTranslator();
  const { counts, sumBefore, sumAfter } = difference;
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-3 lg:grid-cols-4">
        {KINDS.map(({ kind, title }) => (
          <Fact key={kind} title={t(title)} text={t.count(counts[kind])} />
        ))}
        <Fact title={t("Total before")} text={exactly(sumBefore, token, t)} />
        <Fact title={t("Total after")} text={exactly(sumAfter, token, t)} />
      </dl>
      <PagedChanges difference={difference} token={token} />
    </div>
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

/** Pages through changes, of all kinds or of one kind. */
function PagedChanges({ difference, token }: { difference: RotationDifference; token: Token }) {
  const t = useTranslator();
  const [wanted, setWanted] = useState(0);
  const [kind, setKind] = useState("all");
  const { changes } = difference;
  const chosen = kind === "all" ? changes : changes.filter((change) => change.kind === kind);
  const pages = Math.ceil(chosen.length / ROWS_PER_PAGE);
  const page = Math.max(0, Math.min(wanted, pages - 1));
  return (
    <>
      {changes.length > ROWS_PER_PAGE && (
        <div className="max-w-xs">
          <Field id="change-kind" label={t("Show")}>
            <Select
              id="change-kind"
              value={kind}
              onChange={(event) => setKind(event.target.value)}
              options={[
                { value: "all", label: t("All changes") },
                ...KINDS.slice(0, -1).map(({ kind, title }) => ({ value: kind, label: t(title) })),
              ]}
            />
          </Field>
        </div>
      )}
      <ChangesTable changes={chosen.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE)} token={token} />
      <RowPager page={page} pages={pages} onPage={setWanted} />
    </>
  );
}
