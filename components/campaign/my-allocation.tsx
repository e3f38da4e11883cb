"use client";

import { Fragment, type ReactNode } from "react";
import { ActionButton } from "@/components/actions/action-button";
import { RentBack } from "@/components/actions/rent-back";
import { formatPercent } from "@/components/format/amount";
import { usePoll } from "@/components/service/use-poll";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { Card, Figure } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Fault } from "@/components/ui/notice";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import { chooseWallet } from "@/components/wallet/wallet-store";
import { hidden, Trans } from "@/components/words/trans";
import { useWords } from "@/components/words/use-words";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { type ClaimControl, claimControl, registeredClaimControl } from "@/lib/core/vesting/controls";
import { entitlementParts } from "@/lib/core/vesting/entitlement-parts";
import { isReleaseType, ReleaseType } from "@/lib/core/vesting/leaf";
import { nextUnlockOf } from "@/lib/core/vesting/next-unlock";
import { coveredClaims } from "@/lib/core/vesting/payable";
import { AllocationText } from "./allocation-text";
import { PaidEarlier, Uncovered } from "./claimable-notes";
import { UncertainAmounts } from "./drift-notice";
import { ScheduleText } from "./schedule-text";
import { UnpaidParts } from "./unpaid-parts";
import { type ExpectedViewer, useViewer } from "./viewer/viewer";

type Mine = VestingProgress["campaigns"][number];

type MyAllocationProps = {
  campaign: ActionCampaign;
  token: Token;
  claim: ClaimControl;
  /** When the campaign's first cliff passes, for those who have no allocation. */
  firstUnlock: string | null;
  /** The account is gone from the ledger: no claim record of it can be closed. */
  treeGone: boolean;
  /** The campaign is over, so that a closed claim record cannot be claimed with again. */
  isOver: boolean;
  expected: ExpectedViewer | null;
  /** It stands until the sums over the campaign are there: what an action would say is not known yet. */
  isPlace?: boolean;
  /** Below all of it. */
  footer?: ReactNode;
};

async function fetchMine(address: string, treeAddress: string): Promise<Mine | null> {
  // The client brings the answer schemas with it, and most readers of a campaign never connect a wallet.
  const { ApiClient } = await import("@/lib/client/api-client");
  const { campaigns } = await new ApiClient({ baseUrl: "" }).vestingProgress(address);
  const isMine = (entry: Mine) => entry.treeAddress === treeAddress && entry.earlierGeneration === null;
  return campaigns.find(isMine) ?? null;
}

/** What the viewer has in a campaign, and the claim; for who is nobody yet, one line to connect. */
export function MyAllocation(props: MyAllocationProps) {
  const t = useWords();
  const { campaign, token, claim, treeGone, isOver, expected, isPlace, footer } = props;
  const { address, isRecipient } = useViewer(expected);
  const mine = usePoll({
    queryKey: ["progress", address, campaign.treeAddress],
    queryFn: () => fetchMine(address ?? "", campaign.treeAddress),
    enabled: address !== null,
  });
  // State and amounts come from one answer: a page that is older than the answer must not offer a claim.
  const live = mine.data
    ? registeredClaimControl(claimControl(mine.data.status, t), mine.data.rootRegistered, t)
    : claim;
  const isNone = mine.data === null || (mine.isPending && isRecipient === false);
  return (
    <Card title={t("Your allocation")}>
      {address === null && <Connect {...props} />}
      {address !== null && isNone && (
        <Without {...props} claim={claim.enabled || claim.showsCountdown ? claim : { enabled: true }}>
          {t("This wallet is not a recipient of this campaign.")}
        </Without>
      )}
      {address !== null && mine.isPending && !isNone && <AllocationPlace />}
      <Fault of={mine.error} action={<Button onClick={() => mine.refetch()}>{t("Try again")}</Button>} />
      {mine.data && (
        <div inert={isPlace}>
          <Allocation mine={mine.data} {...{ campaign, token }} claim={live} />
        </div>
      )}
      {address !== null && (
        <RentBack
          campaign={campaign}
          beneficiary={address}
          trees={treeGone || !isOver ? [] : [campaign.treeAddress]}
        />
      )}
      {footer && <div className="mt-3">{footer}</div>}
    </Card>
  );
}

type AllocationProps = Pick<MyAllocationProps, "campaign" | "token" | "claim"> & { mine: Mine };

function Allocation({ mine, campaign, token, claim }: AllocationProps) {
  const t = useWords();
  const { progress, leaves, hasDrift } = mine;
  const room = progress.payable === null ? null : BigInt(progress.payable);
  const payable = coveredClaims(leaves, (leaf) => BigInt(leaf.progress.claimable), room);
  const { claimable, totalEntitled, vestedSoFar, claimedSoFar, stillToCome } = progress;
  const canClaim = claim.enabled && payable.length > 0;
  const shareOf = (part: string) => formatPercent(BigInt(part), BigInt(totalEntitled), t);
  return (
    <AllocationFrame
      figures={[
        [
          t("Allocated"),
          <Amount key="amount" of={totalEntitled} token={token} exact />,
          <Fragment key="parts">
            {t("{share} vested", { share: shareOf(vestedSoFar) })}
            <UnpaidParts parts={entitlementParts(progress)} token={token} />
          </Fragment>,
        ],
        [t("Claimed"), <Amount key="amount" of={claimedSoFar} token={token} exact />, shareOf(claimedSoFar)],
        [
          t("Claimable now"),
          <Amount key="amount" of={claimable} token={token} exact />,
          hasDrift ? t("not certain") : shareOf(claimable),
        ],
        [
          t("Still to come"),
          <Amount key="amount" of={stillToCome} token={token} exact />,
          shareOf(stillToCome),
        ],
      ]}
      claim={
        <ActionButton
          request={{
            ...{ kind: "claim", campaign, leaves: payable, stillToCome },
            claimable: progress.payable ?? claimable,
          }}
          label={canClaim && !hasDrift ? undefined : t("Claim")}
          disabled={!canClaim}
        />
      }
      next={
        <>
          {hasDrift && (
            <>
              <UncertainAmounts />{" "}
            </>
          )}
          <PaidEarlier amount={progress.paidEarlier} token={token} />
          {claim.enabled && <Uncovered progress={progress} token={token} />}
          <WhatIsNext {...{ mine, claim, token }} />
        </>
      }
    >
      {leaves.length > 1 && (
        <p className="pb-2 text-ink-soft">
          <AllocationText leaves={leaves} token={token} released={releasedOf(leaves)} />
        </p>
      )}
      <Leaves leaves={leaves} token={token} treeAddress={campaign.treeAddress} />
    </AllocationFrame>
  );
}

const releasedOf = (leaves: Mine["leaves"]) =>
  new Set(leaves.flatMap(({ milestoneReleased, milestoneIdx }) => (milestoneReleased ? [milestoneIdx] : [])));

type LeavesProps = { leaves: Mine["leaves"]; token: Token; treeAddress: string };

function Leaves({ leaves, token, treeAddress }: LeavesProps) {
  const t = useWords();
  return (
    <ul className="space-y-1 pb-2 text-ink-soft">
      {leaves.map((leaf) => (
        <li key={leaf.leafIndex}>
          <Amount of={leaf.amount} token={token} /> <ScheduleText of={leaf} />
          {leaf.releaseType === ReleaseType.Milestone &&
            ` ${leaf.milestoneReleased ? t("(released)") : t("(not released yet)")}`}
          {" · "}
          <Link
            href={`/campaigns/${treeAddress}/proof/${leaf.leafIndex}`}
            className="underline underline-offset-4"
          >
            <Trans
              id="Proof<hidden> of leaf {leaf}</hidden>"
              values={{ leaf: leaf.leafIndex }}
              components={{ hidden }}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

type AllocationFrameProps = {
  figures: readonly (readonly [label: string, value: ReactNode, note: ReactNode])[];
  claim: ReactNode;
  next: ReactNode;
  /** The schedules, folded. */
  children: ReactNode;
};

function AllocationFrame({ figures, claim, next, children }: AllocationFrameProps) {
  const t = useWords();
  return (
    <div className="@container">
      <div className="flex flex-col gap-x-6 gap-y-3 @2xl:flex-row @2xl:items-center">
        <dl className="grid min-w-0 flex-1 grid-cols-2 gap-4 @2xl:grid-cols-4">
          {figures.map(([label, value, note]) => (
            <Figure key={label} label={label} note={note}>
              {/* On a phone an amount takes two lines, which are reserved so that nothing moves when it is known. */}
              <span className="block min-h-[2lh] @sm:min-h-0">{value}</span>
            </Figure>
          ))}
        </dl>
        <div className="grid shrink-0">{claim}</div>
      </div>
      <p className="mt-2 min-h-[2lh] text-sm @2xl:min-h-[1lh]">{next}</p>
      <details className="text-sm">
        <summary className="min-h-11 py-2.5 text-ink-soft">{t("Your schedule and its proof")}</summary>
        {children}
      </details>
    </div>
  );
}

const PLACE = "…";

/** As an allocation looks, until it is known. */
function AllocationPlace() {
  const t = useWords();
  const figures = [t("Allocated"), t("Claimed"), t("Claimable now"), t("Still to come")];
  return (
    <div inert>
      <span role="status" className="sr-only">
        {t("Reading your allocation")}
      </span>
      <AllocationFrame
        figures={figures.map((label) => [label, PLACE, PLACE])}
        claim={
          <Button tone="primary" disabled>
            {t("Claim")}
          </Button>
        }
        next={PLACE}
      >
        {null}
      </AllocationFrame>
    </div>
  );
}

type WhatIsNextProps = Pick<AllocationProps, "mine" | "claim" | "token">;

/** What unlocks next, or why nothing does. Of what unlocks by the second only the end is a date. */
function WhatIsNext({ mine: { progress, leaves }, claim, token }: WhatIsNextProps) {
  const t = useWords();
  const now = useNow(30_000);
  const entitled = BigInt(progress.totalEntitled);
  // Neither a pause nor a schedule means anything to a recipient who was removed or has claimed all.
  if (entitled === 0n) return t("This wallet is not a recipient of this campaign.");
  if (BigInt(progress.claimedSoFar) >= entitled) return t("You have claimed everything.");
  if (!claim.enabled && !claim.showsCountdown) return claim.reason;
  const unlocking = leaves.flatMap(({ releaseType, progress: { nextUnlock }, ...leaf }) => {
    if (!isReleaseType(releaseType)) return [];
    const times = { cliffTime: BigInt(leaf.cliffTime), endTime: BigInt(leaf.endTime) };
    const at = nextUnlock === null ? null : BigInt(nextUnlock);
    return [{ releaseType, ...times, amount: BigInt(leaf.amount), nextUnlock: at }];
  });
  const { next, runningUntil } = nextUnlockOf(unlocking, now);
  if (next || runningUntil !== null) {
    return (
      <>
        {BigInt(progress.claimable) === 0n && `${t("Nothing to claim yet.")} `}
        {runningUntil !== null && (
          <>
            <Trans
              id="More vests every moment until {date}."
              values={{ date: <Time at={runningUntil} dayOnly /> }}
            />{" "}
          </>
        )}
        {next && <NextUnlock at={next.at} amount={next.amount} token={token} />}
      </>
    );
  }
  if (BigInt(progress.claimable) > 0n) return t("That is all that unlocks by time.");
  if (BigInt(progress.stillToCome) === 0n) return t("Nothing more can be claimed.");
  const waits = leaves.some((leaf) => leaf.releaseType === ReleaseType.Milestone && !leaf.milestoneReleased);
  return waits
    ? t("Nothing to claim before the creator releases a milestone.")
    : t("There is nothing to claim.");
}

function NextUnlock({ at, amount, token }: { at: bigint; amount: bigint; token: Token }) {
  const t = useWords();
  const duration = <Countdown to={at} done={t("moments")} />;
  const date = <Time at={at} />;
  return amount > 0n ? (
    <Trans
      id="Next unlock in {duration}: {amount} on {date}."
      values={{ duration, date, amount: <Amount of={amount} token={token} /> }}
    />
  ) : (
    <Trans id="Next unlock in {duration}: even vesting begins on {date}." values={{ duration, date }} />
  );
}

type Shown = Pick<MyAllocationProps, "claim" | "firstUnlock">;

/** For everybody: one line, and the way to what is theirs. */
function Connect(props: Shown) {
  const t = useWords();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <Without {...props}>{t("Connect the wallet of a recipient to claim.")}</Without>
      </div>
      <Button onClick={chooseWallet}>{t("Connect a wallet")}</Button>
    </div>
  );
}

/** In the place of an allocation: why there is none, or why nobody can claim, and when that begins. */
function Without({ claim, firstUnlock, children }: Shown & { children: ReactNode }) {
  const t = useWords();
  return (
    <p className="text-sm">
      <span>{claim.enabled || claim.showsCountdown ? children : claim.reason}</span>
      {!claim.enabled && claim.showsCountdown && firstUnlock && (
        <>
          {" "}
          <Trans
            id="First unlock in {duration}."
            values={{ duration: <Countdown to={firstUnlock} done={t("moments")} /> }}
          />
        </>
      )}
    </p>
  );
}
