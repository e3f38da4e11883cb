import { formatAmountShort } from "@/components/format/amount";
import { Badge } from "@/components/ui/badge";
import { type Column, Table } from "@/components/ui/table";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/core/views/names";

/**
 * A recipient in the version before and in the one after; null or 0 where they have no allocation. `claimed` where it is
 * known: who is removed keeps that.
 */
export type Change = {
  beneficiary: string;
  before: bigint | null;
  after: bigint | null;
  claimed?: bigint;
  kind?: string;
};

function columns(token: Token, hasClaimed: boolean): Column<Change>[] {
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
      columns={columns(token, hasClaimed)}
      rows={changes}
      rowKey={({ beneficiary }) => beneficiary}
    />
  );
}
