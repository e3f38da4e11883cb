"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { storeConfirmedClaim } from "@/components/claim/recent-claim";
import { useTranslator } from "@/components/i18n/use-translator";
import { readRecentPrices, withChosenFee } from "@/components/network/priority-fee";
import { readNetwork } from "@/components/network/read-network";
import type { SendPhase } from "@/components/network/send-phase";
import {
  type ConfirmedTransaction,
  SendFailedError,
  type SendPlanOptions,
  sendPlan,
  settleSent,
} from "@/components/network/send-plan";
import {
  CheckFailedError,
  requireSigning,
  type SimulatedPlan,
  simulateEffect,
} from "@/components/network/simulate-plan";
import { SponsorRefusedError, signSponsoredClaim } from "@/components/network/sponsored-claim";
import { usePoll } from "@/components/service/use-poll";
import { useNow } from "@/components/shell/clock";
import { currentFeeSettings } from "@/components/shell/fee-settings";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { ConfirmedSend } from "@/lib/client/network/send-plan";
import type { Translator } from "@/lib/core/i18n/translator";
import type { SendablePlan } from "@/lib/core/plans/plan";
import type { Network } from "@/lib/core/solana/networks";
import type { ActionRequest } from "./action-request";
import { CampaignChangedError, readActionBasis } from "./chain-state";
import { type PreparedAction, prepareAction, requireUnchanged } from "./prepare-action";

/**
 * The state of an action before it is signed. `earlier` is an earlier transaction for the action whose
 * outcome was unknown until now.
 */
type Checked =
  | { earlier: ConfirmedSend }
  | (PreparedAction & {
      earlier: null;
      network: Network;
      /** Null if the simulation failed. An offline signer can still sign, for a later time. */
      simulation: SimulatedPlan | null;
      problem: string | null;
      /** Null if the node does not report recent prices. */
      recentPrices: readonly bigint[] | null;
    });

/** `account` is the wallet that checked the action, or the same address with offline signing. */
type Run = { checked: Checked & { earlier: null }; account: WalletAccount };

/** The transactions that landed in this dialog, and how many of the checked plans are done: a retry continues there. */
type Progress = { landed: ConfirmedTransaction[]; plans: readonly SendablePlan[]; done: number };

function noteLanded(progress: Progress, transaction: ConfirmedTransaction): void {
  progress.landed.push(transaction);
  progress.done++;
}

/** Checks an action immediately and without a signature, and runs it on request. */
export function useAction(request: ActionRequest, account: WalletAccount) {
  const t = useTranslator();
  const [phase, setPhase] = useState<SendPhase | null>(null);
  const showResult = useShowResult();
  const now = useNow(30_000);
  const progress = useRef<Progress>({ landed: [], plans: [], done: 0 });
  const read = useRef<string | null>(null);
  const withoutSponsor = useRef(false);
  const intent = {
    signer: account.address,
    treeAddress: request.campaign.treeAddress,
    what: actionKey(request),
  };
  const onBasis = (basis: string) => {
    read.current = basis;
  };
  const prepare = (by: WalletAccount) =>
    prepareSimulated(request, { t, account: by, now, onBasis, withoutSponsor: withoutSponsor.current });
  const check = useQuery({
    queryKey: ["action", request, account.address],
    queryFn: async (): Promise<Checked> => {
      requireSigning(t, account);
      const network = await readNetwork(t);
      const earlier = await settleSent({ intent, onPhase: setPhase, t }).finally(() => setPhase(null));
      if (earlier) {
        await showResult(earlier.isIndexed);
        return { earlier };
      }
      return { earlier, network, ...(await prepare(account)) };
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
    // A valid plan is not refetched while the user signs, and a completed action is not offered again.
    enabled: ({ state }) => state.data === undefined,
  });
  const run = useMutation({
    mutationFn: async ({ checked: shown, account }: Run): Promise<readonly ConfirmedTransaction[]> => {
      // The sponsor's signature would expire before that of an offline signer arrives, who reviews the export.
      const isSponsoredExport = shown.isSponsored && account.signPlan !== undefined;
      const checked = isSponsoredExport ? { ...shown, ...(await prepare(account)) } : shown;
      const { plans } = checked;
      const { current } = progress;
      // New plans no longer contain what landed before.
      if (current.plans !== plans) Object.assign(current, { plans, done: 0 });
      const before = await settleSent({ intent, onPhase: setPhase, t });
      if (before) noteLanded(current, before);
      if (current.done === 0)
        await requireUnchanged(request, checked, { t, account, now, withoutSponsor: withoutSponsor.current });
      for (const plan of plans.slice(current.done)) {
        const sending = { account, intent, onPhase: setPhase, t };
        noteLanded(current, await sendOne(plan, { request, checked, sending, isFirst: current.done === 0 }));
      }
      return current.landed;
    },
    onError: (error) => {
      if (error instanceof SponsorRefusedError) withoutSponsor.current = true;
      if (REPREPARED.some((kind) => error instanceof kind)) check.refetch();
    },
    onSuccess: (done) => {
      const signatures = done.map(({ signature }) => signature);
      if (request.kind === "claim") storeConfirmedClaim({ treeAddress: intent.treeAddress, signatures });
      return showResult(done.every(({ isIndexed }) => isIndexed));
    },
    onSettled: () => setPhase(null),
  });
  const isWatched = !check.isFetching && !check.data?.earlier && (run.isIdle || run.isError);
  const isStale = useStaleBasis({ request, account, basis: isWatched ? read.current : null });
  const { refetch } = check;
  useEffect(() => {
    if (isStale) refetch();
  }, [isStale, refetch]);
  const done = run.data ?? (check.data?.earlier ? [{ ...check.data.earlier, isEarlier: true }] : null);
  return { check, run, phase, isStale, done };
}

/** Prepares an action and simulates its first transaction. */
async function prepareSimulated(request: ActionRequest, preparing: Parameters<typeof prepareAction>[1]) {
  const { t, account } = preparing;
  const prepared = await prepareAction(request, preparing);
  const [first] = prepared.plans;
  if (!first) throw new RangeError(t("There is nothing left to do. Reload the page."));
  const [simulation, recentPrices] = await Promise.all([
    simulateFirst(t, first, { request, account }),
    readRecentPrices(first),
  ]);
  return { ...prepared, ...simulation, recentPrices };
}

/**
 * Returns whether the state of the service or the Solana network differs from the basis. Does not poll with a
 * null basis.
 */
function useStaleBasis(input: {
  request: ActionRequest;
  account: WalletAccount;
  basis: string | null;
}): boolean {
  const { request, account, basis } = input;
  const watched = usePoll({
    queryKey: ["action-basis", request, account.address, basis],
    queryFn: async () => (await readActionBasis(request)).basis,
    enabled: basis !== null,
    treeAddress: request.campaign.treeAddress,
    ...(basis !== null && { initialData: basis }),
    gcTime: 0,
  });
  return basis !== null && watched.data !== undefined && watched.data !== basis;
}

/**
 * Rejects a plan that fails for a wallet. An offline signer can use another fee payer or wait for a later
 * time.
 */
async function simulateFirst(
  t: Translator,
  plan: SendablePlan,
  { request, account }: { request: ActionRequest; account: WalletAccount },
): Promise<{ simulation: SimulatedPlan | null; problem: string | null }> {
  try {
    const simulation = await simulateEffect(plan, request.campaign.mint, t, account.address);
    return { simulation, problem: null };
  } catch (error) {
    if (!account.signPlan || !(error instanceof SendFailedError)) throw error;
    return { simulation: null, problem: error.message };
  }
}

/** Errors before a signature, after which the action is prepared again. */
const REPREPARED = [CampaignChangedError, CheckFailedError, SponsorRefusedError];

type SendingOne = {
  request: ActionRequest;
  checked: Run["checked"];
  sending: Omit<SendPlanOptions, "t"> & { t: Translator };
  /** Whether the plan is the one that was simulated. */
  isFirst: boolean;
};

async function sendOne(
  plan: SendablePlan,
  { request, checked, sending, isFirst }: SendingOne,
): Promise<ConfirmedTransaction> {
  const { mint, treeAddress } = request.campaign;
  const { account, t } = sending;
  const { supported } = checked;
  if (checked.isSponsored) {
    const sign = (reviewed: SendablePlan) =>
      signSponsoredClaim(reviewed, { account, treeAddress, supported, t });
    return sendPlan(plan, { ...sending, sign });
  }
  const { choice, maxLamports } = currentFeeSettings();
  const simulation = isFirst ? checked.simulation : await simulateEffect(plan, mint, t);
  const basis = { ...checked, maxLamports, unitsConsumed: simulation?.unitsConsumed ?? null };
  return sendPlan(withChosenFee(plan, choice, basis), sending);
}

function actionKey(request: ActionRequest): string {
  if (request.kind === "release-milestone") return `${request.kind} ${request.milestoneIdx}`;
  return request.kind === "close-lookup-table" ? `${request.kind} ${request.step}` : request.kind;
}

/**
 * Returns a function that refetches the data that a transaction can change. Wallets and mints are not
 * refetched.
 */
export function useShowResult() {
  const router = useRouter();
  const queries = useQueryClient();
  return async (isIndexed: boolean) => {
    // An offline refresh would replace this page with an error and hide the result.
    if (!isIndexed && !navigator.onLine) return;
    await Promise.all(
      ["progress", "claim-rents", "lookup-table"].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
    router.refresh();
  };
}
