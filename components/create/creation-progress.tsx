"use client";

import { ButtonLink, Spinner } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { StepState, useCreation } from "./use-creation";

const STEPS = [
  { step: "ledger", title: "Create and fund on the ledger" },
  { step: "register", title: "Register recipients and proofs" },
] as const;

const SHARE: Record<StepState["status"], number> = { waiting: 0, running: 20, done: 50 };

/** Each step of the creation with where it stands, and the way on when all is done or something failed. */
export function CreationProgress({ creation: { run, steps } }: { creation: ReturnType<typeof useCreation> }) {
  if (run.isIdle) return null;
  return (
    <div className="mt-4 space-y-3">
      <ProgressBar
        label="Creation"
        percent={STEPS.reduce((sum, { step }) => sum + SHARE[steps[step].status], 0)}
      />
      <ol className="space-y-2 text-sm">
        {STEPS.map(({ step, title }) => (
          <li key={step} className="flex flex-wrap items-center gap-2">
            {steps[step].status === "running" && run.isPending ? (
              <Spinner />
            ) : (
              <Icon name={steps[step].status === "done" ? "check" : "clock"} className="size-4" />
            )}
            <span className="font-medium">{title}</span>
            <span role="status" className="text-ink-soft">
              {steps[step].note}
            </span>
          </li>
        ))}
      </ol>
      {run.isError && (
        <Notice tone="danger" title="It stopped here" live>
          <p>{run.error.message}</p>
          <p>Nothing is lost: your recipients are kept in this browser. Try again, now or later.</p>
        </Notice>
      )}
      {run.isSuccess && (
        <Notice
          tone="good"
          title="Your campaign is live"
          live
          action={
            <ButtonLink tone="primary" href={`/campaigns/${run.data}`}>
              Open it
            </ButtonLink>
          }
        >
          Recipients can see their allocations now.
        </Notice>
      )}
    </div>
  );
}
