"use client";

import type { ReactNode } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { useDisconnect } from "@/components/wallet/use-disconnect";
import { chooseWallet } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { ClaimControl } from "@/lib/core/vesting/controls";
import { CheckAddress } from "./check-address";
import type { ClaimFacts } from "./claim-panel";
import { FirstUnlock } from "./first-unlock";
import { LARGE_BUTTON } from "./large-button";
import { type EarlierAllocation, useEarlierAllocation } from "./use-claim-history";

/** Returns the reason to connect a wallet. A claim would be a wrong promise before the first unlock. */
export const connectText = (t: Translator, { enabled }: ClaimControl): string =>
  enabled
    ? t("Connect your wallet to see and claim your tokens.")
    : t("Connect your wallet to see your allocation.");

type WithSummary = ClaimFacts & { summary: ReactNode };

/** Shown without a wallet: the button to connect, the first unlock, and the progress of the campaign. */
export function NotConnected({ claim, firstUnlock, campaign, token, summary }: WithSummary) {
  const t = useTranslator();
  const isOpen = claim.enabled || claim.showsCountdown;
  const title = claim.enabled ? t("Claim your tokens") : t("Your allocation");
  return (
    <>
      <Card title={<span className="text-xl">{title}</span>}>
        <p>
          {!isOpen && `${claim.reason} `}
          {connectText(t, claim)}
        </p>
        <p className="mt-1 text-ink-soft empty:hidden">
          <FirstUnlock claim={claim} firstUnlock={firstUnlock} />
        </p>
        <Button tone={isOpen ? "primary" : "secondary"} className={LARGE_BUTTON} onClick={chooseWallet}>
          {isOpen ? t("Connect a wallet") : t("View my allocation")}
        </Button>
        <CheckAddress treeAddress={campaign.treeAddress} token={token} />
      </Card>
      <Card title={t("Whole campaign")}>{summary}</Card>
    </>
  );
}

/** Shown to a wallet without an allocation: the reason, and the way to find the right wallet. */
export function NotRecipient(props: WithSummary & { address: string }) {
  const { address, campaign, token, versions, claim, firstUnlock, summary } = props;
  const t = useTranslator();
  const disconnect = useDisconnect();
  const { treeAddress } = campaign;
  const earlier = useEarlierAllocation({ treeAddress, address, versions, enabled: true });
  return (
    <>
      <Card
        title={
          earlier.data
            ? t("An update of the recipients removed this wallet.")
            : t("This wallet is not a recipient of this campaign.")
        }
      >
        <div className="space-y-2">
          <p>
            <Trans
              id="Connected wallet: {wallet}"
              values={{ wallet: <Address address={address} name="recipient" /> }}
            />
          </p>
          {earlier.data ? (
            <RemovedText earlier={earlier.data} {...{ token, campaign }} />
          ) : (
            <p className="text-ink-soft">
              {t(
                "Each allocation belongs to one wallet address. Connect the wallet whose address you gave to the creator, or look for your address in the list of recipients.",
              )}
            </p>
          )}
          <p className="mt-1 text-ink-soft empty:hidden">
            <FirstUnlock claim={claim} firstUnlock={firstUnlock} />
          </p>
        </div>
        <Button className={LARGE_BUTTON} onClick={disconnect}>
          {t("Use another wallet")}
        </Button>
        <CheckAddress {...{ treeAddress, token }} />
      </Card>
      <Card title={t("Whole campaign")}>{summary}</Card>
    </>
  );
}

type RemovedTextProps = Pick<ClaimFacts, "campaign"> & { earlier: EarlierAllocation; token: Token };

/** Explains an allocation that an update of the recipients removed. */
function RemovedText({ earlier, token, campaign }: RemovedTextProps) {
  return (
    <p className="text-ink-soft">
      <Trans
        id="This wallet’s allocation was {amount}. Tokens that were already claimed stay in the wallet. If you did not expect this, contact the creator, {creator}, or view <versions>the list versions</versions>."
        values={{
          amount: <Amount value={earlier.amount} token={token} exact />,
          creator: <Address address={campaign.creator} name="creator" />,
        }}
        components={{
          versions: (words) => (
            <Link
              href={`/campaigns/${campaign.treeAddress}?view=roots`}
              className="underline underline-offset-4"
            >
              {words}
            </Link>
          ),
        }}
      />
    </p>
  );
}
