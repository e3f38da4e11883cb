import type { Token } from "@/components/format/token";
import { Amount } from "@/components/ui/amount";
import { Card, Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { percentOf, sumProgress } from "@/lib/vesting/progress";
import type { PortfolioEntry } from "./entry";
import { NextUnlock } from "./next-unlock";

type TotalsProps = {
  entries: readonly PortfolioEntry[];
  tokens: readonly Token[];
  prices: Record<string, number | null>;
};

/** The sums by token over the campaigns shown, and when each next unlocks. */
export function PortfolioTotals({ entries, tokens, prices }: TotalsProps) {
  const byMint = new Map(tokens.map((token) => [token.mint, token]));
  return (
    <div className="grid gap-4">
      {[...byMint.values()].map((token) => {
        const progress = sumProgress(
          entries.filter(({ campaign }) => campaign.mint === token.mint).map((entry) => entry.progress),
        );
        const price = token.isKnown ? prices[token.mint] : null;
        const claimed = percentOf(progress.claimedSoFar, progress.totalEntitled);
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
                note={<NextUnlock at={progress.nextUnlock?.toString() ?? null} />}
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
