import { formatAmount } from "@/components/format/amount";
import { campaignName, type Token, unitWithMint } from "@/lib/contract/names";
import type { ActionView } from "@/lib/contract/solana-action";
import { english, type Words } from "@/lib/core/words/words";

/**
 * What a claim link says outside of its page, in wallets and previews, where no markup is. Wallets are answered in English,
 * as all programs are.
 */
export type ClaimCampaign = Parameters<typeof campaignName>[0] & {
  totalSupply: bigint;
  totalClaimed: bigint;
  leafCount: number;
};

const amountText = (baseUnits: bigint, token: Token, t: Words = english) =>
  `${formatAmount(baseUnits, token.decimals, t)} ${unitWithMint(token)}`;

/** A campaign's totals in a sentence. */
export const claimTotals = (
  { totalSupply, totalClaimed, leafCount }: ClaimCampaign,
  token: Token,
  t: Words = english,
): string =>
  t("{total} in {leaves, plural, one {# leaf} other {# leaves}}, of which {claimed} are claimed.", {
    total: amountText(totalSupply, token, t),
    leaves: leafCount,
    claimed: amountText(totalClaimed, token, t),
  });

/** The claim as an Action; `closed` says why nobody can claim now. */
export function claimAction(of: {
  campaign: ClaimCampaign;
  token: Token;
  icon: string;
  closed: string | null;
}): ActionView {
  const { campaign, token, icon, closed } = of;
  return {
    type: "action",
    icon,
    title: campaignName(campaign),
    description: `Claim what has vested for your wallet. The campaign holds ${claimTotals(campaign, token)}`,
    label: "Claim your tokens",
    disabled: closed !== null,
    ...(closed !== null && { error: { message: closed } }),
  };
}

/** What a built claim does, in a sentence or two. */
export function claimMessage(of: {
  campaign: ClaimCampaign;
  token: Token;
  amount: bigint;
  left: bigint;
}): string {
  const { campaign, token, amount, left } = of;
  const claim = `Claim about ${amountText(amount, token)} from ${campaignName(campaign)}.`;
  if (left === 0n) return claim;
  return `${claim} Another ${amountText(left, token)} do not fit this transaction: claim once more for them.`;
}
