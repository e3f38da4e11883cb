import Link from "next/link";
import { Card } from "@/components/ui/card";
import { type Column, Table } from "@/components/ui/table";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { campaignName, type Token } from "@/lib/core/views/names";
import type { NextUnlock, NextUnlocks } from "@/lib/core/views/portfolio/next-unlocks";

const SHOWN = 5;

const columns = (tokenOf: (mint: string) => Token): Column<NextUnlock>[] => [
  { title: "When", cell: ({ at }) => <Time at={at} /> },
  {
    title: "Campaign",
    cell: (unlock) => (
      <Link
        href={`/campaigns/${unlock.treeAddress}`}
        className="underline decoration-line-strong underline-offset-4"
      >
        {campaignName(unlock)}
      </Link>
    ),
  },
  {
    title: "Unlocks",
    align: "right",
    cell: ({ amount, mint }) =>
      amount > 0n ? <Amount of={amount} token={tokenOf(mint)} withMint /> : "begins to vest evenly",
  },
];

type NextUnlocksProps = { unlocks: NextUnlocks; tokenOf: (mint: string) => Token };

/** The soonest unlocks over all campaigns; nothing when time brings no more. */
export function NextUnlocksCard({ unlocks: { dated, running }, tokenOf }: NextUnlocksProps) {
  if (dated.length === 0 && running === 0) return null;
  const rest = dated.length - SHOWN;
  return (
    <Card title="Next unlocks">
      {running > 0 && (
        <p className="text-sm text-ink-soft">
          {running === 1 ? "1 campaign vests" : `${running.toLocaleString("en")} campaigns vest`} a little
          more every moment.
        </p>
      )}
      {dated.length > 0 && (
        <Table
          caption="Next unlocks"
          columns={columns(tokenOf)}
          rows={dated.slice(0, SHOWN)}
          rowKey={({ treeAddress }) => treeAddress}
        />
      )}
      {rest > 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          {rest === 1 ? "1 more campaign has" : `${rest.toLocaleString("en")} more campaigns have`} a later
          date.
        </p>
      )}
    </Card>
  );
}
