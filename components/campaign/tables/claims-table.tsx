import { type Column, Table } from "@/components/ui/table";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { ClaimsPage } from "@/lib/core/views/event";
import type { Token } from "@/lib/core/views/names";

type Claim = ClaimsPage["claims"][number];

function columns(token: Token): Column<Claim>[] {
  return [
    { title: "When", cell: ({ blockTime }) => <Time at={blockTime} relative /> },
    {
      title: "Recipient",
      cell: ({ beneficiary }) => (
        <Address address={beneficiary} name="recipient" href={`/portfolio?address=${beneficiary}`} />
      ),
    },
    { title: "Amount", align: "right", cell: ({ amount }) => <Amount of={amount} token={token} /> },
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

export function ClaimsTable({ claims, token }: { claims: readonly Claim[]; token: Token }) {
  const key = ({ signature, leafIndex }: Claim) => `${signature} ${leafIndex}`;
  return <Table caption="Claims" columns={columns(token)} rows={claims} rowKey={key} />;
}
