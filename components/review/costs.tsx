import { formatAmount } from "@/components/format/amount";
import type { Trial } from "@/components/ledger/try-plan";
import { Fact, Facts } from "@/components/ui/card";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { type Token, toToken } from "@/lib/core/views/names";

const SOL = toToken(NATIVE_MINT, null);

/** An amount with all its digits. */
export const exactly = (baseUnits: bigint, { decimals, unit }: Token = SOL) =>
  `${formatAmount(baseUnits, decimals)} ${unit}`;

type CostsProps = { costs: Trial & { transactions?: number }; token: Token };

/** Fees, rent, and what the signer holds before and after. */
export function CostFacts({ costs: { fee, rents, sol, tokens, transactions = 1 }, token }: CostsProps) {
  return (
    <Facts>
      <Fact label={transactions === 1 ? "Network fee" : `Network fees of ${transactions} transactions`}>
        {exactly(fee)}
      </Fact>
      {rents.map(({ account, lamports }) => (
        <Fact key={account} label={`Rent for ${account}`}>
          {exactly(lamports)}
        </Fact>
      ))}
      <Fact label="Your SOL">
        {exactly(sol.before)} → {exactly(sol.after)}
      </Fact>
      {tokens && (
        <Fact label={`Your ${token.unit}`}>
          {exactly(tokens.before, token)} → {exactly(tokens.after, token)}
        </Fact>
      )}
    </Facts>
  );
}
