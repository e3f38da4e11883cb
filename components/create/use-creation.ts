"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { type PendingCampaign, savePending } from "./pending-store";
import type { CreationNote, CreationStep } from "./run-creation";

export type StepState = { status: "waiting" | "running" | "done"; note: string };
export type Steps = Record<CreationStep, StepState>;

const NOTES: Record<CreationNote, string> = {
  checking: "Trying it on the ledger without sending…",
  signing: "Waiting for your wallet to sign…",
  confirming: "Waiting for the ledger to confirm…",
  indexing: "Recording the result…",
  done: "Done",
};

const WAITING: Steps = {
  ledger: { status: "waiting", note: "" },
  register: { status: "waiting", note: "" },
};

/** Runs a pending campaign to its end; it is stored before the first signature, so it can be resumed from anywhere. */
export function useCreation() {
  const queries = useQueryClient();
  const [steps, setSteps] = useState<Steps>(WAITING);
  const run = useMutation({
    mutationFn: async ({ pending, account }: { pending: PendingCampaign; account: WalletAccount }) => {
      setSteps(WAITING);
      await savePending(pending);
      const { runCreation } = await import("./run-creation");
      await runCreation(pending, {
        account,
        onProgress: (step, note) => {
          const state: StepState = { status: note === "done" ? "done" : "running", note: NOTES[note] };
          setSteps((before) => ({ ...before, [step]: state }));
        },
      });
      return pending.treeAddress;
    },
    // A success leaves the list of unfinished campaigns to its next visit: the one that ran must stay on screen.
    onError: () => queries.invalidateQueries({ queryKey: ["pending"] }),
  });
  return { run, steps };
}
