import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { type Column, Table } from "@/components/ui/table";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import type { LeafView, LeavesPage } from "@/lib/core/views/leaf";
import type { Token } from "@/lib/core/views/names";
import { RELEASE_TYPE_NAMES, ScheduleText } from "../schedule-text";

/** A recipient; what was claimed is not known where only the allocation was looked up. */
export type RecipientRow = LeafView & Partial<Pick<LeavesPage["leaves"][number], "claimed">>;

function columns({ token, treeAddress }: Omit<RecipientsTableProps, "rows">): Column<RecipientRow>[] {
  return [
    { title: "#", cell: ({ leafIndex }) => leafIndex.toLocaleString("en") },
    {
      title: "Recipient",
      cell: ({ beneficiary }) => (
        <Address address={beneficiary} name="recipient" href={`/portfolio?address=${beneficiary}`} />
      ),
    },
    {
      title: "Allocated",
      align: "right",
      cell: ({ amount }) => (amount === "0" ? "Removed" : <Amount of={amount} token={token} />),
    },
    {
      title: "Claimed",
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

type RecipientsTableProps = { rows: readonly RecipientRow[]; token: Token; treeAddress: string };

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
      columns={columns(of)}
      rows={rows}
      rowKey={({ leafIndex }) => String(leafIndex)}
    />
  );
}
