"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ActionButton } from "@/components/actions/action-button";
import { RentBack } from "@/components/actions/rent-back";
import { formatPercent } from "@/components/format/amount";
import { Button } from "@/components/ui/button";
import { Card, Fact, Facts } from "@/components/ui/card";
import { Notice, Skeleton } from "@/components/ui/notice";
import { Amount } from "@/components/ui/values/amount";
import { Countdown } from "@/components/ui/values/time";
import { useWallet } from "@/components/wallet/wallet-store";
import type { ClaimControl } from "@/lib/core/vesting/controls";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { VestingProgress } from "@/lib/core/views/beneficiary";
import type { Token } from "@/lib/core/views/names";
import type { ActionCampaign } from "@/lib/core/views/operations";
import { AllocationText } from "./allocation-text";
import { ScheduleText } from "./schedule-text";

type Mine = VestingProgress["campaigns"][number];

type MyAllocationProps = {
  campaign: ActionCampaign;
  token: Token;
  claim: ClaimControl;
  /** When the campaign's first cliff passes, for those who have not connected. */
  firstUnlock: string | null;
  /** The account is gone from the ledger: no claim record of it can be closed. */
  treeGone: boolean;
};

async function fetchMine(address: string, treeAddress: string): Promise<Mine | null> {
  // The client brings the answer schemas with it, and most readers of a campaign never connect a wallet.
  const { ApiClient } = await import("@/lib/client/api-client");
  const { campaigns } = await new ApiClient({ baseUrl: "" }).vestingProgress(address);
  return campaigns.find((entry) => entry.treeAddress === treeAddress) ?? null;
}

/** What the connected wallet has in a campaign, and the claim. */
export function MyAllocation({ campaign, token, claim, firstUnlock, treeGone }: MyAllocationProps) {
  const { account } = useWallet();
  const address = account?.address;
  const mine = useQuery({
    queryKey: ["progress", address, campaign.treeAddress],
    queryFn: () => fetchMine(address ?? "", campaign.treeAddress),
    enabled: address !== undefined,
    refetchInterval: 30_000,
  });
  return (
    <Card title="Your allocation">
      {!address && (
        <ClaimOff
          claim={claim}
          firstUnlock={firstUnlock}
          hint="Connect the wallet of a recipient to claim."
        />
      )}
      {address && mine.isPending && <Skeleton label="Reading your allocation" />}
      {mine.isError && (
        <Notice tone="danger" live action={<Button onClick={() => mine.refetch()}>Try again</Button>}>
          {mine.error.message}
        </Notice>
      )}
      {mine.data === null && (
        <ClaimOff
          claim={claim}
          firstUnlock={firstUnlock}
          hint="This wallet is not a recipient of this campaign."
        />
      )}
      {mine.data && <Allocation mine={mine.data} {...{ campaign, token, claim }} />}
      {address && (
        <RentBack
          campaign={campaign}
          beneficiary={address}
          open={mine.data ? openAmount(mine.data.progress) : "0"}
          trees={treeGone ? [] : [campaign.treeAddress]}
        />
      )}
    </Card>
  );
}

const openAmount = ({ claimable, stillToCome, payableUntilSwept }: Mine["progress"]) =>
  (BigInt(claimable) + BigInt(stillToCome) + BigInt(payableUntilSwept)).toString();

type AllocationProps = Pick<MyAllocationProps, "campaign" | "token" | "claim"> & { mine: Mine };

function Allocation({ mine, campaign, token, claim }: AllocationProps) {
  const { progress, leaves } = mine;
  const payable = leaves.filter((leaf) => BigInt(leaf.progress.claimable) > 0n);
  const { claimable } = progress;
  const canClaim = claim.enabled && payable.length > 0;
  return (
    <>
      <Facts>
        <Fact label="Allocated">
          <Amount of={progress.totalEntitled} token={token} />
        </Fact>
        <Fact label="Vested so far">
          <Amount of={progress.vestedSoFar} token={token} /> (
          {formatPercent(BigInt(progress.vestedSoFar), BigInt(progress.totalEntitled))})
        </Fact>
        <Fact label="Claimed">
          <Amount of={progress.claimedSoFar} token={token} />
        </Fact>
        <Fact label="Claimable now">
          <strong>
            <Amount of={progress.claimable} token={token} />
          </strong>
        </Fact>
        <Fact label="Still to come">
          <Amount of={progress.stillToCome} token={token} />
        </Fact>
      </Facts>
      {leaves.length === 1 ? (
        <Leaves leaves={leaves} token={token} treeAddress={campaign.treeAddress} />
      ) : (
        <>
          <p className="mt-3 text-sm text-ink-soft">
            <AllocationText leaves={leaves} token={token} released={releasedOf(leaves)} />
          </p>
          <details className="mb-3 text-sm">
            <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              Its {leaves.length} leaves, with their proofs
            </summary>
            <Leaves leaves={leaves} token={token} treeAddress={campaign.treeAddress} />
          </details>
        </>
      )}
      <ActionButton
        request={{ kind: "claim", campaign, leaves: payable, claimable, stillToCome: progress.stillToCome }}
        label={canClaim ? undefined : "Claim"}
        disabled={!canClaim}
      />
      <p className="mt-2 text-sm text-ink-soft">{claimHint(mine, claim)}</p>
    </>
  );
}

const releasedOf = (leaves: Mine["leaves"]) =>
  new Set(leaves.flatMap(({ milestoneReleased, milestoneIdx }) => (milestoneReleased ? [milestoneIdx] : [])));

type LeavesProps = { leaves: Mine["leaves"]; token: Token; treeAddress: string };

function Leaves({ leaves, token, treeAddress }: LeavesProps) {
  return (
    <ul className="my-3 space-y-1 text-sm text-ink-soft">
      {leaves.map((leaf) => (
        <li key={leaf.leafIndex}>
          <Amount of={leaf.amount} token={token} /> <ScheduleText of={leaf} />
          {leaf.releaseType === ReleaseType.Milestone &&
            (leaf.milestoneReleased ? " (released)" : " (not released yet)")}
          {" · "}
          <Link
            href={`/campaigns/${treeAddress}/proof/${leaf.leafIndex}`}
            className="underline underline-offset-4"
          >
            Proof<span className="sr-only"> of leaf {leaf.leafIndex}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function claimHint({ progress, leaves }: Mine, claim: ClaimControl) {
  if (!claim.enabled && !claim.showsCountdown) return claim.reason;
  if (BigInt(progress.claimable) > 0n) return null;
  if (BigInt(progress.claimedSoFar) >= BigInt(progress.totalEntitled)) return "You have claimed everything.";
  if (progress.nextUnlock) {
    return (
      <>
        Nothing to claim yet. Next unlock in <Countdown to={progress.nextUnlock} done="moments" />.
      </>
    );
  }
  if (BigInt(progress.stillToCome) === 0n) return "Nothing more can be claimed.";
  const waits = leaves.some((leaf) => leaf.releaseType === ReleaseType.Milestone && !leaf.milestoneReleased);
  return waits ? "Nothing to claim before the creator releases a milestone." : "There is nothing to claim.";
}

function ClaimOff({
  claim,
  firstUnlock,
  hint,
}: Pick<MyAllocationProps, "claim" | "firstUnlock"> & { hint: string }) {
  return (
    <>
      <Button tone="primary" disabled>
        Claim
      </Button>
      <p className="mt-2 text-sm text-ink-soft">
        {claim.enabled || claim.showsCountdown ? hint : claim.reason}
      </p>
      {!claim.enabled && claim.showsCountdown && firstUnlock && (
        <p className="mt-1 text-sm">
          First unlock in <Countdown to={firstUnlock} done="moments" />
        </p>
      )}
    </>
  );
}
