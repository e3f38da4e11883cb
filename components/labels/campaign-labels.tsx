"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ErrorNotice } from "@/components/ui/notice";
import type { CampaignIdentity } from "@/lib/contract/names";
import { loadLabels, useLabels } from "./label-store";
import { LabelledFile } from "./labelled-file";

type CampaignLabelsProps = { campaign: CampaignIdentity & { creator: string } };

/** Shows the creator's private labels in the list of recipients, after one signature. Empty for everyone else. */
export function CampaignLabels({ campaign }: CampaignLabelsProps) {
  const t = useTranslator();
  const { account, nextCursor } = useLabels();
  const load = useMutation({ mutationFn: loadLabels });
  if (account?.address !== campaign.creator) return null;
  const { treeAddress, earlierGeneration } = campaign;
  return (
    <div className="mb-3 space-y-2 text-sm print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        {nextCursor !== null && (
          <Button busy={load.isPending} onClick={() => load.mutate(account)}>
            {nextCursor === undefined ? t("Show my labels") : t("Load more labels")}
          </Button>
        )}
        <LabelledFile
          label={t("Export with labels")}
          name={`recipients-${treeAddress.slice(0, 8)}.csv`}
          path={`/api/campaigns/${treeAddress}/leaves`}
          query={{ labels: "true", ...(earlierGeneration && { creation: earlierGeneration }) }}
        />
        <Link href="/labels" className="px-2 underline underline-offset-4">
          {t("All my labels")}
        </Link>
      </div>
      <ErrorNotice error={load.error} />
      {nextCursor === undefined && (
        <p className="text-ink-soft">
          {t("Labels are private notes about recipients. Your wallet signs a message to show them.")}
        </p>
      )}
    </div>
  );
}
