import { ActionButton } from "@/components/actions/action-button";
import { ReclaimRent } from "@/components/actions/reclaim-rent";
import { AllocationText } from "@/components/campaign/allocation-text";
import { Breakdown, entitlementRows } from "@/components/campaign/breakdown";
import { CampaignLink } from "@/components/campaign/campaign-link";
import { PaidEarlierNotice, UncoveredNotice } from "@/components/campaign/claimable-notes";
import { DriftBadge, UncertainAmounts } from "@/components/campaign/drift-notice";
import { FundingText, isUnderfunded } from "@/components/campaign/funding-notice";
import { LifecycleBadge } from "@/components/campaign/lifecycle-badge";
import { formatPercent } from "@/components/format/amount";
import { hidden, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/card";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import { TokenMark } from "@/components/ui/values/token-mark";
import { campaignName, type Token } from "@/lib/contract/names";
import type { PortfolioEntry } from "@/lib/contract/portfolio/beneficiary";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import { entitlementParts, pausedPart } from "@/lib/core/vesting/entitlement-parts";
import { coveredClaims } from "@/lib/core/vesting/payable";
import { calculatePercent } from "@/lib/core/vesting/progress";
import { unreleasedPart } from "@/lib/core/vesting/unreleased-part";
import { NextUnlock } from "./next-unlock";
import { unclaimableReason } from "./unclaimable-reason";
import { unlockTimes } from "./unlock-times";

export type EntryProps = {
  entry: PortfolioEntry;
  address: string;
  token: Token;
  /** Price of one token in US dollars; null if the price is unknown. */
  price: number | null;
  programId: string;
  /** Trees of the page that can have a claim record of the address. */
  closable: readonly string[];
};

export function EntryName({ entry: { campaign }, token }: EntryProps) {
  const t = useTranslator();
  return (
    <span className="flex items-center gap-2.5">
      <TokenMark token={token} />
      <span className="min-w-0 wrap-anywhere">
        <CampaignLink campaign={campaign} className="font-medium hover:decoration-current" />{" "}
        {campaign.earlierGeneration && <Badge>{t("Earlier campaign")}</Badge>}{" "}
        {!campaign.verified && <Badge tone="warn">{t("Unverified")}</Badge>}
      </span>
    </span>
  );
}

export function EntryStatus({ entry: { campaign, progress } }: EntryProps) {
  const t = useTranslator();
  // The campaign continues for other recipients, but "vesting" would promise more to this address.
  const isAllClaimed = campaign.status === "active" && progress.claimedSoFar >= progress.totalEntitled;
  return isAllClaimed ? <Badge>{t("All claimed")}</Badge> : <LifecycleBadge status={campaign.status} />;
}

/** The end of the grace period in which an allocation still pays, in unix seconds; null without one. */
const claimDeadline = ({ campaign, progress, graceEnd }: PortfolioEntry): string | null =>
  campaign.status === "cancelled_grace" && progress.claimable > 0n ? graceEnd : null;

/** A deadline with its time of day, because a day would be too long by up to a day, and the time left. */
const ClaimUntil = ({ at }: { at: string }) => (
  <>
    <Trans id="Claim until {date}" values={{ date: <Time at={at} /> }} />{" "}
    <span className="block text-xs text-ink-soft">
      <Time at={at} relative />
    </span>
  </>
);

/**
 * The claimable amount, with the reason below it if nothing can be claimed. On a phone, with the end of a grace
 * period.
 */
export function EntryClaimable({ entry, token, price }: EntryProps) {
  const t = useTranslator();
  const { campaign, progress } = entry;
  const paused = pausedPart(campaign, progress);
  const reason = paused > 0n ? t("after the pause") : unclaimableReason(entry, t);
  const isClaimable = progress.claimable > 0n;
  const deadline = claimDeadline(entry);
  return (
    // On a phone the amount is below the name, after the width of the chevron and the token's mark.
    <span className="block wrap-anywhere @max-2xl:pl-18">
      <span className={isClaimable ? "font-semibold text-ink" : "text-ink-soft"}>
        {/* "0 SOL ≈ $0.00" contains no information. */}
        <Amount value={progress.claimable + paused} token={token} price={isClaimable ? price : null} />
        {campaign.hasDrift && ` (${t("not certain")})`}
      </span>
      {reason === null ? (
        <span className="hidden text-xs text-ink-soft @max-2xl:block">
          {" "}
          {deadline === null ? t("claimable") : <ClaimUntil at={deadline} />}
        </span>
      ) : (
        <span className="block text-xs text-ink-soft"> {reason}</span>
      )}
    </span>
  );
}

export function EntryClaimed({ entry: { campaign, progress } }: EntryProps) {
  const t = useTranslator();
  return (
    <span className="inline-flex items-center justify-end gap-2.5 whitespace-nowrap">
      {formatPercent(progress.claimedSoFar, progress.totalEntitled, t)}
      <span className="inline-block w-16">
        <ProgressBar
          label={t("Claimed of {campaign}", { campaign: campaignName(campaign, t) })}
          percent={calculatePercent(progress.claimedSoFar, progress.totalEntitled)}
          behind={calculatePercent(progress.vestedSoFar, progress.totalEntitled)}
        />
      </span>
    </span>
  );
}

/** The next unlock, or the end of the grace period in which the allocation still pays. */
export function EntryUnlock({ entry }: EntryProps) {
  const deadline = claimDeadline(entry);
  return deadline === null ? (
    <NextUnlock {...unlockTimes(entry.leaves)} brief />
  ) : (
    <ClaimUntil at={deadline} />
  );
}

/**
 * The claim button, which leads other visitors to the claim page. On a phone, the next unlock at a date if
 * nothing is claimable.
 */
export function EntryAction({ entry, token, programId }: EntryProps) {
  const t = useTranslator();
  const { campaign, progress, leaves } = entry;
  const payable = coveredClaims(leaves, (leaf) => leaf.progress.claimable, progress.payable);
  if (payable.length === 0) {
    const { at, until } = unlockTimes(leaves);
    return at === null || until !== null ? null : (
      <OnPhone>
        <span className="text-ink-soft">
          <span className="block text-xs">{t("Next unlock")}</span> <Time at={at} dayOnly />
        </span>
      </OnPhone>
    );
  }
  const claimable = (progress.payable ?? progress.claimable).toString();
  const plain = payable.map(({ progress: _, milestoneReleased: __, ...leaf }) => leaf);
  // The column next to it has the amount.
  const label = campaign.hasDrift ? (
    t("Claim")
  ) : (
    <span>
      <Trans
        id="Claim<hidden> {amount}</hidden>"
        values={{ amount: <Amount value={claimable} token={token} exact /> }}
        components={{ hidden }}
      />
    </span>
  );
  return (
    <ActionButton
      size="small"
      request={{
        kind: "claim",
        campaign: actionCampaign(entry, token, programId),
        leaves: plain,
        ...{ claimable, stillToCome: progress.stillToCome.toString() },
      }}
      label={label}
      fallback={
        <ButtonLink href={`/claim/${campaign.treeAddress}`} size="small">
          {label}
        </ButtonLink>
      }
    />
  );
}

const actionCampaign = (
  { campaign, graceEnd, progress }: PortfolioEntry,
  { decimals, unit, names }: Token,
  programId: string,
) => ({
  ...{ ...campaign, programId, decimals, unit, names, graceEnd },
  vested: progress.vestedSoFar.toString(),
  unclaimed: progress.claimable.toString(),
  payableUntilSwept: progress.payableUntilSwept.toString(),
});

/** Notes about an allocation, and the deposit of its claim records. Empty for most allocations. */
export function EntryNotes({ entry, address, token, programId, closable }: EntryProps) {
  const t = useTranslator();
  const { campaign, progress } = entry;
  return (
    <>
      {campaign.hasDrift && (
        <p>
          <DriftBadge /> <UncertainAmounts />
        </p>
      )}
      {isUnderfunded(campaign.vault) && campaign.vault && (
        <p className="font-medium text-danger">
          <FundingText vault={campaign.vault} token={token} />
        </p>
      )}
      {(progress.claimable > 0n || progress.paidEarlier > 0n) && (
        <p className="empty:hidden">
          <PaidEarlierNotice amount={progress.paidEarlier} token={token} />
          <UncoveredNotice progress={progress} token={token} />
        </p>
      )}
      {!entry.rootRegistered && progress.stillToCome > 0n && <p>{t(LIST_NOT_REGISTERED)}</p>}
      <ReclaimRent
        campaign={actionCampaign(entry, token, programId)}
        beneficiary={address}
        trees={closable}
      />
    </>
  );
}

/** All amounts of an allocation and its schedule. */
export function EntryDetail({ entry: { campaign, progress, leaves }, token, price }: EntryProps) {
  const t = useTranslator();
  return (
    <div className="grid gap-x-12 gap-y-4 rounded-box bg-raised/60 p-4 lg:grid-cols-2">
      <Breakdown
        parts={entitlementRows(
          entitlementParts(progress),
          pausedPart(campaign, progress),
          t,
          unreleasedPart(leaves),
        )}
        total={t("Allocated")}
        {...{ token, price }}
      />
      <Facts>
        <Fact label={t("Token")}>
          <TokenName token={token} />
        </Fact>
        <Fact label={t("Vested")}>
          <Amount value={progress.vestedSoFar} token={token} exact />
        </Fact>
        <Fact label={t("Next unlock")}>
          <NextUnlock {...unlockTimes(leaves)} />
        </Fact>
        <Fact label={t("Release")}>
          <AllocationText leaves={leaves} token={token} />
        </Fact>
      </Facts>
    </div>
  );
}
