import { Notice } from "@/components/ui/notice";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/core/views/campaign";
import type { Token } from "@/lib/core/views/names";
import { LIFECYCLE } from "./lifecycle-badge";

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

/** Whom the last rotation lets the program pay a second time, in plain words; nothing when it is nobody. */
export function PaidTwiceNotice({ campaign, token }: { campaign: CampaignDetail; token: Token }) {
  const { paidTwice } = campaign;
  if (!paidTwice) return null;
  const { count, amount, recipients } = paidTwice;
  return (
    <Notice
      tone="danger"
      title={
        count === 1
          ? "1 recipient can be paid twice"
          : `${count.toLocaleString("en")} recipients can be paid twice`
      }
    >
      <p>
        The last change of allocations, not made here, moved them to other leaves after they had claimed. The
        program counts claims by leaf, so it can pay <Amount of={amount} token={token} /> again, at the
        others’ expense. Pausing the campaign stops it; removing them, or giving them less, ends it.
      </p>
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer py-2">Who they are</summary>
        <ul className="space-y-1">
          {recipients.map((recipient) => (
            <li key={recipient.beneficiary} className="flex flex-wrap gap-x-4">
              <Address address={recipient.beneficiary} name="recipient" />
              <Amount of={recipient.amount} token={token} />
            </li>
          ))}
          {count > recipients.length && <li>and {(count - recipients.length).toLocaleString("en")} more</li>}
        </ul>
      </details>
    </Notice>
  );
}
