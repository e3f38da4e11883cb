"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, useDeferredValue, useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { PartBoundary } from "@/components/shell/part-boundary";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import { LoadingEditor } from "./loading-editor";

const loadEditor = () => import("./loaded-editor");
const LoadedEditor = lazy(loadEditor);

export type RotationEditorProps = {
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
      const [{ fetchCurrentAllocations }] = await Promise.all([
        import("./current-allocations"),
        loadEditor(),
      ]);
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      return fetchCurrentAllocations({ treeAddress, decimals }, { signal, onProgress });
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  // The grid takes long to render, and a deferred render pauses for input. The progress bar stays until it is complete.
  const loaded = useDeferredValue(current.data);
  if (loaded) {
    return (
      <PartBoundary>
        <LoadedEditor {...props} current={loaded} onReread={() => current.refetch()} />
      </PartBoundary>
    );
  }
  if (current.isPending || current.data)
    return <LoadingEditor label={t("Loading the current allocations and claims")} percent={percent} />;
  return (
    <Notice tone="danger" live action={<Button onClick={() => current.refetch()}>{t("Try again")}</Button>}>
      {current.error && errorText(t, current.error)}
    </Notice>
  );
}
