"use client";

import { useState } from "react";
import { WholeAddress } from "@/components/review/parties";
import { Checkbox } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { RowPager } from "@/components/ui/paging/row-pager";
import type { UnusualRecipient } from "./recipients";

const ROWS_A_PAGE = 10;

type UnusualRecipientsProps = {
  unusual: readonly UnusualRecipient[];
  consents: boolean;
  onConsent: (consents: boolean) => void;
};

/** Recipients that are hardly wallets, by name; nothing is signed before they are wanted all the same. */
export function UnusualRecipients({ unusual, consents, onConsent }: UnusualRecipientsProps) {
  const [page, setPage] = useState(0);
  if (unusual.length === 0) return null;
  const rows = unusual.slice(page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE);
  return (
    <Notice
      tone="warn"
      title={
        unusual.length === 1
          ? "One recipient may never be able to claim"
          : `${unusual.length.toLocaleString("en")} recipients may never be able to claim`
      }
    >
      <ul className="my-2 space-y-1">
        {rows.map(({ address, why }) => (
          <li key={address}>
            <WholeAddress address={address} name="recipient" />: {why}.
          </li>
        ))}
      </ul>
      <RowPager page={page} pages={Math.ceil(unusual.length / ROWS_A_PAGE)} onPage={setPage} />
      <div className="mt-3">
        <Checkbox
          id="unusual-consent"
          label={
            unusual.length === 1 ? "I want this recipient all the same" : "I want all of them all the same"
          }
          checked={consents}
          onChange={(event) => onConsent(event.target.checked)}
        />
      </div>
    </Notice>
  );
}
