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
import { type BreakdownPart, unclaimedPart } from "./breakdown";
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
  /** The part of the bar; null for the vested amount, which is the sum of two parts. */
  id: BreakdownPart["id"] | null;
  /** Null while the sums are loading. */
  shown: { amount: bigint; text: string; share: string; note?: string } | null;
};

const PARTS = ["paid", "due", "rest", "waiting"] as const;
/** The parts of the total that are truncated, because they also appear alone: all but the rest. */
const FLOORED = [0, 1, 3];

type Part = (typeof PARTS)[number];
type FigureName = "vested" | Part;

/**
 * Returns the figures of the vested, paid and remaining amounts. They are rounded together: as they are written,
 * the paid and the claimable amount add up to the vested amount, and the vested and the remaining amounts to the
 * total. Milestones that can still be released are a figure of their own. After a refund, only the returned amount
 * remains.
 */
export function figureParts(t: Translator, { campaign, token, ...sums }: Sums): FigurePart[] {
  const names = getNames(campaign, sums.waiting);
  const heads = names.map((name) => describeFigure(t, name, campaign));
  if (sums.vested === null || sums.paid === null) return heads.map((head) => ({ ...head, shown: null }));
  const [vested, paid, total] = [BigInt(sums.vested), BigInt(sums.paid), BigInt(campaign.totalSupply)];
  const hasDue = names.includes("due") && vested > paid;
  const due = hasDue ? vested - paid : 0n;
  const unvested = positive(total - (hasReturnedRest(campaign) ? paid : vested));
  const unreleased = names.includes("waiting") ? BigInt(sums.waiting ?? 0) : 0n;
  const waiting = unreleased < unvested ? unreleased : unvested;
  const amounts = { vested, paid, due, waiting, rest: unvested - waiting };
  const parts = PARTS.map((name) => amounts[name]);
  const shares = apportionShares(parts, FLOORED);
  const texts = formatPartsShort(parts, token.decimals, { floored: FLOORED, t });
  const getVestedAmount = ([ofPaid = 0n, ofDue = 0n]: bigint[], alone: bigint) =>
    hasDue ? ofPaid + ofDue : alone;
  const written = {
    vested: getVestedAmount(roundedParts(parts, token.decimals, FLOORED), vested),
    share: getVestedAmount(shares, 0n),
  };
  return names.map((name, index) => {
    const amount = amounts[name];
    const at = name === "vested" ? -1 : PARTS.indexOf(name);
    const text = texts[at] ?? formatAmountShort(written.vested || vested, token.decimals, t);
    const share = at === -1 ? written.share : (shares[at] ?? 0n);
    const isExact = amount === 0n || amount === total || (at === -1 && !hasDue);
    const note = name === "paid" && campaign.settled ? t("with settlement") : null;
    return {
      ...(heads[index] as (typeof heads)[number]),
      shown: {
        ...{ amount, text },
        share: isExact ? formatPercent(amount, total, t) : formatShare(share, t),
        ...(note && { note }),
      },
    };
  });
}

/** Returns the figures of a state. A settled or withdrawn campaign owes nothing, and a refunded one has paid nothing. */
function getNames(campaign: Sums["campaign"], waiting = "0"): FigureName[] {
  const isReturned = hasReturnedRest(campaign);
  const isClaimed = campaign.status === "claimed";
  if (campaign.instantRefunded) return ["rest"];
  return [
    "vested",
    "paid",
    ...(isClaimed || isReturned ? [] : (["due"] as const)),
    ...(isClaimed ? [] : (["rest"] as const)),
    ...(waiting === "0" || isReturned ? [] : (["waiting"] as const)),
  ];
}

function describeFigure(
  t: Translator,
  name: FigureName,
  campaign: Sums["campaign"],
): Omit<FigurePart, "shown"> {
  switch (name) {
    case "vested":
      return { id: null, label: t("Vested") };
    case "paid":
      return { id: "claimed", label: t("Claimed") };
    case "due":
      return unclaimedPart(t, campaign.status);
    case "waiting":
      return { id: "milestones", label: t("Unreleased milestones") };
    case "rest":
      if (hasReturnedRest(campaign)) return { id: "returned", label: t("Returned to creator") };
      return campaign.cancelledAt === null
        ? { id: "locked", label: t("Unvested") }
        : { id: "ended", label: t("Will not vest") };
  }
}

const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
