"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Token } from "@/components/format/token";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import { useWallet } from "@/components/wallet/wallet-store";
import type { CampaignDraft, CheckedDraft } from "./campaign-draft";
import { CreationProgress } from "./creation-progress";
import { Review } from "./review";
import { useCreation } from "./use-creation";

type FinishCardProps = {
  draft: CampaignDraft;
  checked: CheckedDraft;
  token: Token;
  programId: string;
  onTry: () => void;
  /** Told the tree that is being created, which is then not unfinished business of before. */
  onRunning: (treeAddress: string) => void;
};

/** Builds the tree, shows what will be created, then signs and registers it. */
export function FinishCard({ draft, checked, token, programId, onTry, onRunning }: FinishCardProps) {
  const { account } = useWallet();
  const creation = useCreation();
  const { build, percent } = useBuild({ draft, checked, programId });
  const isCurrent = build.data?.draft === draft && build.data.pending.creator === account?.address;
  // A tree of earlier input, or of another creator, is not what the form shows now.
  const pending = build.data && isCurrent ? build.data.pending : null;
  const begin = () => {
    onTry();
    if (checked.isReady && account) build.mutate(account.address);
  };
  const create = () => {
    if (!pending || !account) return;
    onRunning(pending.treeAddress);
    creation.run.mutate({ pending, account });
  };
  return (
    <Card title="5. Check and create">
      {pending ? (
        <>
          <Review pending={pending} token={token} />
          {!creation.run.isSuccess && (
            <Button tone="primary" className="mt-4" busy={creation.run.isPending} onClick={create}>
              {creation.run.isError ? "Try again" : "Sign, fund and register"}
            </Button>
          )}
          <CreationProgress creation={creation} />
        </>
      ) : (
        <>
          <p className="mb-3 text-sm text-ink-soft">
            First the Merkle tree of your recipients is built in this browser. You then see exactly what you
            sign.
          </p>
          <Button
            tone="primary"
            onClick={begin}
            busy={build.isPending}
            disabled={!account || checked.checking !== null}
          >
            Build the tree
          </Button>
          <WhatIsMissing checked={checked} isConnected={account !== null} />
        </>
      )}
      {build.isPending && (
        <div className="mt-3">
          <WorkProgress label="Building the tree" percent={percent} />
        </div>
      )}
      {build.isError && (
        <Notice tone="danger" live>
          {build.error.message}
        </Notice>
      )}
    </Card>
  );
}

function useBuild({ draft, checked, programId }: Pick<FinishCardProps, "draft" | "checked" | "programId">) {
  const [percent, setPercent] = useState(0);
  const build = useMutation({
    mutationFn: async (creator: string) => {
      const { prepareCampaign } = await import("./prepare-campaign");
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      return { draft, pending: await prepareCampaign(draft, checked, { creator, programId, onProgress }) };
    },
  });
  return { build, percent };
}

function WhatIsMissing({ checked, isConnected }: { checked: CheckedDraft; isConnected: boolean }) {
  const rows = checked.sheet?.faults.size ?? 0;
  const sentences = Object.values(checked.faults);
  if (rows > 0) sentences.push(`Correct the ${rows === 1 ? "row" : `${rows} rows`} marked above.`);
  if (checked.checking !== null) sentences.push("The rows are still being checked.");
  if (!checked.isReady && sentences.length === 0) sentences.push("Choose a file of recipients.");
  if (!isConnected) sentences.push("Connect the wallet that will be the creator.");
  return (
    <ul className="mt-2 list-disc pl-5 text-sm text-ink-soft">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
