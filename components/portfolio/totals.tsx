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
  const worthOf = (amount: string) => (amount === "0" ? null : price);
  return (
    <Card
      title={t("Totals in {token}", { token: token.unit })}
      aside={token.mint !== NATIVE_MINT && <TokenName token={token} brief />}
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-[1.5fr_1fr_1fr_1fr]">
        <Figure label={t("Claimable now")} note={hasDrift && t("not certain")}>
          <span className="text-accent sm:text-2xl">
            <Amount of={total.claimable} token={token} price={worthOf(total.claimable)} exact />
          </span>
        </Figure>
        <Figure label={t("Vested")} note={formatPercent(vested, entitled, t)}>
          <Amount of={vested} token={token} />
        </Figure>
        <Figure label={t("Still to come")}>
          <Amount of={total.stillToCome} token={token} price={worthOf(total.stillToCome)} />
        </Figure>
        <Figure label={t("Next unlock")}>
          <NextUnlock at={nextUnlock?.toString() ?? null} brief />
        </Figure>
      </dl>
      <div className="mt-3">
        <ProgressBar
          label={t("Claimed in {token}", { token: token.unit })}
          percent={percentOf(claimed, entitled)}
          behind={percentOf(vested, entitled)}
        />
      </div>
      <p className="mt-1.5 text-sm text-ink-soft">
        <Trans
          id="{claimed} of {allocated} claimed ({share})"
          values={{
            claimed: <Amount of={claimed} token={token} />,
            allocated: <Amount of={entitled} token={token} price={price} />,
            share: formatPercent(claimed, entitled, t),
          }}
        />
        <UnpaidParts parts={entitlementParts(total)} token={token} />
      </p>
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
