import { formatAmount } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import type { PlanCosts } from "@/components/network/simulate-plan";
import { Fact, Facts } from "@/components/ui/card";
import { type Token, toToken } from "@/lib/contract/names";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";

export const SOL = toToken(NATIVE_MINT, null);

/** Formats an amount with all digits. */
export const formatExactAmount = (
  baseUnits: bigint,
  { decimals, unit }: Token = SOL,
  t: Translator = english,
) => `${formatAmount(baseUnits, decimals, t)} ${unit}`;

type CostsProps = { costs: PlanCosts & { transactions?: number; isSponsored?: boolean }; token: Token };

/** Shows fees, rent, and the balances of the signer before and after. */
export function CostFacts({
  costs: { fee, rents, sol, tokens, transactions = 1, isSponsored },
  token,
}: CostsProps) {
  const t = useTranslator();
  const inSol = (lamports: bigint) => formatExactAmount(lamports, SOL, t);
  return (
    <Facts>
      <Fact
        label={
          transactions === 1
            ? t("Transaction fee")
            : t("Transaction fees for {transactions} transactions", { transactions })
        }
      >
        {inSol(fee)} {isSponsored && t("(paid by the campaign’s team)")}
      </Fact>
      {rents.map(({ account, lamports }) => (
        <Fact key={account} label={t("Deposit for {account}", { account })}>
          {inSol(lamports)}
        </Fact>
      ))}
      <Fact label={t("Your SOL")}>
        {inSol(sol.before)} → {inSol(sol.after)}
      </Fact>
      {tokens && (
        <Fact label={t("Your {token}", { token: token.unit })}>
          {formatExactAmount(tokens.before, token, t)} → {formatExactAmount(tokens.after, token, t)}
        </Fact>
      )}
    </Facts>
  );
}
