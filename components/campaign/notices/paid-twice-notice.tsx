import { Notice } from "@/components/ui/notice";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import type { CampaignDetail } from "@/lib/core/views/campaign";
import type { Token } from "@/lib/core/views/names";

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
