import { notFound } from "next/navigation";
import { Suspense } from "react";
import { CampaignFigures } from "@/components/campaign/campaign-figures";
import { LargestRecipients } from "@/components/campaign/largest-recipients";
import { UnlockCalendar } from "@/components/campaign/unlock-calendar";
import { VestingCurve, VestingCurveSkeleton } from "@/components/campaign/vesting-curve";
import type { ExpectedViewer } from "@/components/campaign/viewer/viewer";
import { ViewerPanel } from "@/components/campaign/viewer/viewer-panel";
import { requestTranslator } from "@/components/i18n/request-translator";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { ChartSkeleton } from "@/components/ui/chart";
import { Skeleton } from "@/components/ui/notice";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { lastTimedUnlock } from "@/lib/core/vesting/curve-points";
import { type CampaignCharts, readCampaignCharts } from "@/lib/service/pages/campaign-charts";
import {
  type CampaignHead,
  type CampaignPage,
  MAX_SCHEDULES,
  readCampaignPage,
} from "@/lib/service/pages/campaign-page";

/**
 * The parts of a campaign's page that need the sums over all leaves, which take time in proportion to the
 * number of leaves. Placeholders of the same size appear until then.
 */

type SummedProps = { treeAddress: string; creation?: string | undefined };
type HeadProps = { head: CampaignHead };

async function readSummed({ treeAddress, creation }: SummedProps): Promise<CampaignPage> {
  return (await readCampaignPage(treeAddress, await requestTranslator(), creation)) ?? notFound();
}

/** `hasCharts` states whether the page also loads the data of the charts. */
export async function Figures({ hasCharts, ...props }: SummedProps & { hasCharts: boolean }) {
  const { campaign, token, price, action, paid, waiting, firstUnlock, curve } = await readSummed(props);
  const isClaimed = hasCharts && campaign.status === "claimed";
  const lastClaim = isClaimed ? ((await readCharts(props)).claims.at(-1)?.at ?? null) : null;
  const lastUnlock = curve.isCut ? null : lastTimedUnlock(curve.groups);
  return (
    <CampaignFigures
      {...{ campaign, token, price, paid, waiting, firstUnlock, lastUnlock, lastClaim }}
      vested={action.vested}
    />
  );
}

export function FiguresSkeleton({ head: { campaign, token, firstUnlock } }: HeadProps) {
  return <CampaignFigures {...{ campaign, token, firstUnlock }} price={null} vested={null} paid={null} />;
}

export async function Curve(props: SummedProps) {
  const t = await requestTranslator();
  const [{ campaign, token, curve, waiting }, charts] = await Promise.all([
    readSummed(props),
    readCharts(props),
  ]);
  const { isCut, ...drawn } = curve;
  const { gracePeriod, settled } = campaign;
  // The cancellation of a stream paid the recipient, which is not a claim.
  const settlement =
    settled && drawn.cancelledAt !== null ? [{ at: drawn.cancelledAt, total: drawn.claimed }] : [];
  return (
    <Card
      title={t("Vesting curve")}
      aside={
        isCut ? (
          t("the {count} largest schedules", { count: MAX_SCHEDULES })
        ) : waiting !== "0" && gracePeriod ? (
          <Trans
            id="{amount} vests if milestones are released by {date}"
            values={{
              amount: <Amount value={waiting} token={token} />,
              date: <Time at={gracePeriod.end} dayOnly />,
            }}
          />
        ) : null
      }
    >
      <VestingCurve
        {...drawn}
        isCampaign={campaign.leafCount > 1}
        canRelease={waiting !== "0"}
        claims={[...charts.claims, ...settlement]}
        graceEnd={gracePeriod ? BigInt(gracePeriod.end) : null}
        decimals={token.decimals}
        unit={token.unit}
      />
    </Card>
  );
}

async function readCharts({ treeAddress, creation }: SummedProps): Promise<CampaignCharts> {
  return (await readCampaignCharts(treeAddress, creation)) ?? notFound();
}

/** The unlocks of a campaign by month. Renders nothing without further unlocks. */
export function Calendar(props: SummedProps & HeadProps) {
  const t = useTranslator();
  return (
    <Suspense
      fallback={
        <Card title={t("Upcoming unlocks by month")}>
          <ChartSkeleton label={t("Loading vesting schedules")} type="bar" />
        </Card>
      }
    >
      <LoadedCalendar {...props} />
    </Suspense>
  );
}

async function LoadedCalendar({ head: { campaign, token }, ...props }: SummedProps & HeadProps) {
  const t = await requestTranslator();
  const { unlocks, month } = await readCharts(props);
  return (
    unlocks && (
      <Card title={t("Upcoming unlocks by month")}>
        <UnlockCalendar
          {...{ token, month }}
          isPaused={campaign.paused}
          months={unlocks.months}
          later={unlocks.later}
          waiting={unlocks.waiting}
        />
      </Card>
    )
  );
}

/** The largest allocations of a campaign. */
export function Largest(props: SummedProps & HeadProps) {
  const t = useTranslator();
  return (
    <Suspense
      fallback={
        <Card title={t("Largest allocations")}>
          <Skeleton lines={8} label={t("Loading the list")} />
        </Card>
      }
    >
      <LoadedLargest {...props} />
    </Suspense>
  );
}

async function LoadedLargest({ head: { campaign, token }, ...props }: SummedProps & HeadProps) {
  const { largest, recipientCount } = await readCharts(props);
  const total = BigInt(campaign.totalSupply);
  return (
    <LargestRecipients
      {...{ campaign, largest, recipientCount, token, total }}
      isRefunded={campaign.instantRefunded}
    />
  );
}

export function CurveSkeleton() {
  const t = useTranslator();
  return (
    <Card title={t("Vesting curve")}>
      <VestingCurveSkeleton />
    </Card>
  );
}

type ViewerProps = { expected: ExpectedViewer | null };

export async function Controls({ expected, ...props }: SummedProps & ViewerProps) {
  const page = await readSummed(props);
  const { onlyLeaf, milestoneAmounts } = page;
  return <ControlParts head={page} {...{ onlyLeaf, milestoneAmounts, expected }} />;
}

/** Shows the controls with all actions disabled, because the amounts of the actions are not loaded. */
export function ControlsSkeleton(props: HeadProps & ViewerProps) {
  return <ControlParts {...props} onlyLeaf={null} milestoneAmounts={{}} isPlaceholder />;
}

type ControlPartsProps = HeadProps &
  ViewerProps &
  Pick<CampaignPage, "onlyLeaf" | "milestoneAmounts"> & { isPlaceholder?: boolean };

function ControlParts({ head, ...rest }: ControlPartsProps) {
  const { action: campaign, token, controls, authorities, treeGone, isOver, canPayTwice } = head;
  const shown = { campaign, token, controls, authorities, treeGone, isOver, canPayTwice };
  return <ViewerPanel {...shown} {...rest} />;
}
