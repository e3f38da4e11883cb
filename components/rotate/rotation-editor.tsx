"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { DraftOffers } from "@/components/drafts/draft-offers";
import { useDrafts } from "@/components/drafts/use-drafts";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { rowCount, type Sheet } from "@/components/sheet/sheet";
import { fromStoredSheet } from "@/components/sheet/stored-sheet";
import { useCheckedSheet } from "@/components/sheet/use-checked-sheet";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { CurrentAllocations } from "./current-allocations";
import { FinishRotation } from "./finish-rotation";
import { ListEditor } from "./list-editor";
import { RotationSteps } from "./rotation-steps";
import { useRotationPlan } from "./use-rotation-plan";

type RotationEditorProps = {
  campaign: ActionCampaign;
  token: Token;
  maxLeaves: number;
  /** The root of the allocations to change. A draft belongs to one list and not to a later one. */
  merkleRoot: string;
};

/** Shows the current allocations as editable rows, then their changes per recipient and the signature. */
export function RotationEditor(props: RotationEditorProps) {
  const t = useTranslator();
  const { treeAddress } = props.campaign;
  const { decimals } = props.token;
  const [percent, setPercent] = useState(0);
  const current = useQuery({
    queryKey: ["current-allocations", treeAddress, decimals],
    queryFn: async ({ signal }) => {
      const { fetchCurrentAllocations } = await import("./current-allocations");
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      return fetchCurrentAllocations({ treeAddress, decimals }, { signal, onProgress });
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (current.isPending) {
    return (
      <div className="space-y-6">
        <RotationSteps current="recipients" />
        <Card title={t("Recipients")}>
          <WorkProgress label={t("Loading the current allocations and claims")} percent={percent} />
        </Card>
      </div>
    );
  }
  if (current.data === undefined) {
    return (
      <Notice tone="danger" live action={<Button onClick={() => current.refetch()}>{t("Try again")}</Button>}>
        {current.error && errorText(t, current.error)}
      </Notice>
    );
  }
  return <Editor {...props} current={current.data} onReread={() => current.refetch()} />;
}

type EditorProps = RotationEditorProps & { current: CurrentAllocations; onReread: () => void };

function Editor({ campaign, token, maxLeaves, merkleRoot, current, onReread }: EditorProps) {
  const t = useTranslator();
  const [initial] = useState({ sheet: current.sheet });
  const [state, setState] = useState(initial);
  const { sheet } = state;
  const drafts = useDrafts({
    scope: `rotate ${campaign.treeAddress}`,
    basis: merkleRoot,
    initial,
    state,
    title: t("Changed allocations, {count} rows", { count: rowCount(sheet) }),
    onContinue: (stored) => setState({ sheet: fromStoredSheet(stored.sheet) }),
  });
  const { decimals } = token;
  const options = useMemo(() => ({ t, decimals, defaults: {}, isRotation: true }), [t, decimals]);
  const { checked, isCurrent, percent } = useCheckedSheet(sheet, options);
  const totalSupply = useMemo(() => BigInt(campaign.totalSupply), [campaign.totalSupply]);
  const { planned, isCurrent: isPlanned } = useRotationPlan({ current, sheet, checked, totalSupply, token });
  if (!checked || !planned) return <WorkProgress label={t("Checking the rows")} percent={percent} />;
  const isTooLong = planned.plan.leaves.length > maxLeaves;
  const isValid = planned.errors.size === 0 && planned.listError === null && !isTooLong && !current.isBehind;
  const basis = { previousRoot: current.merkleRoot, totalClaimed: current.totalClaimed };
  return (
    <div className="space-y-6">
      <DraftOffers drafts={drafts} />
      {current.isBehind && (
        <Notice tone="warn" title={t("The last change is not registered yet")} live>
          {t(
            "The network has newer allocations than the list below. Register them before you make more changes.",
          )}
        </Notice>
      )}
      <FinishRotation
        campaign={campaign}
        token={token}
        draftId={drafts.id}
        planned={planned}
        basis={basis}
        onReread={onReread}
        isReady={isCurrent && isPlanned && isValid}
        isValid={isValid}
      >
        <ListEditor
          original={current.sheet}
          sheet={sheet}
          onChange={(next: Sheet) => setState({ sheet: next })}
          checked={checked}
          planned={planned}
          token={token}
          totalSupply={totalSupply}
          {...{ maxLeaves, isTooLong }}
        />
      </FinishRotation>
    </div>
  );
}
