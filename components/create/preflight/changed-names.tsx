"use client";

import { useState } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { RowPager } from "@/components/ui/paging/pagination";
import { WholeAddress } from "@/components/ui/values/address";
import type { KnownNames } from "@/lib/core/recipients/read-name-cell";
import { nameProblemText } from "@/lib/core/solana/sol-names/name-problem-text";
import type { ChangedName, UsedName } from "./names";

const ROWS_PER_PAGE = 10;

type ChangedNamesProps = {
  changed: readonly ChangedName[];
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  /** Uses the new addresses, which changes the list. */
  onReplace: (names: KnownNames) => void;
};

/** Lists names that stand for another address than when they were entered. The creator decides before signing. */
export function ChangedNames({ changed, isAccepted, onAccept, onReplace }: ChangedNamesProps) {
  const t = useTranslator();
  const [page, setPage] = useState(0);
  if (changed.length === 0) return null;
  const rows = changed.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE);
  const replacements = changed.filter(({ now }) => "address" in now);
  return (
    <Notice
      tone="danger"
      live
      title={t("{count, plural, one {A name has changed} other {# names have changed}}", {
        count: changed.length,
      })}
    >
      <ul className="my-2 space-y-2">
        {rows.map((each) => (
          <li key={each.name}>
            <ChangeText {...each} />
          </li>
        ))}
      </ul>
      <RowPager page={page} pages={Math.ceil(changed.length / ROWS_PER_PAGE)} onPage={setPage} />
      <p>{t("Ask the recipients which address is theirs.")}</p>
      <div className="mt-3 space-y-3">
        <Checkbox
          id="names-consent"
          label={t("Keep the addresses that the names had when I entered them")}
          checked={isAccepted}
          onChange={(event) => onAccept(event.target.checked)}
        />
        {replacements.length > 0 && (
          <Button onClick={() => onReplace(new Map(replacements.map(({ name, now }) => [name, now])))}>
            {t("{count, plural, one {Use the new address} other {Use the new addresses}}", {
              count: replacements.length,
            })}
          </Button>
        )}
      </div>
    </Notice>
  );
}

function ChangeText({ name, address, now }: ChangedName) {
  const t = useTranslator();
  const before = <WholeAddress address={address} name="recipient" />;
  if ("problem" in now) {
    const values = { name, before, reason: nameProblemText(now.problem, name, t) };
    return <Trans id="{name} pointed to {before} when you entered it. {reason}" values={values} />;
  }
  return (
    <Trans
      id="{name} pointed to {before} when you entered it and points to {after} now."
      values={{ name, before, after: <WholeAddress address={now.address} name="recipient" /> }}
    />
  );
}

/** Lists the names of a campaign with their addresses, as the review signs them. */
export function NameList({ used }: { used: readonly UsedName[] }) {
  const [page, setPage] = useState(0);
  const rows = used.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE);
  return (
    <>
      <ul className="space-y-1 text-sm">
        {rows.map(({ name, address }) => (
          <li key={name}>
            <span className="font-medium wrap-anywhere">{name}</span>{" "}
            <WholeAddress address={address} name="recipient" />
          </li>
        ))}
      </ul>
      <RowPager page={page} pages={Math.ceil(used.length / ROWS_PER_PAGE)} onPage={setPage} />
    </>
  );
}
