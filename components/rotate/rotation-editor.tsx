"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ActionCampaign } from "@/components/actions/action-request";
import { type Sheet, withNewRow } from "@/components/create/sheet";
import { SheetEditor } from "@/components/create/sheet-editor";
import { useCheckedSheet } from "@/components/create/use-checked-sheet";
import { DraftOffers } from "@/components/drafts/draft-offers";
import { useDrafts } from "@/components/drafts/use-drafts";
import { formatAmount } from "@/components/format/amount";
import type { Token } from "@/components/format/token";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import { FinishRotation } from "./finish-rotation";

type RotationEditorProps = {
  campaign: ActionCampaign;
  token: Token;
  maxLeaves: number;
  /** The root whose allocations are changed: a draft is of one list, not of a later one. */
  merkleRoot: string;
};

/** The current allocations as rows to change, then the new root with what it changes per recipient. */
export function RotationEditor(props: RotationEditorProps) {
  const { treeAddress } = props.campaign;
  const { decimals } = props.token;
  const [percent, setPercent] = useState(0);
  const current = useQuery({
    queryKey: ["current-sheet", treeAddress, decimals],
    queryFn: async ({ signal }) => {
      const { fetchCurrentSheet } = await import("./current-sheet");
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      return fetchCurrentSheet({ treeAddress, decimals }, { signal, onProgress });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (current.isPending) {
    return (
      <Card title="1. Change the allocations">
        <WorkProgress label="Reading the current allocations" percent={percent} />
      </Card>
    );
  }
  if (current.isError) {
    return (
      <Notice tone="danger" live action={<Button onClick={() => current.refetch()}>Try again</Button>}>
        {current.error.message}
      </Notice>
    );
  }
  return <Editor {...props} before={current.data} />;
}

function Editor({ campaign, token, maxLeaves, merkleRoot, before }: RotationEditorProps & { before: Sheet }) {
  const [initial] = useState({ sheet: before });
  const [state, setState] = useState(initial);
  const { sheet } = state;
  const setSheet = (next: Sheet) => setState({ sheet: next });
  const drafts = useDrafts({
    scope: `rotate ${campaign.treeAddress}`,
    basis: merkleRoot,
    initial,
    state,
    title: `changed allocations, ${sheet.rows.length.toLocaleString("en")} rows`,
    onContinue: setState,
  });
  const { decimals, unit } = token;
  const options = useMemo(() => ({ decimals, defaults: {} }), [decimals]);
  const was = useCheckedSheet(before, options).checked;
  const { checked, isCurrent, percent } = useCheckedSheet(sheet, options);
  if (!was || !checked) return <WorkProgress label="Checking the rows" percent={percent} />;
  const supply = BigInt(campaign.totalSupply);
  const isTooLong = sheet.rows.length > maxLeaves;
  return (
    <div className="space-y-6">
      <DraftOffers drafts={drafts} />
      <Card
        title="1. Change the allocations"
        aside={`${formatAmount(checked.totalAmount, decimals)} of ${formatAmount(supply, decimals)} ${unit} allocated`}
      >
        {(checked.totalAmount > supply || isTooLong) && (
          <div className="mb-4">
            <Notice tone="warn" live>
              {isTooLong
                ? `A campaign holds at most ${maxLeaves.toLocaleString("en")} allocations.`
                : "The allocations add up to more than the campaign’s supply, which a rotation cannot raise: the last to claim would get nothing."}
            </Notice>
          </div>
        )}
        <SheetEditor sheet={sheet} checked={checked} onChange={setSheet} token={token} editsAll />
        <div className="mt-4">
          <Button onClick={() => setSheet(withNewRow(sheet))}>Add a recipient</Button>
        </div>
      </Card>
      <FinishRotation
        campaign={campaign}
        token={token}
        draftId={drafts.id}
        before={was.recipients}
        after={checked.recipients}
        isReady={isCurrent && checked.faults.size === 0 && !isTooLong && sheet !== before}
      />
    </div>
  );
}
