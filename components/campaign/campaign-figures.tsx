import type { ReactNode } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Figure } from "@/components/ui/card";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import { PartsBar, Swatch } from "./breakdown";
import { type FigurePart, figureParts } from "./figure-parts";

type CampaignFiguresProps = {
  campaign: CampaignDetail;
  token: Token;
  price: number | null;
  /** Vested base units; null while the sum is loading. */
  vested: string | null;
  /** Base units paid to recipients, including the settlement of a stream; null while the sum is loading. */
  paid: string | null;
  /** Base units that a release of milestones can still unlock. */
  waiting?: string;
  /** The time of the first time-based unlock, in unix seconds. */
  firstUnlock: string | null;
  /** The time of the last time-based unlock, in unix seconds; null if it is unknown. */
  lastUnlock?: bigint | null;
  /** The time of the newest claim, in unix seconds; null if it is unknown. */
  lastClaim?: bigint | null;
};

/** Maximum figures in one row beside the allocated amount. The recipients tab states the number of recipients too. */
const MAX_PARTS = 4;

/** Amounts stay in one row, even if a label has two lines. */
const ALIGNED = "*:row-span-3 *:grid *:grid-rows-subgrid *:gap-y-0";

export function CampaignFigures({ campaign, token, price, vested, paid, ...rest }: CampaignFiguresProps) {
  const t = useTranslator();
  const { waiting = "0", firstUnlock, lastUnlock = null, lastClaim = null } = rest;
  const { uniqueClaimers, claimCount } = campaign.analytics;
  const hasBegun = campaign.status !== "active" || firstUnlock === null || vested !== "0" || paid !== "0";
  const all = figureParts(t, { campaign, token, vested, paid, waiting });
  const parts = all.filter(({ id }) => hasBegun || id === "milestones");
  // A refund returns everything, so a bar would have one part.
  const hasBar = hasBegun && !campaign.instantRefunded;
  const drawn = all.flatMap(({ id, shown }) => (id && shown ? [{ id, amount: shown.amount }] : []));
  return (
    <div className="space-y-3">
      <dl
        className={`${ALIGNED} grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none xl:gap-x-3`}
      >
        <Figure label={t("Allocated")}>
          <Amount value={campaign.totalSupply} token={token} price={price} />
        </Figure>
        {!hasBegun && (
          <Figure label={t("First unlock")} note={<Time at={firstUnlock} relative />}>
            <Time at={firstUnlock} dayOnly />
          </Figure>
        )}
        {!hasBegun && lastUnlock !== null && (
          <Figure label={t("Fully vested")} note={waiting !== "0" && t("without milestones")}>
            <Time at={lastUnlock.toString()} dayOnly />
          </Figure>
        )}
        {parts.map((part) => (
          <PartFigure
            key={part.label}
            {...part}
            id={hasBar ? part.id : null}
            token={token}
            end={hasBegun && part.id === "locked" && <EndNote isLoading={vested === null} at={lastUnlock} />}
          />
        ))}
        {lastClaim !== null && (
          <Figure label={t("Last claim")}>
            <Time at={lastClaim.toString()} dayOnly />
          </Figure>
        )}
        {parts.length <= MAX_PARTS && (
          <Figure
            label={t("Allocations")}
            note={
              claimCount > 0
                ? t(
                    "{claims, plural, one {# claim} other {# claims}} by {wallets, plural, one {# wallet} other {# wallets}}",
                    { claims: claimCount, wallets: uniqueClaimers },
                  )
                : campaign.instantRefunded
                  ? t("No claims")
                  : t("No claims yet")
            }
          >
            {t.count(campaign.leafCount)}
          </Figure>
        )}
      </dl>
      {hasBar && <PartsBar parts={drawn} shares={drawn.map(({ amount }) => amount)} />}
    </div>
  );
}

/** The end of the schedules by time, or its space while the sums are loading. Renders nothing if the end is unknown. */
function EndNote({ isLoading, at }: { isLoading: boolean; at: bigint | null }) {
  if (isLoading) return <span className="block h-[1lh]" />;
  if (at === null) return null;
  return (
    <span className="block">
      <Trans id="Vests by {date}" values={{ date: <Time at={at.toString()} dayOnly /> }} />
    </span>
  );
}

type PartFigureProps = FigurePart & {
  token: Token;
  /** A line below the share. */
  end: ReactNode;
};

/** Shows an amount, its share of the total and its color in the bar, or a placeholder. */
function PartFigure({ label, id, shown, token, end }: PartFigureProps) {
  const title = (
    <span className="inline-flex items-baseline gap-1.5">
      {id && <Swatch id={id} />}
      {label}
    </span>
  );
  const share = shown === null ? "…" : [shown.share, shown.note].filter(Boolean).join(", ");
  return (
    <Figure
      label={title}
      note={
        <>
          {share}
          {end}
        </>
      }
    >
      {shown === null ? "…" : <Amount value={shown.amount} token={token} text={shown.text} />}
    </Figure>
  );
}
