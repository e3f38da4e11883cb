import type { Token } from "@/components/format/token";
import { Amount } from "@/components/ui/amount";
import { Card, Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { percentOf } from "@/lib/vesting/progress";
import type { VestingProgress } from "@/lib/views/beneficiary";
import { NextUnlock } from "./next-unlock";

type TotalsProps = {
  progress: VestingProgress;
  tokenOf: (mint: string) => Token;
  prices: Record<string, number | null>;
};

/** The sums by token over all campaigns, and when each next unlocks. */
export function PortfolioTotals({ progress: { totals, campaigns }, tokenOf, prices }: TotalsProps) {
  const nextUnlocks = nextUnlockByMint(campaigns);
  return (
    <div className="grid gap-4">
      {totals.map((progress) => {
        const token = tokenOf(progress.mint);
        const price = token.isKnown ? prices[token.mint] : null;
        const claimed = percentOf(BigInt(progress.claimedSoFar), BigInt(progress.totalEntitled));
        return (
          <Card key={token.mint} title={`All in ${token.unit}`}>
            <dl className="mb-3 grid grid-cols-2 gap-4 sm:grid-cols-4">
              <Figure label="Allocated">
                <Amount of={progress.totalEntitled} token={token} price={price} />
              </Figure>
              <Figure label="Vested" note={`${progress.progressPercent}%`}>
                <Amount of={progress.vestedSoFar} token={token} />
              </Figure>
              <Figure label="Claimed" note={`${claimed}%`}>
                <Amount of={progress.claimedSoFar} token={token} />
              </Figure>
              <Figure
                label="Claimable now"
                note={<NextUnlock at={nextUnlocks.get(token.mint)?.toString() ?? null} />}
              >
                <Amount of={progress.claimable} token={token} price={price} />
              </Figure>
            </dl>
            <ProgressBar
              label={`Claimed in ${token.unit}`}
              percent={claimed}
              behind={progress.progressPercent}
            />
          </Card>
        );
      })}
    </div>
  );
}

function nextUnlockByMint(campaigns: VestingProgress["campaigns"]): Map<string, bigint> {
  const earliest = new Map<string, bigint>();
  for (const { mint, progress } of campaigns) {
    if (progress.nextUnlock === null) continue;
    const at = BigInt(progress.nextUnlock);
    const known = earliest.get(mint);
    if (known === undefined || at < known) earliest.set(mint, at);
  }
  return earliest;
}
