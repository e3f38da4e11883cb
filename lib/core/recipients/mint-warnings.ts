import { english, type Translator } from "@/lib/core/i18n/translator";
import { NATIVE_MINT, TOKEN_2022_PROGRAM_ID, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { mintDecimals, mintSupply } from "@/lib/core/solana/tokens/tokens";
import { decimalText } from "./number-text";
import { type ListOfAmounts, unitQuestion, unitQuestionText } from "./unit-question";

/**
 * The amounts of a list and the unit in which they were read; `total` and the other amounts in base units.
 */
export type AmountSummary = Pick<ListOfAmounts, "total" | "smallest" | "greatest" | "unit">;

/** Sums up the amounts of a list; null for an empty list. */
export function summarizeAmounts(
  recipients: Iterable<{ amount: bigint }>,
  unit: AmountSummary["unit"],
): AmountSummary | null {
  let summary: AmountSummary | null = null;
  for (const { amount } of recipients) {
    summary ??= { total: 0n, smallest: amount, greatest: amount, unit };
    summary.total += amount;
    if (amount < summary.smallest) summary.smallest = amount;
    if (amount > summary.greatest) summary.greatest = amount;
  }
  return summary;
}

/** A mint's account as the network returned it; `account` is null if it does not exist. */
export type MintAccount = { mint: string; account: { owner: string; data: Uint8Array } | null };

const SOL_DECIMALS = 9;

/**
 * Returns the decimals and supply (in base units) of a mint; null if the program does not accept the token.
 */
export function mintTerms({
  mint,
  account,
}: MintAccount): { decimals: number; supply: bigint | null } | null {
  if (mint === NATIVE_MINT) return { decimals: SOL_DECIMALS, supply: null };
  const decimals = account && mintDecimals(account);
  if (account === null || decimals === null) return null;
  // Wrapped SOL has no supply of its own.
  return { decimals, supply: mint === WRAPPED_SOL_MINT ? null : mintSupply(account) };
}

/** Returns warnings about a token that cannot be locked, and about amounts that contradict the token. */
export function mintWarnings(
  answer: MintAccount,
  amounts: AmountSummary | null,
  t: Translator = english,
): string[] {
  const terms = mintTerms(answer);
  if (terms === null) return [unknownMintText(answer, t)];
  if (amounts === null) return [];
  const { decimals, supply } = terms;
  const list = { ...amounts, decimals, mintSupply: supply, balance: null };
  const question = unitQuestion(list);
  if (question) return [unitQuestionText(question, list, t)];
  if (supply === null || amounts.total <= supply) return [];
  const [total, exists] = [decimalText(amounts.total, decimals), decimalText(supply, decimals)];
  return [t("The amounts add up to {total} tokens, but only {exists} exist.", { total, exists })];
}

function unknownMintText({ mint, account }: MintAccount, t: Translator): string {
  if (account === null)
    return t("The network has no account at the mint {mint}. Check the mint and the network.", { mint });
  if (account.owner === TOKEN_2022_PROGRAM_ID)
    return t("The mint {mint} belongs to Token-2022, which the vesting program does not accept.", { mint });
  return t("The address {mint} is not a mint of the SPL Token program.", { mint });
}
