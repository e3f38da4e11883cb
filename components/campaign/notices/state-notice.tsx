import { Notice } from "@/components/ui/notice";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/core/views/campaign";
import type { Token } from "@/lib/core/views/names";
import { LIFECYCLE } from "../lifecycle-badge";

const WITHDRAWN = "The campaign was cancelled, and its creator has taken back what was left. It is over.";

/** The banner of a state that needs one: grace countdown, refund, settlement, completion, pause. */
export function StateNotice({ campaign, token }: { campaign: CampaignDetail; token: Token }) {
  const { status, gracePeriod, cancelledAt, withdrawn, payableUntilSwept } = campaign;
  const { label, sentence } = LIFECYCLE[status];
  if (status === "instant_refunded") {
    return (
      <Notice tone="danger" title="Refunded">
        {sentence}
      </Notice>
    );
  }
  if (gracePeriod && !gracePeriod.isExpired) {
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
      <p>{withdrawn ? WITHDRAWN : sentence}</p>
      {payableUntilSwept !== "0" && (
        <p>
          <Amount of={payableUntilSwept} token={token} /> had vested and were not claimed. Claims are no
          longer offered here, but the program itself would still pay them until the creator withdraws.
        </p>
      )}
      {cancelledAt && (
        <p>
          Cancelled on <Time at={cancelledAt} />.
        </p>
      )}
    </Notice>
  );
}

const SHOWN_OVERCLAIMS = 5;

/** Says which allocations were paid more than they give; nothing where none was. */
export function OverclaimNotice({ campaign, token }: { campaign: CampaignDetail; token: Token }) {
  const leaves = campaign.claimedMoreThanAllocated;
  if (leaves.length === 0) return null;
  return (
    <Notice tone="danger" title="Claimed more than allocated">
      <p>
        The program paid these allocations again after their claim records were closed, out of what is there
        for the others.
      </p>
      <ul className="list-disc pl-5">
        {leaves.slice(0, SHOWN_OVERCLAIMS).map(({ beneficiary, leafIndex, allocated, claimed }) => (
          <li key={`${beneficiary} ${leafIndex}`}>
            <Address address={beneficiary} name="recipient" /> at leaf {leafIndex}: claimed{" "}
            <Amount of={claimed} token={token} />, allocated <Amount of={allocated} token={token} />.
          </li>
        ))}
      </ul>
      {leaves.length > SHOWN_OVERCLAIMS && <p>And {leaves.length - SHOWN_OVERCLAIMS} more.</p>}
    </Notice>
  );
}
