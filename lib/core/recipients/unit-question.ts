import { U64_MAX } from "@/lib/core/solana/integers";
import { english, type Words } from "@/lib/core/words/words";
import { decimalText } from "./number-text";

/** What is known when a list of amounts is looked at as a whole; all in base units. */
export type ListOfAmounts = {
  total: bigint;
  least: bigint;
  greatest: bigint;
  /** What the amounts were read as. */
  unit: "tokens" | "base";
  decimals: number;
  /** How much of the token exists, and how much of it the signer has; null where that is not known. */
  mintSupply: bigint | null;
  balance: bigint | null;
};

/** Why amounts look like the other unit than the one they were read as, and what they would add up to in it. */
export type UnitQuestion = {
  why: "more than exists" | "more than you have" | "all huge" | "all tiny";
  otherUnit: "tokens" | "base";
  otherTotal: bigint;
};

/** Whether amounts in tokens look like base units, or the other way; null when nothing speaks for it. */
export function unitQuestion(of: ListOfAmounts): UnitQuestion | null {
  const scale = 10n ** BigInt(of.decimals);
  if (scale === 1n || of.total === 0n) return null;
  return of.unit === "tokens" ? questionTokens(of, scale) : questionBaseUnits(of, scale);
}

function questionTokens(
  { total, least, mintSupply, balance }: ListOfAmounts,
  scale: bigint,
): UnitQuestion | null {
  // Base units are whole, so a fraction of a token in all of them proves that they are none.
  if (total % scale !== 0n) return null;
  const inBase = total / scale;
  const ask = (why: UnitQuestion["why"]): UnitQuestion => ({ why, otherUnit: "base", otherTotal: inBase });
  if (mintSupply !== null && total > mintSupply && inBase <= mintSupply) return ask("more than exists");
  // Somebody who has too little typed plain amounts; in base units those would be worth next to nothing.
  const isWorthMuch = least * 1_000n >= scale * scale;
  if (balance !== null && total > balance && inBase <= balance && isWorthMuch)
    return ask("more than you have");
  // Typed, each has at least as many tokens as a token has base units.
  return least >= scale * scale ? ask("all huge") : null;
}

function questionBaseUnits(
  { total, greatest, mintSupply, balance }: ListOfAmounts,
  scale: bigint,
): UnitQuestion | null {
  const inTokens = total * scale;
  const most = balance ?? mintSupply ?? U64_MAX;
  return greatest < scale && inTokens <= most
    ? { why: "all tiny", otherUnit: "tokens", otherTotal: inTokens }
    : null;
}

/** A warning that amounts look like the other unit. */
export function unitQuestionText(
  { otherUnit, otherTotal }: UnitQuestion,
  { total, decimals }: Pick<ListOfAmounts, "total" | "decimals">,
  t: Words = english,
): string {
  const [read, other] = [decimalText(total, decimals), decimalText(otherTotal, decimals)];
  return otherUnit === "base"
    ? t(
        "The amounts look like base units: in tokens they add up to {read}, in base units it would be {other}. If they are base units, leave out decimals.",
        { read, other },
      )
    : t(
        "The amounts look like tokens: in base units they add up to {read} tokens, in tokens it would be {other}.",
        { read, other },
      );
}

/** A warning that amounts in tokens look like base units, where only the list itself is known; at most one. */
export function unitWarnings(
  amounts: Pick<ListOfAmounts, "total" | "least" | "greatest"> | null,
  decimals: number | undefined,
  t: Words = english,
): string[] {
  if (amounts === null || decimals === undefined) return [];
  const list: ListOfAmounts = { ...amounts, unit: "tokens", decimals, mintSupply: null, balance: null };
  const question = unitQuestion(list);
  return question ? [unitQuestionText(question, list, t)] : [];
}
