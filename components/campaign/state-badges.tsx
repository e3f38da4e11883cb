import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { TokenName } from "@/components/ui/values/token";
import { TokenMark } from "@/components/ui/values/token-mark";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { LifecycleBadge } from "./lifecycle-badge";

/**
 * The token beside the name of a campaign. `brief` shows only its symbol. On a phone, amounts are enough to name the
 * native token.
 */
export const TokenLabel = ({ token, brief = false }: { token: Token; brief?: boolean }) => (
  <span
    className={`inline-flex items-center gap-1.5 text-sm text-ink-soft ${token.mint === NATIVE_MINT ? "max-sm:hidden" : ""}`}
  >
    {/* Other tokens have their logo in their name. */}
    {token.mint === NATIVE_MINT && <TokenMark token={token} size="small" />}
    <TokenName token={token} brief={brief} />
  </span>
);

/** The badges beside the name of a campaign: its state, and whether the network has confirmed it. */
export function StateBadges({ campaign }: { campaign: Pick<CampaignDetail, "status" | "verified"> }) {
  const t = useTranslator();
  return (
    <>
      <LifecycleBadge status={campaign.status} />
      {campaign.verified ? (
        <Confirmed>{t("Verified")}</Confirmed>
      ) : (
        <Badge tone="warn">{t("Unverified")}</Badge>
      )}
    </>
  );
}

/** A fact that is as it should be, less prominent than the state. */
export const Confirmed = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1 text-sm whitespace-nowrap text-ink-soft">
    <Icon name="check" className="size-4 text-success" />
    {children}
  </span>
);
