import { Trans } from "@/components/i18n/trans";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";

/**
 * Shows the vested amount that the vault does not cover. Renders nothing if the vault covers it or its
 * balance is unknown.
 */
export function UncoveredNotice({ progress, token }: { progress: CoveredProgress; token: Token }) {
  if (progress.payable === null) return null;
  const missing = BigInt(progress.claimable) - BigInt(progress.payable);
  if (missing <= 0n) return null;
  return (
    <>
      <Trans
        id="{amount} of this cannot be paid now: the campaign does not hold enough tokens."
        values={{ amount: <Amount value={missing} token={token} /> }}
      />{" "}
    </>
  );
}

/**
 * Explains why a wallet can claim less than its allocation at a tree address that was used before. Otherwise
 * renders nothing.
 */
export function PaidEarlierNotice({ amount, token }: { amount: string | bigint; token: Token }) {
  if (BigInt(amount) === 0n) return null;
  return (
    <>
      <Trans
        id="Reduced by {amount}: an earlier campaign at this address already paid this wallet."
        values={{ amount: <Amount value={amount} token={token} /> }}
      />{" "}
    </>
  );
}

type CoveredProgress = { claimable: string | bigint; payable: string | bigint | null };
