import { formatAmount } from "@/components/format/amount";
import type { Trial } from "@/components/ledger/try-plan";
import { Fact, Facts } from "@/components/ui/card";
import { useWords } from "@/components/words/use-words";
import { type Token, toToken } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { english, type Words } from "@/lib/core/words/words";

export const SOL = toToken(NATIVE_MINT, null);

/** Formats an amount with all digits. */
export const exactly = (baseUnits: bigint, { decimals, unit }: Token = SOL, t: Words = english) =>
  `${formatAmount(baseUnits, decimals, t)} ${unit}`;

type CostsProps = { costs: Trial & { transactions?: number }; token: Token };

/** Shows fees, rent, and the balances of the signer before and after. */
export function CostFacts({ costs: { fee, rents, sol, tokens, transactions = 1 }, token }: CostsProps) {
  const t = useWords();
  const inSol = (lamports: bigint) => exactly(lamports, SOL, t);
  return (
    <Facts>
      <Fact
        label={
          transactions === 1
            ? t("Network fee")
            : t("Network fees of {transactions} transactions", { transactions })
        }
      >
        {inSol(fee)}
      </Fact>
      {rents.map(({ account, lamports }) => (
        <Fact key={account} label={t("Rent for {account}", { account })}>
          {inSol(lamports)}
        </Fact>
      ))}
      <Fact label={t("Your SOL")}>
        {inSol(sol.before)} → {inSol(sol.after)}
      </Fact>
      {tokens && (
        <Fact label={t("Your {token}", { token: token.unit })}>
          {exactly(tokens.before, token, t)} → {exactly(tokens.after, token, t)}
        </Fact>
      )}
    </Facts>
  );
}
