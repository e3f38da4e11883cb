"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { ActionRequest } from "./action-request";
import { describeAction } from "./describe-action";
import { useAction } from "./use-action";

type ActionDialogProps = { request: ActionRequest; account: WalletAccount; onClose: () => void };

const PHASES = {
  signing: "Waiting for your wallet to sign…",
  confirming: "Sent. Waiting for the ledger to confirm…",
  indexing: "Confirmed. Recording the result…",
} as const;

/** What will happen, whether the ledger would accept it, then signing, confirmation and the indexed result. */
export default function ActionDialog({ request, account, onClose }: ActionDialogProps) {
  const { check, run, phase } = useAction(request);
  const action = describeAction(request);
  const failure = run.error ?? check.error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={run.isPending}
      title={action.title}
      description="Nothing is sent before you sign in your wallet."
    >
      {run.isSuccess ? (
        <Notice tone="good" live>
          <p>{action.done}</p>
          {!run.data.isIndexed && <p>It is on the ledger; this page shows it after the index has read on.</p>}
        </Notice>
      ) : (
        <>
          <ul className="list-disc space-y-1.5 pl-5 text-sm">
            {action.effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          {action.warning && <Notice tone="warn">{action.warning}</Notice>}
          <Trial isPending={check.isPending} isPassed={check.isSuccess} />
          {failure && (
            <Notice tone="danger" title="It would not work" live>
              {failure.message}
            </Notice>
          )}
          {phase && (
            <Notice tone="info" live>
              {PHASES[phase]}
            </Notice>
          )}
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={run.isPending}>
          {run.isSuccess ? "Close" : "Not now"}
        </Button>
        {!run.isSuccess && (
          <Button
            tone={action.tone}
            busy={run.isPending}
            disabled={!check.isSuccess}
            onClick={() => run.mutate(account)}
          >
            {run.isError ? "Try again" : "Sign and send"}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Trial({ isPending, isPassed }: { isPending: boolean; isPassed: boolean }) {
  if (!isPending && !isPassed) return null;
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
      <Icon name={isPending ? "clock" : "check"} className="size-4" />
      {isPending
        ? "Trying it on the ledger without sending…"
        : "Tried on the ledger without sending: it works."}
    </p>
  );
}
