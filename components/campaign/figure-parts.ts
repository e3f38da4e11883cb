import {
  formatAmountShort,
  formatPartsShort,
  formatPercent,
  formatShare,
  roundedParts,
} from "@/components/format/amount";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Translator } from "@/lib/core/i18n/translator";
import { apportionShares } from "@/lib/core/vesting/apportion";
import { hasReturnedRest } from "./funding-notice";

type Sums = {
  campaign: Pick<
    CampaignDetail,
    "status" | "cancelledAt" | "settled" | "instantRefunded" | "withdrawn" | "totalSupply"
  >;
  token: { decimals: number };
  /** Base units; null while the sum is loading. */
  vested: string | null;
  paid: string | null;
  /** The amount that a release of milestones can still unlock, in base units. */
  waiting?: string;
};

export type FigurePart = {
  label: string;
  /** Null while the sums are loading. */
  shown: { amount: bigint; text: string; share: string; note?: string } | null;
};

const PARTS = ["paid", "due", "waiting", "rest"] as const;
/** The parts of the total that are truncated, because they also appear alone: all but the rest. */
const FLOORED = [0, 1, 2];

/**
 * Returns the figures of the vested, paid and remaining amounts. They are rounded together: as they are written,
 * the paid and the claimable amount add up to the vested amount, and the vested and the remaining amounts to the
 * total. After a cancellation, milestones that can still be released are a figure of their own.
 */
export function figureParts(t: Translator, { campaign, token, ...sums }: Sums): FigurePart[] {
  const { status, cancelledAt, settled } = campaign;
  const isReturned = hasReturnedRest(campaign);
  const isExpired = status === "cancelled_expired";
  const labels = {
    vested: t("Vested"),
    paid: t("Claimed"),
    due:
      status === "paused"
        ? t("Claimable after the pause")
        : isExpired
          ? t("Vested, not claimed")
          : t("Claimable"),
    waiting: t("Unreleased milestones"),
    rest: isReturned ? t("Returned to creator") : cancelledAt === null ? t("Unvested") : t("Will not vest"),
  };
  const waiting = cancelledAt === null ? 0n : BigInt(sums.waiting ?? 0);
  const names = (["vested", ...PARTS] as const).filter((name) => {
    if (name === "waiting") return waiting > 0n;
    return name !== "due" || (status !== "claimed" && !isReturned);
  });
  if (sums.vested === null || sums.paid === null)
    return names.map((name) => ({ label: labels[name], shown: null }));
  const [vested, paid, total] = [BigInt(sums.vested), BigInt(sums.paid), BigInt(campaign.totalSupply)];
  const hasDue = names.includes("due") && vested > paid;
  const due = hasDue ? vested - paid : 0n;
  const rest = positive(total - (isReturned ? paid : vested) - waiting);
  const amounts = { vested, paid, due, waiting, rest };
  const parts = PARTS.map((name) => amounts[name]);
  const shares = apportionShares(parts, FLOORED);
  const texts = formatPartsShort(parts, token.decimals, { floored: FLOORED, t });
  const vestedOf = ([ofPaid = 0n, ofDue = 0n]: bigint[], alone: bigint) => (hasDue ? ofPaid + ofDue : alone);
  const written = {
    vested: vestedOf(roundedParts(parts, token.decimals, FLOORED), vested),
    share: vestedOf(shares, 0n),
  };
  return names.map((name) => {
    const amount = amounts[name];
    const at = name === "vested" ? -1 : PARTS.indexOf(name);
    const text = texts[at] ?? formatAmountShort(written.vested || vested, token.decimals, t);
    const share = at === -1 ? written.share : (shares[at] ?? 0n);
    const isExact = amount === 0n || amount === total || (at === -1 && !hasDue);
    return {
      label: labels[name],
      shown: {
        ...{ amount, text },
        share: isExact ? formatPercent(amount, total, t) : formatShare(share, t),
        ...(name === "paid" && settled && { note: t("including the settlement") }),
      },
    };
  });
}

const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
