import { UnpaidParts } from "@/components/campaign/unpaid-parts";
import { formatPercent } from "@/components/format/amount";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card, Figure } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import type { Token } from "@/lib/contract/names";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { knownPrice, type Market } from "@/lib/contract/portfolio/order";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { entitlementParts } from "@/lib/core/vesting/entitlement-parts";
import { percentOf } from "@/lib/core/vesting/progress";
import { NextUnlock } from "./next-unlock";

type TotalsProps = {
  progress: VestingProgress;
  market: Market & { pricedAt: number };
};

/** Shows the sums of each token over all campaigns, with the next unlock. */
export function PortfolioTotals({ progress: { totals, campaigns }, market }: TotalsProps) {
  const nextUnlocks = nextUnlockByMint(campaigns);
  const isPriced = totals.some(({ mint }) => knownPrice(market, mint) !== null);
  return (
    <div className="grid gap-4">
      {totals.map((total) => (
        <MintTotal
          key={total.mint}
          total={total}
          token={market.tokenOf(total.mint)}
          price={knownPrice(market, total.mint)}
          nextUnlock={nextUnlocks.get(total.mint) ?? null}
          hasDrift={campaigns.some(
            ({ mint, verified, hasDrift }) => mint === total.mint && verified && hasDrift,
          )}
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
  nextUnlock: bigint | null;
  /** Whether the index and the network differ in one of the campaigns. */
  hasDrift: boolean;
};

function MintTotal({ total, token, price, nextUnlock, hasDrift }: MintTotalProps) {
  const t = useTranslator();
  const entitled = BigInt(total.totalEntitled);
  const [vested, claimed] = [BigInt(total.vestedSoFar), BigInt(total.claimedSoFar)];
  return (
    <Card
      title={t("Totals in {token}", { token: token.unit })}
      aside={token.mint !== NATIVE_MINT && <TokenName token={token} />}
    >
      <dl className="mb-3 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        <Figure label={t("Allocated")} note={<UnpaidParts parts={entitlementParts(total)} token={token} />}>
          <Amount of={entitled} token={token} price={price} exact />
        </Figure>
        <Figure label={t("Vested")} note={formatPercent(vested, entitled, t)}>
          <Amount of={vested} token={token} exact />
        </Figure>
        <Figure label={t("Claimed")} note={formatPercent(claimed, entitled, t)}>
          <Amount of={claimed} token={token} exact />
        </Figure>
        <Figure label={t("Claimable now")} note={hasDrift && t("not certain")}>
          <Amount of={total.claimable} token={token} price={total.claimable === "0" ? null : price} exact />
        </Figure>
        <Figure label={t("Still to come")} note={<NextUnlock at={nextUnlock?.toString() ?? null} />}>
          <Amount
            of={total.stillToCome}
            token={token}
            price={total.stillToCome === "0" ? null : price}
            exact
          />
        </Figure>
      </dl>
      <ProgressBar
        label={t("Claimed in {token}", { token: token.unit })}
        percent={percentOf(claimed, entitled)}
        behind={percentOf(vested, entitled)}
      />
    </Card>
  );
}

/** Returns the earliest next unlock of each token over the campaigns that the totals include. */
function nextUnlockByMint(campaigns: VestingProgress["campaigns"]): Map<string, bigint> {
  const earliest = new Map<string, bigint>();
  for (const { mint, progress, verified } of campaigns) {
    if (!verified || progress.nextUnlock === null) continue;
    const at = BigInt(progress.nextUnlock);
    const known = earliest.get(mint);
    if (known === undefined || at < known) earliest.set(mint, at);
  }
  return earliest;
}
