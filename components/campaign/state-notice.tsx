import { Notice } from "@/components/ui/notice";
import { Countdown, Time } from "@/components/ui/time";
import type { CampaignDetail } from "@/lib/views/campaign";
import { campaignControls } from "./controls";
import { LIFECYCLE } from "./lifecycle-badge";

/** The banner of a state that needs one: grace countdown, refund, settlement, completion, pause. */
export function StateNotice({ campaign }: { campaign: CampaignDetail }) {
  const { status, gracePeriod, cancelledAt } = campaign;
  const { graceBanner, refundBanner } = campaignControls(campaign);
  const { label, sentence } = LIFECYCLE[status];
  if (refundBanner) {
    return (
      <Notice tone="danger" title="Refunded">
        {sentence}
      </Notice>
    );
  }
  if (graceBanner && gracePeriod) {
    return (
      <Notice
        tone="warn"
        title={
          <>
            Grace period: <Countdown to={gracePeriod.end} done="over" /> left
          </>
        }
      >
        <p>{sentence}</p>
        <p>
          It ends on <Time at={gracePeriod.end} />.
        </p>
      </Notice>
    );
  }
  if (status === "active" || status === "claimable") return null;
  return (
    <Notice tone={status === "paused" ? "warn" : status === "claimed" ? "good" : "neutral"} title={label}>
      <p>{sentence}</p>
      {cancelledAt && (
        <p>
          Cancelled on <Time at={cancelledAt} />.
        </p>
      )}
    </Notice>
  );
}
