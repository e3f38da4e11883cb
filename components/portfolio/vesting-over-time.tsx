import { VestingCurve } from "@/components/campaign/vesting-curve";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, Select } from "@/components/ui/field";
import { QueryForm } from "@/components/ui/query-form";
import { campaignName, type Token, unitWithMint } from "@/lib/contract/names";
import type { PortfolioCurve } from "@/lib/contract/portfolio/curve";
import type { Translator } from "@/lib/core/i18n/translator";
import { PhoneFold } from "./phone-fold";

/** Maximum number of schedules in the curve. */
const MAX_SCHEDULES = 1_000;

/** The curve of values in US dollars uses cents as base units. */
const MONEY = { decimals: 2, unit: "USD" };

type Unit = Pick<Token, "decimals" | "unit">;

/** Includes the mint, because two tokens can have the same name. */
const withMint = (token: Token): Unit => ({ decimals: token.decimals, unit: unitWithMint(token) });

type VestingOverTimeProps = {
  /** `chosen` is a mint, or null for US dollars. `choices` are the available values. */
  curve: PortfolioCurve & { chosen: string | null; choices: readonly (string | null)[] };
  getToken: (mint: string) => Token;
  address: string;
};

/**
 * Draws the vesting of all allocations of an address, in US dollars or in one token. Renders nothing without
 * allocations.
 */
export function VestingOverTime({ curve, getToken, address }: VestingOverTimeProps) {
  const t = useTranslator();
  const { chosen, choices, groups, total, claimed, claims, omitsOldClaims, now, isCut, nextCliff } = curve;
  if (total === 0n && choices.length < 2) return null;
  const getUnit = (mint: string | null): Unit => (mint === null ? MONEY : withMint(getToken(mint)));
  const unit = getUnit(chosen);
  return (
    <PhoneFold showLabel={t("Show vesting over time")} hideLabel={t("Hide vesting over time")}>
      <Card
        title={t("Vesting over time")}
        aside={
          isCut
            ? t("the {count} largest schedules", { count: MAX_SCHEDULES })
            : t("All campaigns. Milestones count after their release.")
        }
      >
        {choices.length > 1 && <Choice {...{ chosen, choices, getUnit, address }} />}
        {total === 0n ? (
          <p className="text-sm text-ink-soft">{t("No allocations of this token remain.")}</p>
        ) : (
          <VestingCurve
            {...{ groups, total, claimed, claims, omitsOldClaims, now }}
            {...unit}
            cancelledAt={null}
            nextUnlock={nextCliff && { at: nextCliff.at, name: cliffName(nextCliff, t) }}
          />
        )}
      </Card>
    </PhoneFold>
  );
}

const cliffName = ({ campaign, isFirst }: NonNullable<PortfolioCurve["nextCliff"]>, t: Translator) =>
  isFirst
    ? t("First unlock, {campaign}", { campaign: campaignName(campaign, t) })
    : t("Cliff, {campaign}", { campaign: campaignName(campaign, t) });

type ChoiceProps = Pick<VestingOverTimeProps["curve"], "chosen" | "choices"> & {
  getUnit: (mint: string | null) => Unit;
  address: string;
};

/** Works without scripts: the choice is a query parameter. */
function Choice({ chosen, choices, getUnit, address }: ChoiceProps) {
  const t = useTranslator();
  const options = choices.map((mint) => ({
    value: mint ?? "",
    label: mint === null ? t("US dollars (tokens with a known price)") : getUnit(mint).unit,
  }));
  return (
    <QueryForm action="/portfolio" scroll={false} className="mb-4 flex flex-wrap items-end gap-2">
      <input type="hidden" name="address" value={address} />
      <Field id="curve" label={t("Currency or token")}>
        <Select id="curve" name="curve" key={chosen} defaultValue={chosen ?? ""} options={options} />
      </Field>
      <Button type="submit">{t("Show")}</Button>
    </QueryForm>
  );
}
