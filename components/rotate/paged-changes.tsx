"use client";

import { useState } from "react";
import { type Change, ChangesTable } from "@/components/campaign/changes-table";
import type { Token } from "@/components/format/token";
import { RowPager } from "@/components/ui/row-pager";

const ROWS_A_PAGE = 20;

/** Changes of any number, some at a time. */
export function PagedChanges({ changes, token }: { changes: readonly Change[]; token: Token }) {
  const [wanted, setWanted] = useState(0);
  const pages = Math.ceil(changes.length / ROWS_A_PAGE);
  const page = Math.min(wanted, pages - 1);
  return (
    <>
      <p className="text-sm text-ink-soft">
        {changes.length === 1
          ? "1 recipient changes."
          : `${changes.length.toLocaleString("en")} recipients change.`}
      </p>
      <ChangesTable changes={changes.slice(page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE)} token={token} />
      <RowPager page={page} pages={pages} onPage={setWanted} />
    </>
  );
}
