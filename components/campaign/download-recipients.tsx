"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { download } from "@/components/review/document";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { WorkProgress } from "@/components/ui/progress-bar";
import type { CampaignIdentity } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import type { Leaf } from "@/lib/core/vesting/leaf";

type DownloadRecipientsProps = {
  /** The campaign of the leaves. Its current leaves are fetched if `leaves` is missing. */
  campaign: CampaignIdentity;
  leaves?: readonly Leaf[] | LeafList;
  label?: string;
};

/** Downloads the CSV file from which `verify-root` recomputes the root of a campaign. */
export function DownloadRecipients({ label, ...rest }: DownloadRecipientsProps) {
  const t = useTranslator();
  const exported = useRecipientsExport(rest);
  return (
    <div className="space-y-2">
      <Button onClick={exported.start} busy={exported.isPending}>
        <Icon name="download" className="size-4" /> {label ?? t("Export recipients as CSV")}
      </Button>
      <ExportState exported={exported} />
    </div>
  );
}

/** Exports the recipients of a campaign, for a button or a menu beside an `ExportState`. */
export function useRecipientsExport({ campaign, leaves }: Omit<DownloadRecipientsProps, "label">) {
  const t = useTranslator();
  const [percent, setPercent] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      const [{ leavesCsv }, all] = await Promise.all([
        import("@/lib/core/recipients/leaves-csv"),
        leaves ?? fetchLeaves(t, campaign, onProgress),
      ]);
      const name = `recipients-${campaign.treeAddress.slice(0, 8)}.csv`;
      await download({ name, type: "text/csv", chunks: leavesCsv(all) });
    },
  });
  return { start: () => mutate(), isPending, error, percent: isPending && !leaves ? percent : null };
}

/** The progress of an export and its error. */
export function ExportState({ exported }: { exported: ReturnType<typeof useRecipientsExport> }) {
  const t = useTranslator();
  return (
    <>
      {exported.percent !== null && (
        <WorkProgress label={t("Loading recipients")} percent={exported.percent} />
      )}
      {exported.error && (
        <p role="alert" className="text-sm text-danger">
          {errorText(t, exported.error)}
        </p>
      )}
    </>
  );
}

/**
 * Fetches the current leaves.
 * @throws Error if the leaves do not produce the root that the service states
 */
async function fetchLeaves(
  t: Translator,
  { treeAddress, earlierGeneration: creation }: CampaignIdentity,
  onProgress: (done: number, total: number) => void,
): Promise<LeafList> {
  const [{ fetchAllLeaves }, { ApiClient }, { getRoot }] = await Promise.all([
    import("@/lib/client/fetch-all"),
    import("@/lib/client/api-client"),
    import("@/components/leaves/leaf-work"),
  ]);
  const api = new ApiClient({ baseUrl: "" });
  const { leaves, merkleRoot } = await fetchAllLeaves(api, treeAddress, { onProgress, creation });
  const root = await getRoot(leaves, { t, onProgress });
  if (root !== merkleRoot) {
    throw new Error(
      t("The recipients that the service returned do not produce its Merkle root. Do not rely on them."),
    );
  }
  return leaves;
}
