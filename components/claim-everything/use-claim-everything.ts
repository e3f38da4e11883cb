"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CAMPAIGN_CHANGED, CampaignChanged } from "@/components/actions/ledger-basis";
import { useShowResult } from "@/components/actions/use-action";
import type { SendPhase } from "@/components/ledger/send-phase";
import { usePoll } from "@/components/service/use-poll";
import { useNow } from "@/components/shell/clock";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { useWords } from "@/components/words/use-words";
import { type ClaimEverythingRequest, claimKey } from "./claim-request";
import { type ClaimPlan, planEverything, readPlanBasis } from "./plan-everything";
import { type ClaimResults, sendClaims } from "./send-claims";

type Claiming = { request: ClaimEverythingRequest; account: WalletAccount; withStrangers: boolean };

/** Plans to claim everything without a signature, and does it when asked to; what is left can then be planned anew. */
export function useClaimEverything({ request, account, withStrangers }: Claiming) {
  const t = useWords();
  const [phase, setPhase] = useState<SendPhase | null>(null);
  const [round, setRound] = useState(1);
  const showResult = useShowResult();
  const now = useNow(30_000);
  // What has landed in this dialog is not claimed again where the index has not read it yet.
  const claimed = useRef(new Set<string>());
  const planning = useQuery({
    queryKey: ["claim-everything", account.address, withStrangers, round],
    queryFn: async (): Promise<ClaimPlan> => {
      const settings = { t, request, account, withStrangers, now, claimed: claimed.current };
      const plan = await planEverything({ ...settings, onPhase: setPhase }).finally(() => setPhase(null));
      if (plan.earlier.landed.length > 0) await showResult(plan.earlier.isIndexed);
      return plan;
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
    // What is shown is what is signed: it is not planned again under the hands of whoever signs.
    enabled: ({ state }) => state.data === undefined,
  });
  const run = useMutation({
    mutationFn: async (plan: ClaimPlan): Promise<ClaimResults> => {
      if ((await readPlanBasis(plan.claims, request)) !== plan.basis)
        throw new CampaignChanged(t(CAMPAIGN_CHANGED));
      return sendClaims(plan.transactions, { t, account, onPhase: setPhase });
    },
    onSuccess: async ({ results, isIndexed }) => {
      const landed = results.filter(({ end }) => end === "landed");
      for (const { claims } of landed) for (const claim of claims) claimed.current.add(claimKey(claim));
      if (landed.length > 0) await showResult(isIndexed);
    },
    onError: (error) => error instanceof CampaignChanged && setRound((before) => before + 1),
    onSettled: () => setPhase(null),
  });
  const isSigned = run.isPending || run.isSuccess;
  const isStale = useStalePlan(request, isSigned ? undefined : planning.data);
  useEffect(() => {
    if (isStale) setRound((before) => before + 1);
  }, [isStale]);
  const planAgain = () => {
    run.reset();
    setRound((before) => before + 1);
  };
  return { planning, run, phase, isStale, planAgain };
}

/** Returns whether service or ledger have moved on from the state that a plan rests on; no plan is not watched. */
function useStalePlan(request: ClaimEverythingRequest, plan: ClaimPlan | undefined): boolean {
  const basis = plan?.basis;
  const watched = usePoll({
    queryKey: ["claim-everything-basis", request.address, basis],
    queryFn: () => readPlanBasis(plan?.claims ?? [], request),
    enabled: plan !== undefined,
    ...(basis !== undefined && { initialData: basis }),
    gcTime: 0,
  });
  return plan !== undefined && watched.data !== undefined && watched.data !== basis;
}
