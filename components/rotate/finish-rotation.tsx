"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ActionCampaign } from "@/components/actions/action-request";
import type { Change } from "@/components/campaign/changes-table";
import { findRotation, type PendingRotation } from "@/components/create/pending-store";
import type { Token } from "@/components/format/token";
import { SEND_PHASES, type SendPhase } from "@/components/ledger/send-phase";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import { useWallet } from "@/components/wallet/wallet-store";
import type { Recipient } from "@/lib/registration/recipients";
import { PagedChanges } from "./paged-changes";
import { rotationChanges } from "./rotation-changes";
import { RotationFacts } from "./rotation-facts";

type FinishRotationProps = {
  campaign: ActionCampaign;
  token: Token;
  /** What the editor is kept as in this browser, until the change is registered. */
  draftId: string;
  before: readonly Recipient[];
  after: readonly Recipient[];
  isReady: boolean;
};

/** What the new root changes for whom; then update_root and the registration of the new leaves. */
export function FinishRotation({ campaign, token, draftId, before, after, isReady }: FinishRotationProps) {
  const { account } = useWallet();
  const { run, phase, percent, unfinished } = useRotation(campaign);
  const changes = useChanges(before, after);
  const isSigner = account !== null && account.address === campaign.cancelAuthority;
  if (run.isSuccess) {
    return (
      <Notice
        tone="good"
        title="The allocations are changed"
        live
        action={
          <ButtonLink href={`/campaigns/${campaign.treeAddress}?view=roots`}>See the versions</ButtonLink>
        }
      >
        Earlier proofs no longer work; recipients get their new ones here.
      </Notice>
    );
  }
  return (
    <Card title="2. Check and sign">
      {unfinished && account && (
        <Notice
          tone="warn"
          title="An earlier change is not finished"
          action={
            <Button disabled={!isSigner} onClick={() => run.mutate({ account, rotation: unfinished })}>
              Resume it
            </Button>
          }
        >
          It was begun in this browser and not registered. Resume it before you change more.
        </Notice>
      )}
      {changes && changes.length > 0 ? (
        <PagedChanges changes={changes} token={token} />
      ) : (
        <p className="text-sm text-ink-soft">{changes ? "Nothing is changed yet." : "Comparing…"}</p>
      )}
      <ul className="my-3 list-disc space-y-1 pl-5 text-sm">
        <li>The Merkle root of the campaign is replaced: all earlier proofs end at once.</li>
        <li>What was claimed stays claimed, and counts against the supply.</li>
      </ul>
      {run.isError && (
        <Notice tone="danger" title="It stopped here" live>
          <p>{run.error.message}</p>
          <p>The new allocations are kept in this browser. Try again, now or later.</p>
        </Notice>
      )}
      {isSigner && account && <RotationFacts {...{ campaign, token, account }} />}
      {percent !== null && (
        <div className="my-2">
          <WorkProgress label="Building the tree" percent={percent} />
        </div>
      )}
      {phase && (
        <p role="status" className="my-2 text-sm text-ink-soft">
          {SEND_PHASES[phase]}
        </p>
      )}
      <Button
        tone="primary"
        busy={run.isPending}
        disabled={!isReady || !changes?.length || !isSigner}
        onClick={() => account && run.mutate({ account, recipients: after, draftId })}
      >
        Replace the root
      </Button>
      {!isSigner && (
        <p className="mt-2 text-sm text-ink-soft">Connect the cancel authority of this campaign to sign.</p>
      )}
    </Card>
  );
}

type RotationInput = { account: NonNullable<ReturnType<typeof useWallet>["account"]> } & (
  | { recipients: readonly Recipient[]; draftId: string }
  | { rotation: PendingRotation }
);

/** What changes for whom; null until the two lists are compared. */
function useChanges(before: readonly Recipient[], after: readonly Recipient[]): readonly Change[] | null {
  const [last, setLast] = useState<{ after: readonly Recipient[]; changes: Change[] } | null>(null);
  useEffect(() => {
    let isOvertaken = false;
    rotationChanges(before, after).then((changes) => {
      if (!isOvertaken) setLast({ after, changes });
    });
    return () => {
      isOvertaken = true;
    };
  }, [before, after]);
  return last?.after === after ? last.changes : null;
}

function useRotation(campaign: ActionCampaign) {
  const queries = useQueryClient();
  const [phase, setPhase] = useState<SendPhase | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const key = ["pending-rotation", campaign.treeAddress];
  const pending = useQuery({
    queryKey: key,
    queryFn: async () => (await findRotation(campaign.treeAddress)) ?? null,
    staleTime: 0,
  });
  const run = useMutation({
    networkMode: "always",
    mutationFn: async ({ account, ...input }: RotationInput) => {
      const { prepareRotation, runRotation } = await import("./run-rotation");
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      const rotation =
        "rotation" in input
          ? input.rotation
          : {
              ...(await prepareRotation(campaign.treeAddress, input.recipients, onProgress)),
              draftId: input.draftId,
            };
      setPercent(null);
      return runRotation(rotation, { campaign, account, onPhase: setPhase });
    },
    onError: () => queries.invalidateQueries({ queryKey: key }),
    onSettled: () => {
      setPhase(null);
      setPercent(null);
    },
  });
  return { run, phase, percent, unfinished: pending.data ?? null };
}
