import Link from "next/link";
import { formatAmountShort } from "@/components/format/amount";
import { Badge } from "@/components/ui/badge";
import { type Column, type ColumnSort, Table } from "@/components/ui/table";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/core/views/campaign";
import type { CLAIM_SORTS, LeafSort } from "@/lib/core/views/campaign-list";
import type { ClaimsPage } from "@/lib/core/views/event";
import type { LeafView, LeavesPage } from "@/lib/core/views/leaf";
import type { Token } from "@/lib/core/views/names";
import { RELEASE_TYPE_NAMES, ScheduleText } from "./schedule-text";

/**
 * A recipient in the version before and in the one after; null or 0 where they have no allocation. `claimed` where it is
 * known: who is removed keeps that.
 */
type Change = {
  beneficiary: string;
  before: bigint | null;
  after: bigint | null;
  claimed?: bigint;
  kind?: string;
};

function changeColumns(token: Token, hasClaimed: boolean): Column<Change>[] {
  const amount = (of: bigint | null | undefined) => (of ? <Amount of={of} token={token} /> : "–");
  const claimed: Column<Change> = {
    title: "Claimed",
    align: "right",
    cell: (change) => amount(change.claimed),
  };
  return [
    { title: "Recipient", cell: ({ beneficiary }) => <Address address={beneficiary} name="recipient" /> },
    ...(hasClaimed ? [claimed] : []),
    { title: "Before", align: "right", cell: ({ before }) => amount(before) },
    { title: "After", align: "right", cell: ({ after }) => amount(after) },
    { title: "Change", align: "right", cell: (change) => <Verdict change={change} token={token} /> },
  ];
}

function Verdict({ change: { before, after, kind }, token }: { change: Change; token: Token }) {
  if (!before) return <Badge tone="good">Added</Badge>;
  if (!after) return <Badge tone="danger">Removed</Badge>;
  if (kind === "removed") return <Badge tone="danger">Removed, keeps what was claimed</Badge>;
  if (before === after) return <Badge tone="info">Other schedule</Badge>;
  const sign = after > before ? "+" : "−";
  const difference = after > before ? after - before : before - after;
  return (
    <Badge tone={after > before ? "good" : "warn"}>
      {sign}
      {formatAmountShort(difference, token.decimals)}
    </Badge>
  );
}

export function ChangesTable({ changes, token }: { changes: readonly Change[]; token: Token }) {
  const hasClaimed = changes.some(({ claimed }) => claimed !== undefined && claimed > 0n);
  return (
    <Table
      caption="Changes per recipient"
      columns={changeColumns(token, hasClaimed)}
      rows={changes}
      rowKey={({ beneficiary }) => beneficiary}
    />
  );
}

const recipient = {
  title: "Recipient",
  cell: ({ beneficiary }: { beneficiary: string }) => (
    <Address address={beneficiary} name="recipient" href={`/portfolio?address=${beneficiary}`} />
  ),
};

type Claim = ClaimsPage["claims"][number];

type SortOf<Sort extends string> = (by: Sort) => ColumnSort | undefined;

function claimColumns({ token, sortOf }: Omit<ClaimsTableProps, "claims">): Column<Claim>[] {
  return [
    { title: "When", sort: sortOf("when"), cell: ({ blockTime }) => <Time at={blockTime} relative /> },
    recipient,
    {
      title: "Amount",
      sort: sortOf("amount"),
      align: "right",
      cell: ({ amount }) => <Amount of={amount} token={token} />,
    },
    {
      title: "Leaf",
      align: "right",
      cell: ({ leafIndex, milestoneIdx }) =>
        `${leafIndex}${milestoneIdx === null ? "" : `, milestone ${milestoneIdx}`}`,
    },
    {
      title: "Transaction",
      cell: ({ signature }) => <Address address={signature} name="signature" ends={6} />,
    },
    { title: "Slot", align: "right", wide: true, cell: ({ slot }) => slot },
  ];
}

type ClaimsTableProps = {
  claims: readonly Claim[];
  token: Token;
  sortOf: SortOf<(typeof CLAIM_SORTS)[number]>;
};

export function ClaimsTable({ claims, ...of }: ClaimsTableProps) {
  const key = ({ signature, leafIndex }: Claim) => `${signature} ${leafIndex}`;
  return <Table caption="Claims" columns={claimColumns(of)} rows={claims} rowKey={key} />;
}

/** A recipient; what was claimed is not known where only the allocation was looked up. */
type RecipientRow = LeafView & Partial<Pick<LeavesPage["leaves"][number], "claimed">>;

function recipientColumns({
  token,
  treeAddress,
  sortOf,
}: Omit<RecipientsTableProps, "rows">): Column<RecipientRow>[] {
  return [
    { title: "#", sort: sortOf("index"), cell: ({ leafIndex }) => leafIndex.toLocaleString("en") },
    recipient,
    {
      title: "Allocated",
      sort: sortOf("allocated"),
      align: "right",
      cell: ({ amount }) => (amount === "0" ? "Removed" : <Amount of={amount} token={token} />),
    },
    {
      title: "Claimed",
      sort: sortOf("claimed"),
      align: "right",
      cell: ({ claimed, amount }) => <Claimed {...{ claimed, amount, token }} />,
    },
    {
      title: "Release",
      cell: (leaf) => (
        <>
          {RELEASE_TYPE_NAMES[leaf.releaseType]}: <ScheduleText of={leaf} />
        </>
      ),
    },
    {
      title: "Proof",
      align: "right",
      cell: ({ leafIndex }) => (
        <Link
          href={`/campaigns/${treeAddress}/proof/${leafIndex}`}
          className="whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          Check<span className="sr-only"> allocation {leafIndex}</span>
        </Link>
      ),
    },
  ];
}

type RecipientsTableProps = {
  rows: readonly RecipientRow[];
  token: Token;
  treeAddress: string;
  sortOf: SortOf<LeafSort>;
};

function Claimed({ claimed, amount, token }: Pick<RecipientRow, "claimed" | "amount"> & { token: Token }) {
  if (claimed === undefined) return "–";
  return (
    <>
      <Amount of={claimed} token={token} />
      {BigInt(claimed) > BigInt(amount) && <Badge tone="danger">claimed more than allocated</Badge>}
    </>
  );
}

export function RecipientsTable({ rows, ...of }: RecipientsTableProps) {
  return (
    <Table
      caption="Recipients"
      columns={recipientColumns(of)}
      rows={rows}
      rowKey={({ leafIndex }) => String(leafIndex)}
    />
  );
}

type Version = CampaignDetail["rootVersions"][number];

function versionColumns(campaign: CampaignDetail): Column<Version>[] {
  return [
    {
      title: "Version",
      cell: ({ version, merkleRoot }) => (
        <>
          {version} {merkleRoot === campaign.merkleRoot && <Badge tone="good">Current</Badge>}
        </>
      ),
    },
    { title: "Merkle root", cell: ({ merkleRoot }) => <Address address={merkleRoot} name="root" ends={8} /> },
    { title: "Leaves", align: "right", cell: ({ leafCount }) => leafCount.toLocaleString("en") },
    { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: "What changed",
      cell: ({ version }) =>
        version === 1 ? (
          "First version"
        ) : (
          <Link
            className="underline underline-offset-4"
            href={`/campaigns/${campaign.treeAddress}/changes/${version}`}
          >
            Changes per recipient<span className="sr-only"> in version {version}</span>
          </Link>
        ),
    },
  ];
}

export function VersionsTable({ campaign }: { campaign: CampaignDetail }) {
  return (
    <Table
      caption="Root versions"
      columns={versionColumns(campaign)}
      rows={campaign.rootVersions}
      rowKey={({ version }) => String(version)}
    />
  );
}
