import { Trans } from "@/components/i18n/trans";
import { Amount } from "@/components/ui/values/amount";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";

type SettlementNoteProps = { campaign: Pick<CampaignDetail, "settledAmount">; token: Token };

/** States the payment of a cancelled stream, which is not a claim. Renders nothing without one. */
export function SettlementNote({ campaign: { settledAmount }, token }: SettlementNoteProps) {
  if (settledAmount === "0") return null;
  return (
    <p className="mt-4 text-sm text-ink-soft">
      <Trans
        id="The cancellation of the stream paid a settlement of {amount} to the recipient. Settlements are not claims."
        values={{ amount: <Amount value={settledAmount} token={token} /> }}
      />
    </p>
  );
}
