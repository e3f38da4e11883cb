"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { useLoadedAhead, useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { CampaignDraft, CheckedDraft } from "../form/campaign-draft";
import type { CheckStates } from "../preflight/check-list";

const loadChecks = () =>
  Promise.all([
    import("./prepare-campaign"),
    import("../preflight/run-preflight"),
    import("../preflight/names"),
    import("./signing"),
  ]);

type PreparationInput = {
  draft: CampaignDraft;
  checked: CheckedDraft;
  token: Token;
  programId: string;
  /** The id of the saved draft in this browser. The draft is kept until the campaign is registered. */
  draftId: string;
};

export type Preparation = ReturnType<typeof usePreparation>;

/** Builds the tree and runs every check that needs no signature. */
export function usePreparation({ draft, checked, token, programId, draftId }: PreparationInput) {
  const t = useTranslator();
  const [percent, setPercent] = useState<number | null>(null);
  const [checks, setChecks] = useState<CheckStates>({});
  const now = useNow(1_000);
  const { account } = useWallet();
  useLoadedAhead(loadChecks);
  const prepare = useMutation({
    mutationFn: async (account: WalletAccount) => {
      setChecks({});
      const [{ prepareCampaign }, { runPreflight }, { usedNames }] = await loadChecks();
      setPercent(0);
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      const to = { t, creator: account.address, programId, draftId, onProgress };
      const pending = await prepareCampaign(draft, checked, to);
      const names = await usedNames(draft.mode === "many" ? draft.sheet : null);
      setPercent(null);
      const preflight = await runPreflight({ t, pending, token, account, now, names }, (id, state) =>
        setChecks((before) => ({ ...before, [id]: state })),
      );
      return { draft, pending, preflight };
    },
    onSettled: () => setPercent(null),
  });
  // A tree of earlier input or of another creator does not match the form.
  const isCurrent =
    isSameInput(prepare.data?.draft, draft) && prepare.data?.pending.creator === account?.address;
  const begin = () => {
    if (checked.isReady && account && !prepare.isPending) prepare.mutate(account);
  };
  const isBegun = prepare.isPending || isCurrent;
  return { prepare, isBegun, prepared: isCurrent ? (prepare.data ?? null) : null, percent, checks, begin };
}

/** Returns whether two drafts have the same input. The visible step is not an input. */
function isSameInput(a: CampaignDraft | undefined, b: CampaignDraft): boolean {
  const fields = Object.keys(b) as (keyof CampaignDraft)[];
  return a !== undefined && fields.every((field) => field === "step" || a[field] === b[field]);
}
