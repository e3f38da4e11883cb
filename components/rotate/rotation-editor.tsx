"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ActionCampaign } from "@/components/actions/action-request";
import { checkSheet, type Sheet } from "@/components/create/sheet";
import { SheetEditor } from "@/components/create/sheet-editor";
import { formatAmount } from "@/components/format/amount";
import type { Token } from "@/components/format/token";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice, Skeleton } from "@/components/ui/notice";
import { FinishRotation } from "./finish-rotation";

type RotationEditorProps = { campaign: ActionCampaign; token: Token };

/** The current allocations as rows to change, then the new root with what it changes per recipient. */
export function RotationEditor({ campaign, token }: RotationEditorProps) {
  const { treeAddress } = campaign;
  const current = useQuery({
    queryKey: ["current-sheet", treeAddress, token.decimals],
    queryFn: async () => {
      const { fetchCurrentSheet } = await import("./current-sheet");
      return fetchCurrentSheet(treeAddress, token.decimals);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (current.isPending) return <Skeleton lines={8} label="Reading the current allocations" />;
  if (current.isError) {
    return (
      <Notice tone="danger" live action={<Button onClick={() => current.refetch()}>Try again</Button>}>
        {current.error.message}
      </Notice>
    );
  }
  return <Editor {...{ campaign, token }} before={current.data} />;
}

function Editor({ campaign, token, before }: RotationEditorProps & { before: Sheet }) {
  const [sheet, setSheet] = useState(before);
  const options = { decimals: token.decimals, defaults: {} };
  const checked = checkSheet(sheet, options);
  const supply = BigInt(campaign.totalSupply);
  const addRow = () => {
    const last = sheet.rows.at(-1);
    const line = Math.max(1, ...sheet.rows.map((row) => row.line)) + 1;
    setSheet({
      ...sheet,
      rows: [...sheet.rows, { line, cells: { ...last?.cells, beneficiary: "", amount: "" } }],
    });
  };
  return (
    <div className="space-y-6">
      <Card
        title="1. Change the allocations"
        aside={`${formatAmount(checked.totalAmount, token.decimals)} of ${formatAmount(supply, token.decimals)} ${token.unit} allocated`}
      >
        {checked.totalAmount > supply && (
          <div className="mb-4">
            <Notice tone="warn" live>
              The allocations add up to more than the campaign’s supply, which a rotation cannot raise: the
              last to claim would get nothing.
            </Notice>
          </div>
        )}
        <SheetEditor sheet={sheet} checked={checked} onChange={setSheet} editsAll />
        <div className="mt-4">
          <Button onClick={addRow}>Add a recipient</Button>
        </div>
      </Card>
      <FinishRotation
        campaign={campaign}
        token={token}
        before={checkSheet(before, options).recipients}
        after={checked.recipients}
        isReady={checked.faults.size === 0 && sheet !== before}
      />
    </div>
  );
}
