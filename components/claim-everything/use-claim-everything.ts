"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CAMPAIGN_CHANGED, CampaignChangedError } from "@/components/actions/chain-state";
import { useShowResult } from "@/components/actions/use-action";
import { useTranslator } from "@/components/i18n/use-translator";
import type { SendPhase } from "@/components/network/send-phase";
import { usePoll } from "@/components/service/use-poll";
import { useNow } from "@/components/shell/clock";
import { useFeeSettings } from "@/components/shell/fee-settings";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { type ClaimEverythingRequest, claimKey } from "./claim-request";
import {
  affordablePlan,
  type ClaimPlan,
  planEverything,
  readPlanBasis,
  type SimulatedPlan,
} from "./plan-everything";
import { type ClaimResults, sendClaims } from "./send-claims";

type Claiming = { request: ClaimEverythingRequest; account: WalletAccount; includesUnsolicited: boolean };

/**
 * Plans to claim from all campaigns without a signature, and runs the plan on request. A new plan covers the
 * remaining claims.
 */
export function useClaimEverything({ request, account, includesUnsolicited }: Claiming) {
  const t = useTranslator();
  const [phase, setPhase] = useState<SendPhase | null>(null);
  const [round, setRound] = useState(1);
  const showResult = useShowResult();
  const now = useNow(30_000);
  const fees = useFeeSettings();
  // Claims that landed in this dialog and may be missing in the index. These claims are not repeated.
  const claimed = useRef(new Set<string>());
  const withoutSponsor = useRef(false);
  const planning = useQuery({
    queryKey: ["claim-everything", account.address, includesUnsolicited, round],
    queryFn: async (): Promise<SimulatedPlan> => {
      const settings = { t, request, account, includesUnsolicited, now, claimed: claimed.current };
      const planning = { ...settings, withoutSponsor: withoutSponsor.current, onPhase: setPhase };
      const plan = await planEverything(planning).finally(() => setPhase(null));
      if (plan.earlier.landed.length > 0) await showResult(plan.earlier.isIndexed);
      return plan;
    },
    select: (plan): ClaimPlan => affordablePlan(t, plan, fees),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    // The signed plan must equal the visible plan, so an existing plan is never refetched.
    enabled: ({ state }) => state.data === undefined,
  });
  const run = useMutation({
    mutationFn: async (plan: ClaimPlan): Promise<ClaimResults> => {
      if ((await readPlanBasis(plan.claims, request)) !== plan.basis)
        throw new CampaignChangedError(t(CAMPAIGN_CHANGED));
      return sendClaims(plan.transactions, { t, account, onPhase: setPhase });
    },
    onSuccess: async ({ results, isIndexed, isRefused }) => {
      if (isRefused) withoutSponsor.current = true;
      const landed = results.filter(({ end }) => end === "landed");
      for (const { claims } of landed) for (const claim of claims) claimed.current.add(claimKey(claim));
      if (landed.length > 0) await showResult(isIndexed);
    },
    onError: (error) => error instanceof CampaignChangedError && setRound((before) => before + 1),
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

/**
 * Returns whether the state of the service or the Solana network differs from the basis of the plan. Does not
 * poll without a plan.
 */
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
