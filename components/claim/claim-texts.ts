import { formatAmount } from "@/components/format/amount";
import { campaignName, type Token, unitWithMint } from "@/lib/contract/names";
import type { ActionView } from "@/lib/contract/solana-action";
import { english, type Translator } from "@/lib/core/i18n/translator";

/**
 * Texts of a claim link outside of its page, in wallets and previews, without markup. Texts for wallets are
 * in English, as in all programs.
 */
export type ClaimCampaign = Parameters<typeof campaignName>[0] & {
  totalSupply: bigint;
  totalClaimed: bigint;
  leafCount: number;
};

const amountText = (baseUnits: bigint, token: Token, t: Translator = english) =>
  `${formatAmount(baseUnits, token.decimals, t)} ${unitWithMint(token)}`;

/** Returns the totals of a campaign as a sentence. */
export const claimTotals = (
  { totalSupply, totalClaimed, leafCount }: ClaimCampaign,
  token: Token,
  t: Translator = english,
): string =>
  t("{total} in {leaves, plural, one {# allocation} other {# allocations}}. {claimed} claimed so far.", {
    total: amountText(totalSupply, token, t),
    leaves: leafCount,
    claimed: amountText(totalClaimed, token, t),
  });

/** Returns the claim as a Solana Action. `closed` is the reason why claims are not possible now. */
export function claimAction(input: {
  campaign: ClaimCampaign;
  token: Token;
  icon: string;
  closed: string | null;
}): ActionView {
  const { campaign, token, icon, closed } = input;
  return {
    type: "action",
    icon,
    title: campaignName(campaign),
    description: `Claim the vested amount of your wallet. Campaign total: ${claimTotals(campaign, token)}`,
    label: "Claim your tokens",
    disabled: closed !== null,
    ...(closed !== null && { error: { message: closed } }),
  };
}

/** Describes a built claim in one or two sentences. */
export function claimMessage(input: {
  campaign: ClaimCampaign;
  token: Token;
  amount: bigint;
  left: bigint;
  sponsor?: object | undefined;
}): string {
  const { campaign, token, amount, left, sponsor } = input;
  const paid = sponsor ? " The fee is paid by the campaign's team." : "";
  const claim = `Claim about ${amountText(amount, token)} from ${campaignName(campaign)}.${paid}`;
  if (left === 0n) return claim;
  return `${claim} Another ${amountText(left, token)} does not fit in this transaction. Claim again to receive them.`;
}
