"use client";

import { useQuery } from "@tanstack/react-query";
import { formatAmount } from "@/components/format/amount";
import type { CheckedSheet } from "@/components/sheet/check-sheet";
import type { Sheet } from "@/components/sheet/sheet";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useWallet } from "@/components/wallet/wallet-store";
import { isInBaseUnits } from "@/lib/core/recipients/file-header";
import { type UnitQuestion, unitQuestion } from "@/lib/core/recipients/unit-question";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { Token } from "@/lib/core/views/names";
import type { CampaignDraft } from "./campaign-draft";

type UnitNoticeProps = {
  sheet: Sheet;
  checked: CheckedSheet;
  token: Token;
  unit: CampaignDraft["fileUnits"];
  onUnit: (unit: CampaignDraft["fileUnits"]) => void;
};

/** Questions a file whose amounts look like base units where tokens are expected, or the other way. */
export function UnitNotice({ sheet, checked, token, unit, onUnit }: UnitNoticeProps) {
  const { account } = useWallet();
  const holdings = useQuery({
    queryKey: ["holdings", token.mint, account?.address],
    queryFn: () => fetchHoldings(token.mint, account?.address),
    enabled: token.isKnown,
  });
  const { totalAmount, least, greatest } = checked;
  if (!token.isKnown || least === null || greatest === null || sheet.header.some(isInBaseUnits)) return null;
  const question = unitQuestion({
    ...{ total: totalAmount, least, greatest },
    unit,
    decimals: token.decimals,
    mintSupply: holdings.data?.mintSupply ?? null,
    balance: holdings.data?.balance ?? null,
  });
  if (!question) return null;
  const inTokens = (amount: bigint) => `${formatAmount(amount, token.decimals)} ${token.unit}`;
  const other = question.otherUnit === "base" ? "base units" : "tokens";
  return (
    <Notice
      tone="warn"
      live
      title={`Are these amounts in ${other}?`}
      action={<Button onClick={() => onUnit(question.otherUnit)}>Yes, they are in {other}</Button>}
    >
      {WHY[question.why]} Read in {unit === "base" ? "base units" : "tokens"} they add up to{" "}
      {inTokens(checked.totalAmount)}; in {other} it would be {inTokens(question.otherTotal)}.
    </Notice>
  );
}

const WHY: Record<UnitQuestion["why"], string> = {
  "more than exists": "Together they are more than there is of this token.",
  "more than you have": "Together they are more than your wallet holds.",
  "all huge": "Each of them is very large.",
  "all tiny": "Each of them is less than one token.",
};

/** How much of a mint there is, and how much of it a wallet has; null where the ledger does not say. */
async function fetchHoldings(mint: string, owner: string | undefined) {
  const [{ PublicKey }, { ledger }, tokens] = await Promise.all([
    import("@solana/web3.js"),
    import("@/components/ledger/connection"),
    import("@/lib/core/solana/tokens/tokens"),
  ]);
  if (mint === NATIVE_MINT) {
    const balance = owner ? BigInt(await ledger().getBalance(new PublicKey(owner))) : null;
    return { mintSupply: null, balance };
  }
  const minted = await ledger().getAccountInfo(new PublicKey(mint));
  const mintSupply = minted && tokens.mintSupply({ owner: minted.owner.toBase58(), data: minted.data });
  if (!owner) return { mintSupply, balance: null };
  const { address } = tokens.findAssociatedTokenAddress({ owner, mint });
  const held = await ledger().getAccountInfo(new PublicKey(address));
  return { mintSupply, balance: held ? tokens.tokenAccountBalance(held.data) : 0n };
}
