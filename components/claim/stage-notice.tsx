"use client";

import type { ReactNode } from "react";
import { LIFECYCLE, pauseSentence } from "@/components/campaign/lifecycle-badge";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Notice } from "@/components/ui/notice";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import type { ClaimStage } from "./claim-stage";
import type { OwnClaimProps } from "./own-claim";
import { useEarlierAllocation } from "./use-claim-history";

type StageProps = Pick<
  OwnClaimProps,
  "mine" | "token" | "campaign" | "graceEnd" | "afterGrace" | "versions" | "address"
>;

/** Explains a state in which the recipient cannot claim as planned. Renders nothing in the usual states. */
export function StageNotice({ stage, ...rest }: StageProps & { stage: ClaimStage }) {
  const notice = useNotice(stage, rest);
  return notice && <div className="mb-4">{notice}</div>;
}

function useNotice(stage: ClaimStage, props: StageProps): ReactNode {
  const t = useTranslator();
  const { address, versions, campaign, mine } = props;
  const earlier = useEarlierAllocation({
    ...{ address, versions, treeAddress: campaign.treeAddress },
    enabled: stage === "claimed",
  });
  switch (stage) {
    case "claimable":
    case "waiting":
    case "removed":
      return null;
    case "paused":
      return (
        <Notice tone="warn" title={t(pauseSentence(campaign))}>
          {t("Vesting continues. Amounts that vest during the pause can be claimed afterwards.")}
        </Notice>
      );
    case "grace":
      return <Grace {...props} />;
    case "expired":
      return (
        <Notice tone="warn" title={t("The grace period after the cancellation has ended.")}>
          {mine.progress.payableUntilSwept !== "0" && props.afterGrace}
        </Notice>
      );
    case "refunded":
      return <Notice tone="danger" title={t(LIFECYCLE.instant_refunded.sentence)} />;
    case "settled":
      return <Notice title={t(LIFECYCLE.settled.sentence)} />;
    case "unregistered":
      return <Notice tone="warn" title={t(LIST_NOT_REGISTERED)} />;
    case "unfunded":
      return <Unfunded {...props} />;
    case "claimed": {
      if (earlier.isLoading) return null;
      const before = earlier.data?.amount ?? 0n;
      if (before > BigInt(mine.progress.totalEntitled)) return <Reduced {...props} before={before} />;
      return <Notice tone="good" title={t("You have claimed everything.")} />;
    }
  }
}

function Grace({ mine, graceEnd }: StageProps) {
  const t = useTranslator();
  const { claimable, claimedSoFar } = mine.progress;
  const ends = graceEnd !== null && (
    <p>
      <Trans id="The grace period ends on {date}." values={{ date: <Time at={graceEnd} /> }} />
    </p>
  );
  if (claimable === "0" && claimedSoFar !== "0")
    return (
      <Notice tone="good" title={t("The campaign is cancelled. You have claimed the full vested amount.")}>
        {ends}
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      title={
        graceEnd === null ? (
          t(LIFECYCLE.cancelled_grace.label)
        ) : (
          <Trans
            id="Grace period: {duration} left"
            values={{ duration: <Countdown to={graceEnd} done={t("nothing")} /> }}
          />
        )
      }
    >
      {claimable !== "0" && (
        <p>
          {t(
            "The campaign was cancelled. You can claim until the grace period ends. Then the creator can withdraw the rest.",
          )}
        </p>
      )}
      {ends}
    </Notice>
  );
}

function Unfunded({ campaign }: StageProps) {
  const t = useTranslator();
  return (
    <Notice tone="danger" title={t("The campaign does not hold enough tokens to pay this claim.")}>
      <Trans
        id="You can claim as soon as the campaign is funded. Contact the creator: {creator}"
        values={{ creator: <Address address={campaign.creator} name="creator" /> }}
      />
    </Notice>
  );
}

function Reduced({ mine, token, campaign, before }: StageProps & { before: bigint }) {
  const t = useTranslator();
  return (
    <Notice tone="warn" title={t("An update of the recipients reduced your allocation.")}>
      <Trans
        id="Your allocation was {before} and is now {after}. You have claimed all of it. If you did not expect this, contact the creator: {creator}"
        values={{
          before: <Amount value={before} token={token} exact />,
          after: <Amount value={mine.progress.totalEntitled} token={token} exact />,
          creator: <Address address={campaign.creator} name="creator" />,
        }}
      />
    </Notice>
  );
}
