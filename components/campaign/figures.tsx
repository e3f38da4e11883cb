import { formatPercent } from "@/components/format/amount";
import { Card, Fact, Facts, Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import { percentOf } from "@/lib/core/vesting/progress";
import type { CampaignDetail } from "@/lib/core/views/campaign";
import type { Token } from "@/lib/core/views/names";

type CampaignFiguresProps = {
  campaign: CampaignDetail;
  token: Token;
  price: number | null;
  /** Base units that have vested by now; null while they are summed up. */
  vested: string | null;
  /** Base units that recipients were paid, the settlement of a stream included; null likewise. */
  paid: string | null;
};

export function CampaignFigures({ campaign, token, price, vested, paid }: CampaignFiguresProps) {
  const total = BigInt(campaign.totalSupply);
  const { uniqueClaimers, claimCount } = campaign.analytics;
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label="Total">
          <Amount of={campaign.totalSupply} token={token} price={price} />
        </Figure>
        <PartFigure label="Vested" part={vested} total={total} token={token} />
        <PartFigure
          label={campaign.settled ? "Paid out" : "Claimed"}
          part={paid}
          total={total}
          token={token}
        />
        <Figure
          label="Leaves"
          note={`${counted(claimCount, "claim")} by ${counted(uniqueClaimers, "wallet")}`}
        >
          {campaign.leafCount.toLocaleString("en")}
        </Figure>
      </dl>
      <ProgressBar
        label="Claimed, of the total"
        percent={percentOf(BigInt(paid ?? 0), total)}
        behind={percentOf(BigInt(vested ?? 0), total)}
      />
    </div>
  );
}

type PartFigureProps = { label: string; part: string | null; total: bigint; token: Token };

/** An amount and its part of the total, or their place. */
function PartFigure({ label, part, total, token }: PartFigureProps) {
  return part === null ? (
    <Figure label={label} note="…">
      …
    </Figure>
  ) : (
    <Figure label={label} note={formatPercent(BigInt(part), total)}>
      <Amount of={part} token={token} />
    </Figure>
  );
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Who made a campaign, what may change, and how far its data can be trusted. */
export function FactsCard({ campaign, token }: { campaign: CampaignDetail; token: Token }) {
  const { asOf } = campaign;
  return (
    <Card title="About this campaign">
      <ul className="mb-2 list-disc space-y-1 pl-5 text-sm">
        {mutabilitySentences(campaign).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>
          {campaign.verified
            ? "Verified: the ledger confirms creator, token, root, supply and authorities."
            : "Not verified: the ledger has not confirmed this registration. Do not rely on it."}
        </li>
        {!campaign.rootRegistered && (
          <li>
            The ledger holds a newer root whose recipients are not registered here yet; proofs may be out of
            date.
          </li>
        )}
      </ul>
      <Facts>
        <Fact label="Tree">
          <Address address={campaign.treeAddress} name="tree" />
        </Fact>
        <Fact label="Creator">
          <Address
            address={campaign.creator}
            name="creator"
            href={`/campaigns?creator=${campaign.creator}`}
          />
        </Fact>
        <Fact label="Token mint">
          <TokenName token={token} />
        </Fact>
        {!token.isKnown && <Fact label="Decimals">not known: amounts are in base units</Fact>}
        <Fact label="Cancel authority">{authority(campaign.cancelAuthority, "cancel authority")}</Fact>
        <Fact label="Pause authority">{authority(campaign.pauseAuthority, "pause authority")}</Fact>
        <Fact label="Campaign id">{campaign.campaignId}</Fact>
        <Fact label="Merkle root">
          <Address address={campaign.merkleRoot} name="root" ends={6} />
        </Fact>
        <Fact label="Created">
          <Time at={campaign.createdAt} />
        </Fact>
        <Fact label="Indexed up to">
          slot {asOf.slot}
          {asOf.timestamp !== "0" && (
            <>
              , <Time at={asOf.timestamp} relative />
            </>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}

const authority = (address: string | null, name: string) =>
  address ? <Address address={address} name={name} /> : "nobody";

type Changeable = Pick<
  CampaignDetail,
  "cancellable" | "status" | "leafCount" | "pauseAuthority" | "cancelAuthority" | "creator"
>;

/** What may still be changed and by whom, said plainly. */
function mutabilitySentences(campaign: Changeable): string[] {
  const { status, cancellable, cancelAuthority, creator, pauseAuthority } = campaign;
  const isOver = status !== "active" && status !== "claimable" && status !== "paused";
  if (isOver) return ["The campaign is over: allocations can no longer change."];
  const holder = cancelAuthority === creator ? "The creator" : "The cancel authority";
  const change =
    cancellable && cancelAuthority
      ? campaign.leafCount > 1
        ? `${holder} can still change allocations, and cancel what has not vested.`
        : `${holder} can still cancel what has not vested.`
      : "Nobody can change or cancel these allocations.";
  const pauser = pauseAuthority === creator ? "The creator" : "The pause authority";
  return [change, pauseAuthority ? `${pauser} can pause claims.` : "Nobody can pause claims."];
}
