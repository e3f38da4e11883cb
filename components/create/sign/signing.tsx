"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import { useTranslator } from "@/components/i18n/use-translator";
import { exporting } from "@/components/offline-signing/offline-account";
import { WalletProofNote } from "@/components/review/parties";
import { useNow } from "@/components/shell/clock";
import { exportLabel } from "@/components/squads/export-label";
import { Button } from "@/components/ui/button";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { KnownNames } from "@/lib/core/recipients/read-name-cell";
import type { CampaignDraft } from "../form/campaign-draft";
import { ChangedNames } from "../preflight/changed-names";
import { findPastDates, PastDatesConfirmation } from "../preflight/past-dates";
import type { Preflight } from "../preflight/run-preflight";
import { UnusualAuthorities, UnusualRecipients } from "../preflight/unusual-accounts";
import { CreationProgress, useCreation } from "./creation-progress";
import { CreationReview } from "./creation-review";

type SigningProps = {
  pending: PendingCampaign;
  draft?: CampaignDraft;
  preflight: Preflight;
  token: Token;
  account: WalletAccount;
  onRunning: (treeAddress: string) => void;
  /** Uses other addresses for names, which changes the list. */
  onNames: (names: KnownNames) => void;
  children: ReactNode;
};

/** Shows the review before the signatures, then the progress of the creation. */
export function Signing(props: SigningProps) {
  const { pending, draft, preflight, token, account, onRunning, onNames, children } = props;
  const t = useTranslator();
  const creation = useCreation();
  const [consents, setConsents] = useState(false);
  const [trusts, setTrusts] = useState(false);
  const [acceptsNames, setAcceptsNames] = useState(false);
  const [dates, setDates] = useState(preflight.dates);
  const [confirms, setConfirms] = useState(false);
  const now = useNow(1_000);
  const { unusual } = preflight.recipients;
  const unusualAuthorities = preflight.authorities.unusual;
  const { changed } = preflight.names;
  const container = useRef<HTMLDivElement>(null);
  // The button that opened this view is gone, so the focus moves to the next content.
  useEffect(() => container.current?.focus(), []);
  const create = async (by: WalletAccount) => {
    // The review can stay open for a long time. Schedules that started since then also need a confirmation.
    const current = await findPastDates(pending.leaves, now);
    if (current.needsConfirmation && current.begun > dates.begun) {
      setDates(current);
      return setConfirms(false);
    }
    onRunning(pending.treeAddress);
    creation.run.mutate({ pending, account: by });
  };
  const isRefused =
    (unusual.length > 0 && !consents) ||
    (changed.length > 0 && !acceptsNames) ||
    (unusualAuthorities.length > 0 && !trusts) ||
    (dates.needsConfirmation && !confirms);
  return (
    <div ref={container} tabIndex={-1} className="space-y-4 outline-none">
      {!creation.run.isSuccess && (
        <ChangedNames
          changed={changed}
          isAccepted={acceptsNames}
          onAccept={setAcceptsNames}
          onReplace={onNames}
        />
      )}
      <UnusualRecipients {...{ unusual, consents }} onConsent={setConsents} />
      <UnusualAuthorities unusual={unusualAuthorities} trusts={trusts} onTrust={setTrusts} />
      <CreationReview
        {...{ pending, draft, token, preflight, account }}
        checks={children}
        isSending={creation.run.isPending}
      />
      {!creation.run.isSuccess && (
        <>
          <p className="text-sm text-ink-soft">
            {account.vault
              ? t(
                  "The members of the multisig approve the transaction. The campaign is then registered from the network, without its name and description.",
                )
              : t(
                  "Your wallet requests three signatures: one to prove your identity for the registration check, one for the transaction, and one to register the campaign.",
                )}
          </p>
          {!account.vault && <WalletProofNote account={account} />}
          <PastDatesConfirmation {...{ dates, token, confirms }} onConfirm={setConfirms} />
          <div className="flex flex-wrap gap-2">
            {!account.signPlan && (
              <Button
                tone="primary"
                busy={creation.run.isPending}
                disabled={isRefused}
                onClick={() => create(account)}
              >
                {creation.run.isError ? t("Try again") : t("Sign and create campaign")}
              </Button>
            )}
            <Button
              tone={account.signPlan ? "primary" : "secondary"}
              disabled={isRefused || creation.run.isPending}
              onClick={() => create(exporting(account))}
            >
              {exportLabel(t, account)}
            </Button>
          </div>
        </>
      )}
      <CreationProgress creation={creation} />
    </div>
  );
}
