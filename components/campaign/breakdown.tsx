import {
  formatAmount,
  formatPartsShort,
  formatPercent,
  formatShares,
  roundedParts,
} from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { apportionShares } from "@/lib/core/vesting/apportion";
import type { EntitlementParts } from "@/lib/core/vesting/entitlement-parts";
import type { LifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { claimHelpHref } from "./claim-help";

/** Characters of an amount with its unit that fit beside their label on a narrow phone. */
const LONG = 16;
const isLong = (amount = "", unit: string) => amount.length + 1 + unit.length > LONG;

/** Opaque colors, so that a part looks the same in a bar and beside its label. */
const TONES = {
  claimed: "bg-accent",
  unlocked: "bg-[color-mix(in_srgb,var(--color-accent)_70%,var(--color-line))]",
  claimable: "bg-[color-mix(in_srgb,var(--color-accent)_45%,var(--color-line))]",
  untilSwept:
    "bg-[repeating-linear-gradient(135deg,var(--color-accent)_0_1.5px,var(--color-accent-soft)_1.5px_5px)]",
  locked: "bg-[color-mix(in_srgb,var(--color-line-strong)_40%,var(--color-line))]",
  paused: "bg-[color-mix(in_srgb,var(--color-warn)_55%,var(--color-line))]",
  milestones:
    "bg-[radial-gradient(circle,var(--color-line-strong)_1.2px,var(--color-line)_1.5px)] bg-size-[5px_5px]",
  ended:
    "bg-[repeating-linear-gradient(135deg,var(--color-line-strong)_0_1.5px,var(--color-line)_1.5px_5px)]",
  returned: "bg-line ring-1 ring-line-strong/50 ring-inset",
};

/** A part of a whole. `amount` is in base units. */
export type BreakdownPart = { id: keyof typeof TONES; label: string; amount: bigint };

/** Returns the part that has vested and is not claimed, which each state names differently. */
export function unclaimedPart(t: Translator, status: LifecycleStatus): Pick<BreakdownPart, "id" | "label"> {
  switch (status) {
    case "paused":
      return { id: "paused", label: t("Claimable after the pause") };
    case "cancelled_expired":
      return { id: "untilSwept", label: t("Payable until the creator withdraws") };
    default:
      return { id: "claimable", label: t("Claimable") };
  }
}

const SHOWN_ALONE: ReadonlySet<BreakdownPart["id"]> = new Set([
  "claimed",
  "claimable",
  "paused",
  "milestones",
]);

/** Returns the positions of the parts that other pages show alone and truncated. */
const roundDown = (parts: readonly BreakdownPart[]) =>
  parts.flatMap(({ id }, at) => (SHOWN_ALONE.has(id) ? [at] : []));

/** Returns the parts in base units, rounded as the rows of a breakdown show them. */
export const roundedBreakdown = (parts: readonly BreakdownPart[], decimals: number): bigint[] =>
  roundedParts(
    parts.map(({ amount }) => amount),
    decimals,
    roundDown(parts),
  );

/** Returns the share of each part in hundredths of a percent, as the rows of a breakdown show them. */
export const breakdownShares = (parts: readonly BreakdownPart[]): bigint[] =>
  apportionShares(
    parts.map(({ amount }) => amount),
    roundDown(parts),
  );

type BreakdownProps = {
  /** The parts, whose sum is the whole. Parts of zero have a row but no place in the bar. */
  parts: readonly BreakdownPart[];
  /** The label of the whole, for the last row. */
  total?: string;
  token: Token;
  /** Price of one token in US dollars, for the whole. */
  price?: number | null;
};

/**
 * Shows a whole and its parts as a bar and as a sum. The amounts and the percentages are rounded together, so
 * that the rows add up to the last row as they are written.
 */
export function Breakdown({ parts, total, token, price = null }: BreakdownProps) {
  const t = useTranslator();
  const amounts = parts.map(({ amount }) => amount);
  const whole = amounts.reduce((sum, amount) => sum + amount, 0n);
  const floored = roundDown(parts);
  const shares = breakdownShares(parts);
  const shareTexts = formatShares(amounts, { floored, t });
  const texts = formatPartsShort(amounts, token.decimals, { floored, t });
  return (
    <div className="min-w-0">
      <PartsBar parts={parts} shares={shares} />
      <dl className="mt-3 text-sm tabular-nums">
        {parts.map(({ id, label, amount }, at) => (
          <div key={label} className="flex items-baseline gap-x-2 py-1 sm:gap-x-3">
            <dt className="mr-auto flex min-w-0 items-baseline gap-2.5 text-ink-soft">
              <Swatch id={id} />
              {id === "untilSwept" ? (
                <Link href={claimHelpHref(t)} className="underline underline-offset-4">
                  {label}
                </Link>
              ) : (
                label
              )}
            </dt>
            <dd
              className={`text-right ${isLong(texts[at], token.unit) ? "max-w-[60%] min-w-0" : "shrink-0"}`}
              title={`${formatAmount(amount, token.decimals, t)} ${token.unit}`}
            >
              <span className={isLong(texts[at], token.unit) ? "wrap-anywhere" : "whitespace-nowrap"}>
                {texts[at]} <span className="text-ink-soft">{token.unit}</span>
              </span>
            </dd>
            <dd className="w-14 shrink-0 text-right text-ink-soft sm:w-16">{shareTexts[at]}</dd>
          </div>
        ))}
        {total !== undefined && (
          <div className="mt-1 flex items-baseline gap-x-2 border-t border-line pt-2 font-semibold sm:gap-x-3">
            <dt className="mr-auto">{total}</dt>
            <dd className="max-w-[60%] min-w-0 text-right wrap-anywhere">
              <Amount value={whole} token={token} price={price} />
            </dd>
            <dd className="w-14 shrink-0 text-right font-normal text-ink-soft sm:w-16">
              {whole > 0n && formatPercent(1n, 1n, t)}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** The color of a part, beside its label. */
export const Swatch = ({ id }: Pick<BreakdownPart, "id">) => (
  <span
    aria-hidden="true"
    className={`inline-block size-2.5 shrink-0 rounded-[3px] ring-1 ring-line-strong/60 ring-inset [print-color-adjust:exact] ${TONES[id]}`}
  />
);

type PartsBarProps = {
  parts: readonly Omit<BreakdownPart, "label">[];
  /** The relative width of each part. */
  shares: readonly bigint[];
};

/** Shows the parts of a whole as one bar. */
export function PartsBar({ parts, shares }: PartsBarProps) {
  return (
    <div
      aria-hidden="true"
      className="flex h-2.5 gap-px overflow-hidden rounded-full bg-line [print-color-adjust:exact]"
    >
      {parts.map(
        ({ id, amount }, at) =>
          amount > 0n && (
            <span
              key={id}
              className={`min-w-1 transition-[flex-grow] duration-300 ${TONES[id]}`}
              style={{ flexGrow: Number(shares[at]) }}
            />
          ),
      )}
    </div>
  );
}

/**
 * Returns the parts of an entitlement with their labels. `paused` is the part of the amount still to come that has
 * vested in paused campaigns, and `waiting` the part of unreleased milestones. Parts that are rare appear only with
 * an amount.
 */
export function entitlementRows(
  parts: EntitlementParts,
  paused: bigint,
  t: Translator,
  waiting = 0n,
): BreakdownPart[] {
  const { claimed, claimable, stillToCome, untilSwept, paidEarlier, lost } = parts;
  const hasAmount = ({ amount }: BreakdownPart) => amount > 0n;
  const afterPause: BreakdownPart = { id: "paused", label: t("Claimable after the pause"), amount: paused };
  const rare: BreakdownPart[] = [
    { id: "milestones", label: t("Unreleased milestones"), amount: waiting },
    { id: "untilSwept", label: t("Payable until the creator withdraws"), amount: untilSwept },
    { id: "ended", label: t("Paid by an earlier campaign"), amount: paidEarlier },
    { id: "returned", label: t("Cancelled or refunded"), amount: lost },
  ];
  return [
    { id: "claimed", label: t("Claimed"), amount: claimed },
    { id: "claimable", label: t("Claimable"), amount: claimable },
    ...[afterPause].filter(hasAmount),
    { id: "locked", label: t("Unvested"), amount: stillToCome - paused - waiting },
    ...rare.filter(hasAmount),
  ];
}
