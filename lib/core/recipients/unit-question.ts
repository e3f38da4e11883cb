import { english, type Translator } from "@/lib/core/i18n/translator";
import { U64_MAX } from "@/lib/core/solana/integers";
import { decimalText } from "./number-text";

/** The available data about a whole list of amounts; all in base units. */
export type ListOfAmounts = {
  total: bigint;
  smallest: bigint;
  greatest: bigint;
  /** The unit in which the amounts were read. */
  unit: "tokens" | "base";
  decimals: number;
  /** The supply of the token and the signer's balance; null if unknown. */
  mintSupply: bigint | null;
  balance: bigint | null;
};

/** Why amounts seem to be in the other unit, and their total in that unit. */
export type UnitQuestion = {
  why: "more than exists" | "more than you have" | "all huge" | "all tiny";
  otherUnit: "tokens" | "base";
  otherTotal: bigint;
};

/**
 * Returns whether amounts in tokens seem to be base units, or vice versa; null if there is no sign of that.
 */
export function unitQuestion(list: ListOfAmounts): UnitQuestion | null {
  const scale = 10n ** BigInt(list.decimals);
  if (scale === 1n || list.total === 0n) return null;
  return list.unit === "tokens" ? questionTokens(list, scale) : questionBaseUnits(list, scale);
}

function questionTokens(
  { total, smallest, mintSupply, balance }: ListOfAmounts,
  scale: bigint,
): UnitQuestion | null {
  // Base units are integers, so a total with a fraction of a token proves that the amounts are not base
  // units.
  if (total % scale !== 0n) return null;
  const inBase = total / scale;
  const questionBecause = (reason: UnitQuestion["why"]): UnitQuestion => ({
    why: reason,
    otherUnit: "base",
    otherTotal: inBase,
  });
  if (mintSupply !== null && total > mintSupply && inBase <= mintSupply)
    return questionBecause("more than exists");
  // A signer with too small a balance probably entered token amounts; as base units, such amounts would be
  // worth almost nothing.
  const isWorthMuch = smallest * 1_000n >= scale * scale;
  if (balance !== null && total > balance && inBase <= balance && isWorthMuch)
    return questionBecause("more than you have");
  // Even the smallest amount has at least as many tokens as one token has base units.
  return smallest >= scale * scale ? questionBecause("all huge") : null;
}

function questionBaseUnits(
  { total, greatest, mintSupply, balance }: ListOfAmounts,
  scale: bigint,
): UnitQuestion | null {
  const inTokens = total * scale;
  const max = balance ?? mintSupply ?? U64_MAX;
  return greatest < scale && inTokens <= max
    ? { why: "all tiny", otherUnit: "tokens", otherTotal: inTokens }
    : null;
}

/** Returns a warning that amounts seem to be in the other unit. */
export function unitQuestionText(
  { otherUnit, otherTotal }: UnitQuestion,
  { total, decimals }: Pick<ListOfAmounts, "total" | "decimals">,
  t: Translator = english,
): string {
  const [read, other] = [decimalText(total, decimals), decimalText(otherTotal, decimals)];
  return otherUnit === "base"
    ? t(
        "The amounts look like base units. As tokens they total {read}, as base units {other}. For base units, omit decimals.",
        { read, other },
      )
    : t("The amounts look like tokens. As base units they total {read} tokens, as tokens {other}.", {
        read,
        other,
      });
}

/** Returns a warning that amounts in tokens seem to be base units, based only on the list; at most one. */
export function unitWarnings(
  amounts: Pick<ListOfAmounts, "total" | "smallest" | "greatest"> | null,
  decimals: number | undefined,
  t: Translator = english,
): string[] {
  if (amounts === null || decimals === undefined) return [];
  const list: ListOfAmounts = { ...amounts, unit: "tokens", decimals, mintSupply: null, balance: null };
  const question = unitQuestion(list);
  return question ? [unitQuestionText(question, list, t)] : [];
}
