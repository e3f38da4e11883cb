"use client";

import { useState } from "react";
import { CHANGE_KINDS, ChangeCounts } from "@/components/campaign/change-counts";
import { ChangesTable } from "@/components/campaign/changes-table";
import { useTranslator } from "@/components/i18n/use-translator";
import { formatExactAmount } from "@/components/review/costs";
import { Field, Select } from "@/components/ui/field";
import { RowPager } from "@/components/ui/paging/pagination";
import type { Token } from "@/lib/contract/names";
import type { RotationDifference } from "@/lib/core/vesting/rotation/difference";

const ROWS_PER_PAGE = 20;

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
      <ChangeCounts
        counts={counts}
        sums={[
          { title: t("Total before"), text: formatExactAmount(sumBefore, token, t) },
          { title: t("Total after"), text: formatExactAmount(sumAfter, token, t) },
        ]}
      />
      <PagedChanges difference={difference} token={token} />
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
                ...CHANGE_KINDS.slice(0, -1).map(({ kind, title }) => ({ value: kind, label: t(title) })),
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
