"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { DraftOffers } from "@/components/drafts/draft-offers";
import { useDrafts } from "@/components/drafts/use-drafts";
import { useTranslator } from "@/components/i18n/use-translator";
import { rowCount, type Sheet } from "@/components/sheet/sheet";
import { fromStoredSheet } from "@/components/sheet/stored-sheet";
import { useCheckedSheet } from "@/components/sheet/use-checked-sheet";
import { Notice } from "@/components/ui/notice";
import { Allocated } from "./allocated";
import type { CurrentAllocations } from "./current-allocations";
import { FinishRotation } from "./finish-rotation";
import { ListEditor } from "./list-editor";
import { LoadingEditor } from "./loading-editor";
import type { RotationEditorProps } from "./rotation-editor";
import { useRotationPlan } from "./use-rotation-plan";

type LoadedEditorProps = RotationEditorProps & { current: CurrentAllocations; onReread: () => void };

/** Edits the current allocations, and shows their changes and the signature. */
export default function LoadedEditor({
  campaign,
  token,
  maxLeaves,
  merkleRoot,
  current,
  onReread,
}: LoadedEditorProps) {
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
  const isChecked = useDeferredValue(checked !== null && planned !== null, false);
  if (!isChecked || !checked || !planned)
    return <LoadingEditor label={t("Checking the rows")} percent={percent} />;
  const isTooLong = planned.plan.leaves.length > maxLeaves;
  const isValid = planned.errors.size === 0 && planned.listError === null && !isTooLong && !current.isBehind;
  const allocated = <Allocated {...{ planned, token, totalSupply }} />;
  const basis = { previousRoot: current.merkleRoot, totalClaimed: current.totalClaimed };
  return (
    <div className="-mt-2 space-y-3">
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
        currentRoot={current.currentRoot}
        onReread={onReread}
        aside={allocated}
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
          treeAddress={campaign.treeAddress}
          allocated={allocated}
          {...{ maxLeaves, isTooLong }}
        />
      </FinishRotation>
    </div>
  );
}
