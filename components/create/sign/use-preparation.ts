"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLoadedAhead } from "@/components/wallet/use-loaded-ahead";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/core/views/names";
import type { CampaignDraft, CheckedDraft } from "../form/campaign-draft";
import { type CheckStates, NOTHING_CHECKED } from "../preflight/check-states";

const loadChecks = () => Promise.all([import("./prepare-campaign"), import("../preflight/run-preflight")]);

type Preparation = {
  draft: CampaignDraft;
  checked: CheckedDraft;
  token: Token;
  programId: string;
  /** What the form is kept as in this browser. */
  draftId: string;
};

/** Builds the tree and runs every check that needs no signature. */
export function usePreparation({ draft, checked, token, programId, draftId }: Preparation) {
  const [percent, setPercent] = useState<number | null>(null);
  const [checks, setChecks] = useState<CheckStates>(NOTHING_CHECKED);
  useLoadedAhead(loadChecks);
  const prepare = useMutation({
    // Without a connection the check says so; waiting for one would leave the person without a word.
    networkMode: "always",
    mutationFn: async (account: WalletAccount) => {
      setChecks(NOTHING_CHECKED);
      const [{ prepareCampaign }, { runPreflight }] = await loadChecks();
      setPercent(0);
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      const pending = await prepareCampaign(draft, checked, {
        creator: account.address,
        programId,
        draftId,
        onProgress,
      });
      setPercent(null);
      const preflight = await runPreflight({ pending, token, account }, (id, state) =>
        setChecks((before) => ({ ...before, [id]: state })),
      );
      return { draft, pending, preflight };
    },
    onSettled: () => setPercent(null),
  });
  return { prepare, percent, checks };
}
