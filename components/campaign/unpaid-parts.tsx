import { Trans } from "@/components/i18n/trans";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { EntitlementParts } from "@/lib/core/vesting/entitlement-parts";

type UnpaidPartsProps = { parts: Pick<EntitlementParts, "untilSwept" | "lost">; token: Token };

/**
 * Shows the parts of an allocation that are neither claimed nor claimable nor still to come. Renders nothing
 * without such parts.
 */
export function UnpaidParts({ parts: { untilSwept, lost }, token }: UnpaidPartsProps) {
  return (
    <>
      {untilSwept > 0n && (
        <span className="block">
          <Trans
            id="{amount} of this is paid only until the creator withdraws"
            values={{ amount: <Amount value={untilSwept} token={token} exact /> }}
          />
        </span>
      )}
      {lost > 0n && (
        <span className="block">
          <Trans
            id="{amount} will not be paid: cancelled or refunded"
            values={{ amount: <Amount value={lost} token={token} exact /> }}
          />
        </span>
      )}
    </>
  );
}
