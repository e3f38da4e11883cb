"use client";

import type { ReactNode } from "react";
import { formatDifference } from "@/components/format/amount";
import { hidden, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { RecipientLabel } from "@/components/labels/recipient-label";
import { Badge } from "@/components/ui/badge";
import type { ColumnSorts, DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { Link } from "@/components/ui/link";
import { Address, WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CampaignDetail, VersionChange } from "@/lib/contract/campaign";
import type { ClaimsPage } from "@/lib/contract/event";
import type { LeafView, LeavesPage } from "@/lib/contract/leaf";
import type { CampaignIdentity, Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { CLAIM_SORTS, LeafSort } from "@/lib/core/lists/campaign-list";
import { campaignPartHref } from "./campaign-href";
import { ReconstructedBadge, ReconstructedNote } from "./reconstructed";
import { releaseName, ScheduleText } from "./schedule-text";

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
  const columns: DataColumn<Claim>[] = [
    {
      id: "when",
      phone: "note",
      title: t("When"),
      sort: sorts.when,
      cell: ({ blockTime }) => <Time at={blockTime} relative />,
    },
    { id: "recipient", phone: "title", ...recipientColumn(t) },
    {
      id: "amount",
      phone: "value",
      title: t("Amount"),
      sort: sorts.amount,
      align: "right",
      cell: ({ amount }) => <Amount value={amount} token={token} />,
    },
    {
      id: "allocation",
      wide: true,
      title: t("Allocation"),
      align: "right",
      cell: ({ leafIndex, milestoneIdx }) =>
        milestoneIdx === null
          ? `${leafIndex}`
          : t("{leaf}, milestone {milestone}", { leaf: `${leafIndex}`, milestone: milestoneIdx }),
    },
    { id: "slot", title: t("Slot"), align: "right", wide: true, cell: ({ slot }) => slot },
    {
      id: "transaction",
      phone: "state",
      title: t("Transaction"),
      align: "right",
      cell: ({ signature, reconstructed }) => (
        <>
          {reconstructed && <ReconstructedBadge />} <Address address={signature} name="signature" />
        </>
      ),
    },
  ];
  const key = ({ signature, leafIndex }: Claim) => `${signature} ${leafIndex}`;
  return (
    <>
      <DataTable name="claims" caption={t("Claims")} columns={columns} rows={claims} rowKey={key} />
      <ReconstructedNote events={claims} />
    </>
  );
}

/** A recipient. `claimed` is missing if only the allocation was fetched. */
type RecipientRow = LeafView & Partial<Pick<LeavesPage["leaves"][number], "claimed">>;

type RecipientsTableProps = {
  /** The form above the table that finds a recipient. */
  search?: ReactNode;
  rows: readonly RecipientRow[];
  token: Token;
  campaign: CampaignIdentity & Pick<CampaignDetail, "creator" | "settledAmount">;
  sorts: ColumnSorts<LeafSort>;
};

export function RecipientsTable({ search, rows, token, campaign, sorts }: RecipientsTableProps) {
  const t = useTranslator();
  const columns: DataColumn<RecipientRow>[] = [
    { id: "index", wide: true, title: "#", sort: sorts.index, cell: ({ leafIndex }) => t.count(leafIndex) },
    {
      ...recipientColumn(t),
      id: "recipient",
      phone: "title",
      cell: ({ beneficiary }) => (
        <>
          {recipientColumn(t).cell({ beneficiary })}
          <RecipientLabel recipient={beneficiary} creator={campaign.creator} />
        </>
      ),
    },
    {
      id: "allocated",
      phone: "value",
      title: t("Allocated"),
      sort: sorts.allocated,
      align: "right",
      cell: ({ amount }) => (amount === "0" ? t("Removed") : <Amount value={amount} token={token} />),
    },
    {
      id: "claimed",
      title: t("Claimed"),
      sort: sorts.claimed,
      align: "right",
      cell: ({ claimed, amount }) => <Claimed {...{ claimed, amount, token }} />,
    },
    // A stream has one recipient, so the settlement of the campaign is that of the row.
    ...(campaign.settledAmount === "0"
      ? []
      : [
          {
            id: "settled",
            title: t("Settled"),
            align: "right" as const,
            cell: () => <Amount value={campaign.settledAmount} token={token} />,
          },
        ]),
    {
      id: "release",
      phone: "note",
      title: t("Release"),
      cell: (leaf) => (
        <>
          {releaseName(t, leaf.releaseType)}: <ScheduleText schedule={leaf} />
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
            id="Check proof<hidden> of allocation {leaf}</hidden>"
            values={{ leaf: leafIndex }}
            components={{ hidden }}
          />
        </Link>
      ),
    },
  ];
  const key = ({ leafIndex }: RecipientRow) => String(leafIndex);
  return (
    <DataTable
      name="recipients"
      caption={t("Recipients")}
      form={search}
      {...{ columns, rows }}
      rowKey={key}
    />
  );
}

function Claimed({ claimed, amount, token }: Pick<RecipientRow, "claimed" | "amount"> & { token: Token }) {
  const t = useTranslator();
  if (claimed === undefined) return "–";
  return (
    <>
      <Amount value={claimed} token={token} />
      {BigInt(claimed) > BigInt(amount) && <Badge tone="danger">{t("claimed more than allocated")}</Badge>}
    </>
  );
}

type Version = CampaignDetail["rootVersions"][number];

type VersionsTableProps = {
  campaign: CampaignDetail;
  token: Token;
  /** The net changes by version. Versions without an entry link to their changes without a summary. */
  changes: Readonly<Record<number, VersionChange>>;
  /** The signature of the transaction that published each version, if known. */
  transactions: Readonly<Record<number, string>>;
};

export function VersionsTable({ campaign, token, changes, transactions }: VersionsTableProps) {
  const t = useTranslator();
  const columns: DataColumn<Version>[] = [
    {
      id: "version",
      phone: "title",
      title: t("Version"),
      cell: ({ version, merkleRoot }) => (
        <>
          <OnPhone>{t("Version")}</OnPhone>
          {version} {merkleRoot === campaign.merkleRoot && <Badge tone="good">{t("Current")}</Badge>}
        </>
      ),
    },
    {
      id: "since",
      phone: "note",
      title: t("Published"),
      cell: ({ version, createdAt, merkleRoot }) => (
        <>
          <Time at={createdAt} />
          {transactions[version] && (
            <span className="block @max-2xl:hidden">
              {t("Transaction")} <Address address={transactions[version]} name="signature" />
            </span>
          )}
          <span className="hidden @max-2xl:block">
            {t("Root")} <Address address={merkleRoot} name="root" />
          </span>
        </>
      ),
    },
    {
      id: "root",
      title: t("Merkle root"),
      cell: ({ merkleRoot }) => <WholeAddress address={merkleRoot} name="root" />,
    },
    {
      id: "allocations",
      phone: "value",
      title: t("Allocations"),
      align: "right",
      cell: ({ leafCount }) => (
        <>
          <OnPhone>
            {t("{count, plural, one {# allocation} other {# allocations}}", { count: leafCount })}
          </OnPhone>
          <span className="@max-2xl:hidden">{t.count(leafCount)}</span>
        </>
      ),
    },
    {
      id: "changes",
      phone: "state",
      title: t("Changes"),
      align: "right",
      cell: ({ version }) => <ChangesLink {...{ version, campaign, token }} change={changes[version]} />,
    },
  ];
  return (
    <>
      <h2 className="text-base font-semibold">{t("Recipient list versions")}</h2>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        {t("Each change of recipients publishes a new Merkle root. Proofs use the current one.")}
      </p>
      <DataTable
        name="versions"
        caption={t("List versions")}
        columns={columns}
        rows={campaign.rootVersions}
        rowKey={({ version }) => String(version)}
        hasView={false}
      />
    </>
  );
}

type ChangesLinkProps = Pick<VersionsTableProps, "campaign" | "token"> &
  Pick<Version, "version"> & { change: VersionChange | undefined };

function ChangesLink({ version, campaign, token, change }: ChangesLinkProps) {
  const t = useTranslator();
  if (version === 1) return <span className="text-ink-soft">{t("First version")}</span>;
  return (
    <Link className="underline underline-offset-4" href={campaignPartHref(campaign, `changes/${version}`)}>
      {change ? (
        <>
          {changeText(t, change, token)}
          <span className="sr-only">: {t("Changes per recipient in version {version}", { version })}</span>
        </>
      ) : (
        <Trans
          id="Changes per recipient<hidden> in version {version}</hidden>"
          values={{ version }}
          components={{ hidden }}
        />
      )}
    </Link>
  );
}

/** Returns the net change, such as "+3 recipients, −1,200 TOKEN". */
function changeText(t: Translator, { recipients, amount, changed }: VersionChange, token: Token): string {
  const difference = BigInt(amount);
  const parts = [
    recipients !== 0 &&
      t("{count, plural, one {{sign}# recipient} other {{sign}# recipients}}", {
        count: Math.abs(recipients),
        sign: recipients < 0 ? "−" : "+",
      }),
    difference !== 0n && `${formatDifference(difference, token.decimals, t)} ${token.unit}`,
  ].filter((part) => part !== false);
  if (parts.length > 0) return parts.join(", ");
  return t("{count, plural, one {View # change} other {View # changes}}", { count: changed });
}
