import { ActionButton, SignerHint } from "@/components/actions/action-button";
import { ReclaimRent } from "@/components/actions/reclaim-rent";
import { AllocationText } from "@/components/campaign/allocation-text";
import { CampaignLink } from "@/components/campaign/campaign-link";
import { PaidEarlierNotice, UncoveredNotice } from "@/components/campaign/claimable-notes";
import { DriftBadge, UncertainAmounts } from "@/components/campaign/drift-notice";
import { FundingText, isUnderfunded } from "@/components/campaign/funding-notice";
import { LifecycleBadge } from "@/components/campaign/lifecycle-badge";
import { UnpaidParts } from "@/components/campaign/unpaid-parts";
import { formatPercent } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { Card, Fact, Facts } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Amount } from "@/components/ui/values/amount";
import { TokenName } from "@/components/ui/values/token";
import { campaignName, type Token } from "@/lib/contract/names";
import type { PortfolioEntry } from "@/lib/contract/portfolio/beneficiary";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import { entitlementParts } from "@/lib/core/vesting/entitlement-parts";
import { coveredClaims } from "@/lib/core/vesting/payable";
import { percentOf } from "@/lib/core/vesting/progress";
import { NextUnlock } from "./next-unlock";
import { TokenMark } from "./token-mark";

type EntryCardProps = {
  entry: PortfolioEntry;
  address: string;
  token: Token;
  /** Price of one token in US dollars; null if the price is unknown. */
  price: number | null;
  programId: string;
  /** Trees of the page that can have a claim record of the address. */
  closable: readonly string[];
};

/** Shows one campaign of a beneficiary, with a claim button if an amount is claimable. */
export function PortfolioEntryCard({ entry, address, token, price, programId, closable }: EntryCardProps) {
  const t = useTranslator();
  const { campaign, progress, leaves } = entry;
  const { decimals, unit, names } = token;
  // The campaign continues for other recipients, but "vesting" would promise more to this address.
  const isAllClaimed = campaign.status === "active" && progress.claimedSoFar >= progress.totalEntitled;
  const payable = coveredClaims(leaves, (leaf) => leaf.progress.claimable, progress.payable);
  // "0 SOL ≈ $0.00" contains no information.
  const worthOf = (amount: bigint) => (amount > 0n ? price : null);
  const action = {
    ...{ ...campaign, programId, decimals, unit, names, graceEnd: entry.graceEnd },
    vested: progress.vestedSoFar.toString(),
    unclaimed: progress.claimable.toString(),
    payableUntilSwept: progress.payableUntilSwept.toString(),
  };
  const plain = payable.map(({ progress: _, milestoneReleased: __, ...leaf }) => leaf);
  return (
    <Card className="h-full">
      <div className="flex items-start gap-3">
        <TokenMark token={token} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h2 className="min-w-0 font-semibold">
              <CampaignLink campaign={campaign} />
            </h2>
            <span className="inline-flex flex-wrap gap-1">
              {campaign.earlierGeneration && <Badge>{t("Earlier campaign")}</Badge>}
              {!campaign.verified && <Badge tone="warn">{t("Unverified")}</Badge>}
              {isAllClaimed ? <Badge>{t("All claimed")}</Badge> : <LifecycleBadge status={campaign.status} />}
            </span>
          </div>
          <div className="mt-2">
            <ProgressBar
              label={t("Claimed of {campaign}", { campaign: campaignName(campaign, t) })}
              percent={percentOf(progress.claimedSoFar, progress.totalEntitled)}
              behind={percentOf(progress.vestedSoFar, progress.totalEntitled)}
            />
          </div>
        </div>
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 text-sm">
        <div className="min-w-0">
          <dt className="text-ink-soft">{t("Claimable now")}</dt>
          <dd className="font-semibold wrap-anywhere tabular-nums">
            <Amount of={progress.claimable} token={token} price={worthOf(progress.claimable)} exact />
            {campaign.hasDrift && ` (${t("not certain")})`}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-ink-soft">{t("Next unlock")}</dt>
          <dd>
            <NextUnlock at={progress.nextUnlock?.toString() ?? null} brief />
          </dd>
        </div>
      </dl>
      {campaign.hasDrift && (
        <p className="mt-2 text-sm">
          <DriftBadge /> <UncertainAmounts />
        </p>
      )}
      {isUnderfunded(campaign.vault) && campaign.vault && (
        <p className="mt-3 text-sm font-medium text-danger">
          <FundingText vault={campaign.vault} token={token} />
        </p>
      )}
      {(progress.claimable > 0n || progress.paidEarlier > 0n) && (
        <p className="mt-1 text-sm">
          <PaidEarlierNotice amount={progress.paidEarlier} token={token} />
          <UncoveredNotice progress={progress} token={token} />
        </p>
      )}
      {payable.length > 0 && !entry.rootRegistered && (
        <p className="mt-3 text-sm">{t(LIST_NOT_REGISTERED)}</p>
      )}
      {payable.length > 0 && entry.rootRegistered && (
        <div className="mt-3 grid sm:block">
          <ActionButton
            request={{
              kind: "claim",
              campaign: action,
              leaves: plain,
              claimable: (progress.payable ?? progress.claimable).toString(),
              stillToCome: progress.stillToCome.toString(),
            }}
            label={campaign.hasDrift ? t("Claim") : undefined}
          />
          <SignerHint signer={address}>{t("Connect the wallet of this address to claim.")}</SignerHint>
        </div>
      )}
      <ReclaimRent campaign={action} beneficiary={address} trees={closable} />
      <EntryDetails {...{ entry, token, price }} />
    </Card>
  );
}

type EntryDetailsProps = Pick<EntryCardProps, "entry" | "token" | "price">;

/** The other amounts of an allocation and its schedule, folded. */
function EntryDetails({ entry: { progress, leaves }, token, price }: EntryDetailsProps) {
  const t = useTranslator();
  return (
    // Paper shows the folded content too.
    <details className="-mb-3 text-sm print:[&::details-content]:[content-visibility:visible]">
      <summary className="flex min-h-11 items-center text-ink-soft">{t("Amounts and schedule")}</summary>
      <Facts>
        <Fact label={t("Token")}>
          <TokenName token={token} />
        </Fact>
        <Fact label={t("Allocated")}>
          <Amount of={progress.totalEntitled} token={token} price={price} exact />
          <UnpaidParts parts={entitlementParts(progress)} token={token} />
        </Fact>
        <Fact label={t("Vested")}>
          <Amount of={progress.vestedSoFar} token={token} exact /> (
          {formatPercent(progress.vestedSoFar, progress.totalEntitled, t)})
        </Fact>
        <Fact label={t("Claimed")}>
          <Amount of={progress.claimedSoFar} token={token} exact />
        </Fact>
        <Fact label={t("Still to come")}>
          <Amount
            of={progress.stillToCome}
            token={token}
            price={progress.stillToCome > 0n ? price : null}
            exact
          />
        </Fact>
        <Fact label={t("Next unlock")}>
          <NextUnlock at={progress.nextUnlock?.toString() ?? null} />
        </Fact>
        <Fact label={t("Release")}>
          <AllocationText leaves={leaves} token={token} />
        </Fact>
      </Facts>
    </details>
  );
}
