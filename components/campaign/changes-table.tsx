import { formatAmountShort } from "@/components/format/amount";
import type { Token } from "@/components/format/token";
import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { type Column, Table } from "@/components/ui/table";

/** A recipient in the version before and in the one after; null where they have no allocation. */
export type Change = { beneficiary: string; before: bigint | null; after: bigint | null };

function columns(token: Token): Column<Change>[] {
  const amount = (of: bigint | null) => (of === null ? "–" : <Amount of={of} token={token} />);
  return [
    { title: "Recipient", cell: ({ beneficiary }) => <Address address={beneficiary} name="recipient" /> },
    { title: "Before", align: "right", cell: ({ before }) => amount(before) },
    { title: "After", align: "right", cell: ({ after }) => amount(after) },
    { title: "Change", align: "right", cell: (change) => <Verdict change={change} token={token} /> },
  ];
}

function Verdict({ change: { before, after }, token }: { change: Change; token: Token }) {
  if (before === null) return <Badge tone="good">Added</Badge>;
  if (after === null) return <Badge tone="danger">Removed</Badge>;
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
  return (
    <Table
      caption="Changes per recipient"
      columns={columns(token)}
      rows={changes}
      rowKey={({ beneficiary }) => beneficiary}
    />
  );
}
