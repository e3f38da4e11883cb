"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";
import { formatExactAmount } from "@/components/review/costs";
import type { CheckedSheet } from "@/components/sheet/check-sheet";
import type { Sheet } from "@/components/sheet/sheet";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useWallet } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import { type Message, message } from "@/lib/core/i18n/translator";
import { isInBaseUnits } from "@/lib/core/recipients/file-header";
import { type UnitQuestion, unitQuestion } from "@/lib/core/recipients/unit-question";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { CampaignDraft } from "./campaign-draft";

type UnitNoticeProps = {
  sheet: Sheet;
  checked: CheckedSheet;
  token: Token;
  unit: CampaignDraft["fileUnits"];
  onUnit: (unit: CampaignDraft["fileUnits"]) => void;
};

/** Warns if amounts look like base units where tokens are expected, or the reverse. */
export function UnitNotice({ sheet, checked, token, unit, onUnit }: UnitNoticeProps) {
  const t = useTranslator();
  const { account } = useWallet();
  const holdings = useQuery({
    queryKey: ["holdings", token.mint, account?.address],
    queryFn: () => fetchHoldings(token.mint, account?.address),
    enabled: token.isKnown,
  });
  const { totalAmount, smallest, greatest } = checked;
  if (!token.isKnown || smallest === null || greatest === null || sheet.header.some(isInBaseUnits))
    return null;
  const question = unitQuestion({
    ...{ total: totalAmount, smallest, greatest },
    unit,
    decimals: token.decimals,
    mintSupply: holdings.data?.mintSupply ?? null,
    balance: holdings.data?.balance ?? null,
  });
  if (!question) return null;
  const sums = {
    total: formatExactAmount(totalAmount, token, t),
    other: formatExactAmount(question.otherTotal, token, t),
  };
  const isBase = question.otherUnit === "base";
  return (
    <Notice
      tone="warn"
      live
      title={isBase ? t("Are these amounts in base units?") : t("Are these amounts in tokens?")}
      action={
        <Button onClick={() => onUnit(question.otherUnit)}>
          {isBase ? t("Use base units") : t("Use tokens")}
        </Button>
      }
    >
      {t(REASONS[question.why])}{" "}
      {isBase
        ? t("In tokens, the total is {total}. In base units, it would be {other}.", sums)
        : t("In base units, the total is {total}. In tokens, it would be {other}.", sums)}
    </Notice>
  );
}

const REASONS: Record<UnitQuestion["why"], Message> = {
  "more than exists": message("The total exceeds the supply of this token."),
  "more than you have": message("The total exceeds your wallet’s balance."),
  "all huge": message("Each amount is very large."),
  "all tiny": message("Each amount is less than one token."),
};

/**
 * Fetches the supply of a mint and the balance of a wallet. A value is null if it does not apply or cannot be
 * read.
 */
async function fetchHoldings(mint: string, owner: string | undefined) {
  const [{ PublicKey }, { solanaConnection }, tokens] = await Promise.all([
    import("@solana/web3.js"),
    import("@/components/network/connection"),
    import("@/lib/core/solana/tokens/tokens"),
  ]);
  if (mint === NATIVE_MINT) {
    const balance = owner ? BigInt(await solanaConnection().getBalance(new PublicKey(owner))) : null;
    return { mintSupply: null, balance };
  }
  const minted = await solanaConnection().getAccountInfo(new PublicKey(mint));
  const mintSupply = minted && tokens.mintSupply({ owner: minted.owner.toBase58(), data: minted.data });
  if (!owner) return { mintSupply, balance: null };
  const { address } = tokens.findAssociatedTokenAddress({ owner, mint });
  const held = await solanaConnection().getAccountInfo(new PublicKey(address));
  return { mintSupply, balance: held ? tokens.tokenAccountBalance(held.data) : 0n };
}
