import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { Notice } from "@/components/ui/notice";
import { Amount } from "@/components/ui/values/amount";
import type { CampaignDetail, CampaignItem } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import { Confirmed } from "./state-badges";

type FundingNoticeProps = { campaign: Pick<CampaignItem, "vault">; token: Token };

/** Returns whether a vault is known to hold less than its campaign owes. */
export const isUnderfunded = (vault: CampaignItem["vault"]): boolean =>
  vault !== null && vault.shortfall !== null && vault.shortfall !== "0";

/**
 * Warns that a campaign holds less than it owes. Renders nothing if the vault covers the debt or its balance
 * is unknown.
 */
export function FundingNotice({ campaign: { vault }, token }: FundingNoticeProps) {
  if (!vault?.shortfall || !isUnderfunded(vault)) return null;
  return (
    <Notice tone="danger" title={<FundingText vault={vault} token={token} />}>
      <Trans
        id="The campaign holds {held}. Unless {missing} more is added, the last recipients to claim will not be paid."
        values={{
          held: <Amount value={vault.balance} token={token} />,
          missing: <Amount value={vault.shortfall} token={token} />,
        }}
      />
    </Notice>
  );
}

/**
 * Shows whether the tokens that a campaign owes are deposited. Renders nothing for an ended campaign, an
 * unknown balance, or a full balance that does not cover the allocations.
 */
export function FundingBadge({ campaign, token }: { campaign: CampaignDetail; token: Token }) {
  const t = useTranslator();
  const { vault } = campaign;
  if (
    hasReturnedRest(campaign) ||
    campaign.status === "cancelled_expired" ||
    campaign.status === "claimed" ||
    !vault ||
    vault.shortfall === null ||
    (!isUnderfunded(vault) && BigInt(campaign.allocatedBeyondSupply ?? 0) > 0n)
  )
    return null;
  return isUnderfunded(vault) ? (
    <Badge tone="danger">
      <FundingText vault={vault} token={token} />
    </Badge>
  ) : (
    <Confirmed>{t("Fully funded")}</Confirmed>
  );
}

/** Returns whether the amount that did not vest went back to the creator. */
export const hasReturnedRest = ({
  instantRefunded,
  settled,
  withdrawn,
}: Pick<CampaignDetail, "instantRefunded" | "settled" | "withdrawn">): boolean =>
  instantRefunded || settled || withdrawn;

/** Shows "Not funded", or the amount by which the campaign is underfunded. */
export function FundingText({ vault, token }: { vault: NonNullable<CampaignItem["vault"]>; token: Token }) {
  const t = useTranslator();
  if (vault.balance === "0") return t("Not funded");
  return (
    <Trans
      id="Underfunded by {amount}"
      values={{ amount: <Amount value={vault.shortfall ?? "0"} token={token} /> }}
    />
  );
}
