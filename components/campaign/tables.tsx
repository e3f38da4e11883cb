"use client";

import { formatAmountShort } from "@/components/format/amount";
import { hidden, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Link } from "@/components/ui/link";
import { type Column, type ColumnSorts, Table } from "@/components/ui/table";
import { Address, WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { ClaimsPage } from "@/lib/contract/event";
import type { LeafView, LeavesPage } from "@/lib/contract/leaf";
import type { CampaignIdentity, Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { CLAIM_SORTS, LeafSort } from "@/lib/core/lists/campaign-list";
import { campaignPartHref } from "./campaign-href";
import { ReconstructedBadge, ReconstructedNote } from "./reconstructed";
import { releaseName, ScheduleText } from "./schedule-text";

/**
 * The allocation of a recipient in two versions; null or 0 without an allocation. `claimed` is optional: a
 * removed recipient keeps the claimed amount.
 */
type Change = {
  beneficiary: string;
  before: bigint | null;
  after: bigint | null;
  claimed?: bigint;
  kind?: string;
};

function Verdict({ change: { before, after, kind }, token }: { change: Change; token: Token }) {
  const t = useTranslator();
  if (!before) return <Badge tone="good">{t("Added")}</Badge>;
  if (!after) return <Badge tone="danger">{t("Removed")}</Badge>;
  if (kind === "removed") return <Badge tone="danger">{t("Removed, keeps claimed amount")}</Badge>;
  if (before === after) return <Badge tone="info">{t("Schedule changed")}</Badge>;
  const sign = after > before ? "+" : "−";
  const difference = after > before ? after - before : before - after;
  return (
    <Badge tone={after > before ? "good" : "warn"}>
      {sign}
      {formatAmountShort(difference, token.decimals, t)}
    </Badge>
  );
}

export function ChangesTable({ changes, token }: { changes: readonly Change[]; token: Token }) {
  const t = useTranslator();
  const amount = (of: bigint | null | undefined) => (of ? <Amount of={of} token={token} /> : "–");
  const claimed: Column<Change> = {
    title: t("Claimed"),
    align: "right",
    cell: (change) => amount(change.claimed),
  };
  const columns: Column<Change>[] = [
    {
      title: t("Recipient"),
      // The rotation review shows this table before signing, so an address is never shortened here.
      cell: ({ beneficiary }) => (
        <span className="block min-w-44">
          <WholeAddress address={beneficiary} name="recipient" />
        </span>
      ),
    },
    ...(changes.some((change) => (change.claimed ?? 0n) > 0n) ? [claimed] : []),
    { title: t("Before"), align: "right", cell: ({ before }) => amount(before) },
    { title: t("After"), align: "right", cell: ({ after }) => amount(after) },
    { title: t("Change"), align: "right", cell: (change) => <Verdict change={change} token={token} /> },
  ];
  return (
    <Table
      caption={t("Changes per recipient")}
      columns={columns}
      rows={changes}
      rowKey={({ beneficiary }) => beneficiary}
    />
  );
}

const recipientColumn = (t: Translator) => ({
  title: t("Recipient"),
  cell: ({ beneficiary }: { beneficiary: string }) => (
    <Address address={beneficiary} name="recipient" href={`/portfolio?address=${beneficiary}`} />
  ),
});

type Claim = ClaimsPage["claims"][number];

type ClaimsTableProps = {
  claims: readonly Claim[];
  token: Token;
  sorts: ColumnSorts<(typeof CLAIM_SORTS)[number]>;
};

export function ClaimsTable({ claims, token, sorts }: ClaimsTableProps) {
  const t = useTranslator();
  const columns: Column<Claim>[] = [
    { title: t("When"), sort: sorts.when, cell: ({ blockTime }) => <Time at={blockTime} relative /> },
    recipientColumn(t),
    {
      title: t("Amount"),
      sort: sorts.amount,
      align: "right",
      cell: ({ amount }) => <Amount of={amount} token={token} />,
    },
    {
      title: t("Allocation"),
      align: "right",
      cell: ({ leafIndex, milestoneIdx }) =>
        milestoneIdx === null
          ? `${leafIndex}`
          : t("{leaf}, milestone {milestone}", { leaf: `${leafIndex}`, milestone: milestoneIdx }),
    },
    {
      title: t("Transaction"),
      cell: ({ signature, reconstructed }) => (
        <>
          <Address address={signature} name="signature" ends={6} /> {reconstructed && <ReconstructedBadge />}
        </>
      ),
    },
    { title: t("Slot"), align: "right", wide: true, cell: ({ slot }) => slot },
  ];
  const key = ({ signature, leafIndex }: Claim) => `${signature} ${leafIndex}`;
  return (
    <>
      <Table caption={t("Claims")} columns={columns} rows={claims} rowKey={key} />
      <ReconstructedNote events={claims} />
    </>
  );
}

/** A recipient. `claimed` is missing if only the allocation was fetched. */
type RecipientRow = LeafView & Partial<Pick<LeavesPage["leaves"][number], "claimed">>;

type RecipientsTableProps = {
  rows: readonly RecipientRow[];
  token: Token;
  campaign: CampaignIdentity;
  sorts: ColumnSorts<LeafSort>;
};

export function RecipientsTable({ rows, token, campaign, sorts }: RecipientsTableProps) {
  const t = useTranslator();
  const columns: DataColumn<RecipientRow>[] = [
    { id: "index", wide: true, title: "#", sort: sorts.index, cell: ({ leafIndex }) => t.count(leafIndex) },
    { id: "recipient", phone: "title", ...recipientColumn(t) },
    {
      id: "allocated",
      phone: "value",
      title: t("Allocated"),
      sort: sorts.allocated,
      align: "right",
      cell: ({ amount }) => (amount === "0" ? t("Removed") : <Amount of={amount} token={token} />),
    },
    {
      id: "claimed",
      title: t("Claimed"),
      sort: sorts.claimed,
      align: "right",
      cell: ({ claimed, amount }) => <Claimed {...{ claimed, amount, token }} />,
    },
    {
      id: "release",
      phone: "note",
      title: t("Release"),
      cell: (leaf) => (
        <>
          {releaseName(t, leaf.releaseType)}: <ScheduleText of={leaf} />
        </>
      ),
    },
    {
      id: "proof",
      phone: "state",
      title: t("Proof"),
      align: "right",
      cell: ({ leafIndex }) => (
        <Link
          href={campaignPartHref(campaign, `proof/${leafIndex}`)}
          className="whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          <Trans
            id="Check<hidden> allocation {leaf}</hidden>"
            values={{ leaf: leafIndex }}
            components={{ hidden }}
          />
        </Link>
      ),
    },
  ];
  const key = ({ leafIndex }: RecipientRow) => String(leafIndex);
  return <DataTable name="recipients" caption={t("Recipients")} columns={columns} rows={rows} rowKey={key} />;
}

function Claimed({ claimed, amount, token }: Pick<RecipientRow, "claimed" | "amount"> & { token: Token }) {
  const t = useTranslator();
  if (claimed === undefined) return "–";
  return (
    <>
      <Amount of={claimed} token={token} />
      {BigInt(claimed) > BigInt(amount) && <Badge tone="danger">{t("claimed more than allocated")}</Badge>}
    </>
  );
}

type Version = CampaignDetail["rootVersions"][number];

type VersionsTableProps = { campaign: CampaignDetail };

export function VersionsTable({ campaign }: VersionsTableProps) {
  const t = useTranslator();
  const columns: Column<Version>[] = [
    {
      title: t("Version"),
      cell: ({ version, merkleRoot }) => (
        <>
          {version} {merkleRoot === campaign.merkleRoot && <Badge tone="good">{t("Current")}</Badge>}
        </>
      ),
    },
    {
      title: t("Merkle root"),
      cell: ({ merkleRoot }) => <Address address={merkleRoot} name="root" ends={8} />,
    },
    { title: t("Allocations"), align: "right", cell: ({ leafCount }) => t.count(leafCount) },
    { title: t("Since"), cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: t("Changes"),
      cell: ({ version }) =>
        version === 1 ? (
          t("First version")
        ) : (
          <Link
            className="underline underline-offset-4"
            href={campaignPartHref(campaign, `changes/${version}`)}
          >
            <Trans
              id="Changes per recipient<hidden> in version {version}</hidden>"
              values={{ version }}
              components={{ hidden }}
            />
          </Link>
        ),
    },
  ];
  const key = ({ version }: Version) => String(version);
  const rows = campaign.rootVersions;
  return <Table caption={t("Root versions")} columns={columns} rows={rows} rowKey={key} />;
}
