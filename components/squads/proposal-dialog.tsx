"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { SEND_PHASES, type SendPhase } from "@/components/network/send-phase";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice, Notice, Skeleton } from "@/components/ui/notice";
import type { ProposedTransaction } from "@/lib/client/network/squads";
import { type Message, message } from "@/lib/core/i18n/translator";
import { getMember } from "@/lib/core/squads/accounts";
import { findSquadsProposalAddress, findSquadsVaultAddress } from "@/lib/core/squads/addresses";
import type { ProposalState } from "@/lib/core/squads/plans";
import { deleteProposed } from "./proposal-store";
import {
  approve,
  canExecute,
  execute,
  findExecuted,
  lockedSeconds,
  propose,
  readProposed,
} from "./run-proposal";
import { useVaultRequest, type VaultRequest } from "./vault-signing-store";

const STATES: Readonly<Record<ProposalState, Message>> = {
  draft: message("The proposal is a draft. Activate it in Squads."),
  active: message("The members vote on the proposal."),
  rejected: message("The members rejected the proposal. Nothing was changed."),
  approved: message("The proposal is approved. A member can execute it."),
  executing: message("The proposal is being executed."),
  executed: message("This proposal was executed. If you propose again, the transaction runs a second time."),
  cancelled: message("The members cancelled the proposal. Nothing was changed."),
  stale: message("The multisig’s settings changed, so the members can no longer vote."),
};

/** States from which a proposal can no longer be executed. */
const ENDED: readonly ProposalState[] = ["rejected", "cancelled", "stale"];

/** Returns whether only a new proposal helps: this one ended, or the network does not have its execution. */
const isReplaceable = (state: ProposalState, isUnfinished: boolean): boolean =>
  ENDED.includes(state) || (state === "executed" && isUnfinished);

const REFRESH_MS = 5_000;

/** Proposes a transaction of a vault, shows its votes, and executes it. */
export default function ProposalDialog() {
  const t = useTranslator();
  const pending = useVaultRequest();
  if (!pending) return null;
  const { id, request, answer } = pending;
  const leave = () =>
    pending.leave(
      t("The transaction was not executed. A proposal stays in this browser. Return here to execute it."),
    );
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={t("Propose to the multisig")}
      description={t(
        "You propose the vault’s transaction. It is executed when enough members have approved it.",
      )}
    >
      <Steps
        key={id}
        {...{ id, request }}
        onExecuted={(landed, isEarlier = false) => answer({ landed, isEarlier })}
      />
      <div className="flex justify-end">
        <Button onClick={leave}>{t("Continue later")}</Button>
      </div>
    </Dialog>
  );
}

type StepsProps = {
  id: number;
  request: VaultRequest;
  /** `isEarlier` if the proposal had been executed before this dialog was opened. */
  onExecuted: (signature: string, isEarlier?: boolean) => void;
};

function Steps({ id, request, onExecuted }: StepsProps) {
  const t = useTranslator();
  const now = useNow(1_000);
  const { vault, intent, member } = request;
  const [phase, setPhase] = useState<SendPhase | null>(null);
  const running = { t, onPhase: setPhase };
  const proposed = useQuery({
    queryKey: ["vault-proposal", id],
    queryFn: () => readProposed(request),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const found = proposed.data ?? null;
  const step = useMutation({
    mutationFn: async (run: () => Promise<unknown>) => {
      await run();
      await proposed.refetch();
    },
    onSettled: () => setPhase(null),
  });
  const finish = useFinish({ request, onExecuted, loaded: proposed.data, isPaused: step.isPending });
  const isExecuted = found?.state === "executed";
  const executeNow = async (ready: ProposedTransaction) => onExecuted(await execute(request, ready, running));
  const proposeNow = async () => {
    await propose(request, running);
    const first = await readProposed(request);
    // With a threshold of one, the member's own approval is sufficient.
    if (first && canExecute(first, getMember(first.multisig, member.address), now)) await executeNow(first);
  };
  if (proposed.isPending) return <Skeleton lines={3} label={t("Loading the proposal")} />;
  const own = found && getMember(found.multisig, member.address);
  const canApprove =
    found?.state === "active" && own?.canVote === true && !found.proposal.approved.includes(member.address);
  return (
    <div className="space-y-3">
      <p className="text-sm break-all">
        {t("Vault {vault} of the multisig {multisig}", {
          ...{ vault: findSquadsVaultAddress(vault), multisig: vault.multisig },
        })}
      </p>
      {proposed.isError && <Notice tone="danger">{errorText(t, proposed.error)}</Notice>}
      {found && <ProposalStatus found={found} />}
      <div className="flex flex-wrap gap-2">
        {!found && !proposed.isError && (
          <Button tone="primary" busy={step.isPending} onClick={() => step.mutate(proposeNow)}>
            {t("Propose transaction")}
          </Button>
        )}
        {found && canApprove && (
          <Button
            tone="primary"
            busy={step.isPending}
            onClick={() => step.mutate(() => approve(request, found, running))}
          >
            {t("Approve proposal")}
          </Button>
        )}
        {found && canExecute(found, own, now) && (
          <Button tone="primary" busy={step.isPending} onClick={() => step.mutate(() => executeNow(found))}>
            {t("Execute transaction")}
          </Button>
        )}
        {found && isReplaceable(found.state, finish.isError) && (
          <Button
            onClick={() => {
              deleteProposed(intent);
              finish.reset();
              void proposed.refetch();
            }}
          >
            {t("Propose again")}
          </Button>
        )}
        {found && !isExecuted && (
          <Button busy={proposed.isFetching} onClick={() => proposed.refetch()}>
            {t("Refresh")}
          </Button>
        )}
        {isExecuted && finish.isError && (
          <Button onClick={() => finish.mutate(found)}>{t("Try again")}</Button>
        )}
      </div>
      {phase && (
        <p role="status" className="text-sm text-ink-soft">
          {t(SEND_PHASES[phase])}
        </p>
      )}
      <ErrorNotice error={step.error ?? finish.error} />
    </div>
  );
}

type Finishing = Omit<StepsProps, "id"> & {
  loaded: ProposedTransaction | null | undefined;
  isPaused: boolean;
};

/** Finds the transaction of an executed proposal. Another member can execute it while this dialog is open. */
function useFinish({ request, onExecuted, loaded, isPaused }: Finishing) {
  const t = useTranslator();
  const wasOpen = useWasOpen(loaded);
  const finish = useMutation({
    mutationFn: async (executed: ProposedTransaction) =>
      onExecuted(await findExecuted(t, request, executed), !wasOpen.current),
  });
  const { mutate } = finish;
  useEffect(() => {
    if (loaded?.state === "executed" && !isPaused) mutate(loaded);
  }, [loaded, isPaused, mutate]);
  return finish;
}

/** Whether the proposal was missing or open when it was loaded, so that it was executed only later. */
function useWasOpen(loaded: ProposedTransaction | null | undefined) {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (loaded !== undefined && loaded?.state !== "executed") wasOpen.current = true;
  }, [loaded]);
  return wasOpen;
}

function ProposalStatus({ found }: { found: ProposedTransaction }) {
  const t = useTranslator();
  const now = useNow(1_000);
  const { proposal, multisig, state } = found;
  const locked = lockedSeconds(found, now);
  return (
    <Notice
      tone={ENDED.includes(state) ? "warn" : "info"}
      title={t("Proposal {number}", { number: String(proposal.transactionIndex) })}
      live
    >
      <p>{t(STATES[state])}</p>
      <p>
        {t("Approvals: {approvals} of {threshold}", {
          ...{ approvals: String(proposal.approved.length), threshold: String(multisig.threshold) },
        })}
      </p>
      {locked > 0n && <p>{t("The time lock ends in {seconds} seconds.", { seconds: String(locked) })}</p>}
      <p className="break-all">
        {t("Account of the proposal: {address}", { address: findSquadsProposalAddress(proposal) })}
      </p>
    </Notice>
  );
}
