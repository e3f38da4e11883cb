"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { Token } from "@/lib/contract/names";
import type { Allocation } from "./use-allocation";
import { useClaimHistory } from "./use-claim-history";

type ClaimHistoryProps = {
  treeAddress: string;
  address: string;
  token: Token;
  progress: Allocation["progress"];
};

/** Lists the claims of a wallet in a campaign, newest first. Renders nothing before the first claim. */
export function ClaimHistory({ treeAddress, address, token, progress }: ClaimHistoryProps) {
  const t = useTranslator();
  const { data = [] } = useClaimHistory({ treeAddress, address, claimedSoFar: progress.claimedSoFar });
  if (data.length === 0) return null;
  return (
    <Card title={t("Your claims")} aside={t.count(data.length)}>
      <ul className="divide-y divide-line text-sm">
        {data.map(({ signature, amount, at }) => (
          <li key={signature} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="font-medium tabular-nums">
              <Amount value={amount} token={token} exact />
            </span>
            <span className="text-ink-soft">
              <Time at={at} /> · <Address address={signature} name="signature" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
