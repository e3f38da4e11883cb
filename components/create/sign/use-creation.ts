"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type PendingCampaign, savePending } from "@/components/drafts/pending-store";
import { SEND_PHASES } from "@/components/ledger/send-phase";
import { useLoadedAhead } from "@/components/wallet/use-loaded-ahead";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { CreationNote, CreationStep } from "./run-creation";

const loadCreation = () => import("./run-creation");

export type StepState = { status: "waiting" | "running" | "done"; note: string };
export type Steps = Record<CreationStep, StepState>;

const NOTES: Record<CreationNote, string> = {
  ...SEND_PHASES,
  asking: "Your wallet proves who you are; nothing is sent yet…",
  checking: "Trying it on the ledger without sending…",
  done: "Done",
};

const WAITING: Steps = {
  service: { status: "waiting", note: "" },
  ledger: { status: "waiting", note: "" },
  register: { status: "waiting", note: "" },
};

/** Runs a pending campaign to its end; it is stored before the first signature, so it can be resumed from anywhere. */
export function useCreation() {
  const queries = useQueryClient();
  const [steps, setSteps] = useState<Steps>(WAITING);
  useLoadedAhead(loadCreation);
  const run = useMutation({
    // Without a connection it fails with a sentence; waiting for one would have the wallet ask at any later moment.
    networkMode: "always",
    mutationFn: async ({ pending, account }: { pending: PendingCampaign; account: WalletAccount }) => {
      setSteps(WAITING);
      await savePending(pending);
      const { runCreation } = await loadCreation();
      const signatures = await runCreation(pending, {
        account,
        onProgress: (step, note) => {
          const state: StepState = { status: note === "done" ? "done" : "running", note: NOTES[note] };
          setSteps((before) => ({ ...before, [step]: state }));
        },
      });
      return { treeAddress: pending.treeAddress, signatures };
    },
    // A success leaves the list of unfinished campaigns to its next visit: the one that ran must stay on screen.
    onError: () => queries.invalidateQueries({ queryKey: ["pending"] }),
  });
  return { run, steps };
}
