import { Breakdown, type BreakdownPart, roundedBreakdown } from "@/components/campaign/breakdown";
import { formatAmountShort } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { SupplyView } from "@/lib/contract/supply/view";

type SupplyTotalsProps = { supply: SupplyView; token: Token };

/** The parts of a supply that are not in circulation. */
const LOCKED: ReadonlySet<BreakdownPart["id"]> = new Set(["locked", "milestones", "ended"]);

/** Shows the allocated amount, the part that is not in circulation, and all parts. */
export function SupplyTotals({ supply, token }: SupplyTotalsProps) {
  const t = useTranslator();
  const isComplete = supply.missing === "0";
  const [locked, waiting] = [BigInt(supply.locked), BigInt(supply.waiting)];
  const milestones = waiting < locked ? waiting : locked;
  const parts: BreakdownPart[] = [
    { id: "claimed", label: t("Claimed"), amount: BigInt(supply.claimed) },
    { id: "claimable", label: t("Vested, not claimed"), amount: BigInt(supply.unclaimed) },
    { id: "locked", label: t("Unvested"), amount: locked - milestones },
    { id: "milestones", label: t("Unreleased milestones"), amount: milestones },
    // Until the end of the grace period, a release of milestones can still pay a part of it.
    {
      id: "ended",
      label: t("To be returned, or in unreleased milestones"),
      amount: BigInt(supply.returning),
    },
    { id: "returned", label: t("Returned to creators"), amount: BigInt(supply.returned) },
  ];
  // The sum of the rows as they are written. The rows omit no missing amount.
  const written = roundedBreakdown(parts, token.decimals).reduce(
    (sum, rounded, at) => (LOCKED.has(parts[at]?.id ?? "claimed") ? sum + rounded : sum),
    0n,
  );
  const sumText = isComplete ? formatAmountShort(written, token.decimals, t) : undefined;
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)] lg:gap-12">
      <dl className="flex flex-wrap gap-x-8 gap-y-4 lg:flex-col">
        <div>
          <dt className="text-sm text-ink-soft">{t("Allocated")}</dt>
          <dd className="mt-1 text-2xl font-semibold wrap-anywhere tabular-nums sm:text-3xl">
            <Amount of={supply.allocated} token={token} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{t("Not in circulation")}</dt>
          <dd className="mt-1 text-2xl font-semibold wrap-anywhere tabular-nums sm:text-3xl">
            <Amount of={supply.lockedInVaults} token={token} text={sumText} />
          </dd>
          <dd className="mt-1 text-sm text-ink-soft">
            {isComplete
              ? t("Unvested, unreleased and to be returned")
              : t("Unvested, unreleased and to be returned, without the missing amount")}
          </dd>
        </div>
      </dl>
      <Breakdown token={token} total={t("Allocated")} parts={parts} />
    </div>
  );
}
