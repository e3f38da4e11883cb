"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type SendPhase, sendPlan, simulatePlan } from "@/components/ledger/send-plan";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { ActionRequest } from "./action-request";
import { planAction } from "./plan-action";

/** Plans and simulates an action at once, and runs it when asked to. */
export function useAction(request: ActionRequest) {
  const router = useRouter();
  const queries = useQueryClient();
  const [phase, setPhase] = useState<SendPhase | null>(null);
  const check = useQuery({
    queryKey: ["action", request],
    queryFn: async () => {
      const plans = await planAction(request);
      const [first] = plans;
      if (!first) throw new RangeError("There is nothing to do any more. Reload the page.");
      await simulatePlan(first);
      return plans;
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const run = useMutation({
    mutationFn: async (account: WalletAccount) => {
      const plans = check.data ?? (await planAction(request));
      let isIndexed = true;
      for (const plan of plans) {
        const sent = await sendPlan(plan, { account, onPhase: setPhase });
        isIndexed &&= sent.isIndexed;
      }
      return { isIndexed };
    },
    onSuccess: async () => {
      // Only what the ledger has changed: wallets and mints stay as they are.
      await Promise.all(
        ["progress", "claim-rents"].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      );
      router.refresh();
    },
    onSettled: () => setPhase(null),
  });
  return { check, run, phase };
}
