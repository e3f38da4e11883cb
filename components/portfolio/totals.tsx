import type { ReactNode } from "react";
import { Breakdown, entitlementRows } from "@/components/campaign/breakdown";
import { UncoveredNotice } from "@/components/campaign/claimable-notes";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import type { Token } from "@/lib/contract/names";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { knownPrice, type TokenMarketData } from "@/lib/contract/portfolio/order";
import { groupBy } from "@/lib/core/group-by";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { entitlementParts, pausedPart } from "@/lib/core/vesting/entitlement-parts";
import { unreleasedPart } from "@/lib/core/vesting/unreleased-part";
import { NextUnlockFact } from "./next-unlock";
import { type UnlockTimes, unlockTimes } from "./unlock-times";

type TotalsProps = {
  progress: VestingProgress;
  market: TokenMarketData & { pricedAt: number };
  /** The button that claims everything, below the amount of the only token or above several tokens. */
  action?: ReactNode;
};

const NO_UNLOCK: UnlockTimes = { at: null, until: null, next: null };

/** Shows the sums of each token over all campaigns, with the next unlock. */
export function PortfolioTotals({ progress: { totals, campaigns }, market, action }: TotalsProps) {
  const unlocks = unlocksByMint(campaigns);
  const isPriced = totals.some(({ mint }) => knownPrice(market, mint) !== null);
  return (
    <div className="grid gap-4">
      {totals.length > 1 && action}
      {totals.map((total) => (
        <MintTotal
          key={total.mint}
          total={total}
          token={market.getToken(total.mint)}
          price={knownPrice(market, total.mint)}
          unlock={unlocks.get(total.mint) ?? NO_UNLOCK}
          action={totals.length === 1 && action}
          campaigns={campaigns.filter(({ mint, verified }) => mint === total.mint && verified)}
        />
      ))}
      {isPriced && (
        <p className="text-sm text-ink-soft">
          <Trans
            id="Dollar values use prices as of {time}, matched only by the token’s mint address. Tokens without a known price have no dollar value."
            values={{ time: <Time at={BigInt(market.pricedAt)} /> }}
          />
        </p>
      )}
    </div>
  );
}

type MintTotalProps = {
  total: VestingProgress["totals"][number];
  token: Token;
  price: number | null;
  unlock: UnlockTimes;
  /** The campaigns of the token that the totals include. */
  campaigns: VestingProgress["campaigns"];
  action: ReactNode;
};

function MintTotal({ total, token, price, unlock, campaigns, action }: MintTotalProps) {
  const t = useTranslator();
  // The index and the network differ in one of the campaigns.
  const hasDrift = campaigns.some((campaign) => campaign.hasDrift);
  const paused = campaigns.reduce((sum, campaign) => sum + pausedPart(campaign, campaign.progress), 0n);
  const waiting = campaigns.reduce((sum, { leaves }) => sum + unreleasedPart(leaves), 0n);
  const isClaimable = total.claimable !== "0";
  return (
    <Card
      title={t("Totals in {token}", { token: token.unit })}
      aside={token.mint !== NATIVE_MINT && <TokenName token={token} brief />}
    >
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)] lg:gap-12">
        <dl className="flex flex-col gap-4 lg:justify-between">
          <div>
            <dt className="text-sm text-ink-soft">{t("Claimable now")}</dt>
            <dd
              className={`mt-1 text-3xl font-semibold wrap-anywhere tabular-nums sm:text-4xl ${isClaimable ? "text-accent" : "text-ink"}`}
            >
              <Amount value={total.claimable} token={token} price={isClaimable ? price : null} />
            </dd>
            {hasDrift && <dd className="mt-1 text-sm text-ink-soft">{t("not certain")}</dd>}
            <dd className="mt-1 text-sm text-danger empty:hidden">
              <UncoveredNotice progress={total} token={token} />
            </dd>
            <dd className="mt-3 empty:hidden">{action}</dd>
          </div>
          <div className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-2">
            <NextUnlockFact {...unlock} />
          </div>
        </dl>
        <Breakdown
          parts={entitlementRows(entitlementParts(total), paused, t, waiting)}
          total={t("Allocated")}
          {...{ token, price }}
        />
      </div>
    </Card>
  );
}

/** Returns the next unlock of each token over the campaigns that the totals include. */
function unlocksByMint(campaigns: VestingProgress["campaigns"]): Map<string, UnlockTimes> {
  const leaves = groupBy(
    campaigns.filter(({ verified }) => verified),
    ({ mint }) => mint,
  );
  return new Map(
    [...leaves].map(([mint, campaigns]) => [
      mint,
      unlockTimes(campaigns.flatMap((campaign) => campaign.leaves)),
    ]),
  );
}
