import {
  Breakdown,
  type BreakdownPart,
  breakdownShares,
  roundedBreakdown,
} from "@/components/campaign/breakdown";
import { formatAmountShort, formatShare } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { SupplyView } from "@/lib/contract/supply/view";

type SupplyTotalsProps = { supply: SupplyView; token: Token };

/** The parts of a supply that are locked in vaults. */
const LOCKED: ReadonlySet<BreakdownPart["id"]> = new Set(["locked", "milestones", "ended"]);

/** Shows the amount that is locked in vaults, and all parts of the allocated amount. */
export function SupplyTotals({ supply, token }: SupplyTotalsProps) {
  const t = useTranslator();
  const isFullyFunded = supply.missing === "0";
  const [locked, waiting] = [BigInt(supply.locked), BigInt(supply.waiting)];
  const milestones = waiting < locked ? waiting : locked;
  const parts: BreakdownPart[] = [
    { id: "claimed", label: t("Claimed"), amount: BigInt(supply.claimed) },
    { id: "claimable", label: t("Vested, not claimed"), amount: BigInt(supply.unclaimed) },
    { id: "locked", label: t("Unvested"), amount: locked - milestones },
    { id: "milestones", label: t("Unreleased milestones"), amount: milestones },
    { id: "ended", label: t("To be returned to creators"), amount: BigInt(supply.returning) },
    { id: "returned", label: t("Returned to creators"), amount: BigInt(supply.returned) },
  ];
  const sumLocked = (amounts: readonly bigint[]) =>
    amounts.reduce((sum, amount, at) => (LOCKED.has(parts[at]?.id ?? "claimed") ? sum + amount : sum), 0n);
  // The sum of the displayed, rounded rows, which include missing amounts.
  const displayedSum = sumLocked(roundedBreakdown(parts, token.decimals));
  const share = sumLocked(breakdownShares(parts));
  const sumText = isFullyFunded ? formatAmountShort(displayedSum, token.decimals, t) : undefined;
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)] lg:gap-12">
      <dl>
        <div>
          <dt className="text-sm text-ink-soft">{t("Locked in vaults")}</dt>
          <dd className="mt-1 text-2xl font-semibold wrap-anywhere tabular-nums sm:text-3xl">
            <Amount value={supply.lockedInVaults} token={token} text={sumText} />
            {isFullyFunded && displayedSum > 0n && (
              <span className="text-base font-normal text-ink-soft max-sm:block sm:ml-3">
                {t("{percent} of allocated", { percent: formatShare(share, t) })}
              </span>
            )}
          </dd>
          <dd className="mt-1 text-sm text-ink-soft">
            {isFullyFunded
              ? t("Unvested, unreleased and to be returned")
              : t("Unvested, unreleased and to be returned, without the missing amount")}
          </dd>
        </div>
      </dl>
      <div>
        <Breakdown token={token} total={t("Allocated")} parts={parts} />
        {supply.returning !== "0" && (
          <p className="mt-3 text-sm text-ink-soft">
            {t("A milestone released in the grace period can still pay part of the amount to be returned.")}
          </p>
        )}
      </div>
    </div>
  );
}
