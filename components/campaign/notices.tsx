import { formatPartsShort } from "@/components/format/amount";
import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Notice } from "@/components/ui/notice";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { claimHelpHref } from "./claim-help";
import { hasReturnedRest } from "./funding-notice";
import { lifecycleText } from "./lifecycle-badge";

const WITHDRAWN = message(
  "The campaign was cancelled and has ended. The creator has withdrawn the remaining tokens.",
);

type StateNoticeProps = {
  campaign: CampaignDetail;
  token: Token;
  /** The time of the pause, if it is known. */
  pausedAt?: string | null;
};

/** The banner of a state that requires one: grace period, refund, settlement, completion or pause. */
export function StateNotice({ campaign, token, pausedAt }: StateNoticeProps) {
  const t = useTranslator();
  const { status, gracePeriod, cancelledAt, withdrawn } = campaign;
  const { label, sentence } = lifecycleText(status);
  if (status === "instant_refunded" && cancelledAt) {
    return <RefundedNotice {...{ campaign, token, cancelledAt }} />;
  }
  if (status === "settled" && cancelledAt) return <SettledNotice {...{ campaign, token, cancelledAt }} />;
  if (gracePeriod && !gracePeriod.isExpired) return <GraceNotice campaign={campaign} end={gracePeriod.end} />;
  if (status === "active" || status === "claimable") return null;
  if (status === "paused") return <PausedNotice {...{ campaign, pausedAt }} />;
  const balance = getWithdrawableAmount(campaign);
  if (balance !== null && cancelledAt && gracePeriod) {
    const grace = { campaign, token, cancelledAt, end: gracePeriod.end, balance };
    return <WithdrawableNotice {...grace} />;
  }
  return (
    <Notice tone={status === "claimed" ? "good" : "neutral"} title={t(label)}>
      <p>{t(withdrawn ? WITHDRAWN : sentence)}</p>
      <PayableUntilSwept {...{ campaign, token }} />
      {cancelledAt && (
        <p>
          <Trans id="Cancelled on {date}." values={{ date: <Time at={cancelledAt} /> }} />
        </p>
      )}
    </Notice>
  );
}

/** Returns the balance that the creator can withdraw; null before, and once the vault is empty. */
function getWithdrawableAmount({ status, withdrawn, vault }: CampaignDetail): string | null {
  if (status !== "cancelled_expired" || vault === null) return null;
  return withdrawn && vault.balance === "0" ? null : vault.balance;
}

type EndedProps = Pick<StateNoticeProps, "campaign" | "token"> & { cancelledAt: string };

function WithdrawableNotice({
  campaign,
  token,
  cancelledAt,
  end,
  balance,
}: EndedProps & { end: string; balance: string }) {
  return (
    <Notice
      tone="neutral"
      title={
        <Trans
          id="{amount} can be withdrawn by the creator"
          values={{ amount: <Amount value={balance} token={token} /> }}
        />
      }
    >
      <p>
        <Trans
          id="Vesting stopped on {date}, and the grace period ended on {end}."
          values={{ date: <Time at={cancelledAt} />, end: <Time at={end} /> }}
        />
      </p>
      <PayableUntilSwept {...{ campaign, token }} />
    </Notice>
  );
}

function PayableUntilSwept({ campaign: { payableUntilSwept }, token }: Omit<EndedProps, "cancelledAt">) {
  if (payableUntilSwept === "0") return null;
  return (
    <p>
      <Trans
        id="{amount} had vested but was not claimed."
        values={{ amount: <Amount value={payableUntilSwept} token={token} /> }}
      />{" "}
      <ClaimAfterGrace />
    </p>
  );
}

/** States how recipients can still claim between the end of the grace period and the withdrawal of the rest. */
export function ClaimAfterGrace() {
  const t = useTranslator();
  return (
    <Trans
      id="This service no longer offers claims, but the program still pays them until the creator withdraws. <how>How to claim</how>"
      components={{ how: linked(claimHelpHref(t)) }}
    />
  );
}

function RefundedNotice({ campaign, token, cancelledAt }: EndedProps) {
  const t = useTranslator();
  return (
    <Notice tone="neutral" title={t(lifecycleText("instant_refunded").label)}>
      <Trans
        id="{amount} was refunded to the creator {creator} on {date}, before the campaign began. No action is possible."
        values={{
          amount: <Amount value={campaign.totalSupply} token={token} />,
          creator: <Address address={campaign.creator} name="creator" />,
          date: <Time at={cancelledAt} />,
        }}
      />
    </Notice>
  );
}

function SettledNotice({ campaign, token, cancelledAt }: EndedProps) {
  const t = useTranslator();
  const { totalSupply, totalClaimed, settledAmount } = campaign;
  const received = BigInt(totalClaimed) + BigInt(settledAmount);
  const parts = [received, BigInt(totalSupply) - received] as const;
  // The figures of the page truncate the received amount too.
  const [receivedText, returnedText] = formatPartsShort(parts, token.decimals, { floored: [0], t });
  return (
    <Notice tone="neutral" title={t(lifecycleText("settled").label)}>
      <Trans
        id="The stream was cancelled on {date}. The recipient has received {received} in total, and {returned} has returned to the creator. No further claims are possible."
        values={{
          date: <Time at={cancelledAt} />,
          received: <Amount value={parts[0]} token={token} text={receivedText} />,
          returned: <Amount value={parts[1]} token={token} text={returnedText} />,
        }}
      />
    </Notice>
  );
}

function GraceNotice({ campaign, end }: Pick<StateNoticeProps, "campaign"> & { end: string }) {
  const t = useTranslator();
  const { cancelledAt, milestones } = campaign;
  return (
    <Notice
      tone="warn"
      title={
        <Trans
          id="Grace period: {duration} left"
          values={{ duration: <Countdown to={end} done={t("nothing")} /> }}
        />
      }
    >
      <p>
        <Trans
          id="Vesting stopped on {date}. Recipients can claim until {end}. Then the creator can withdraw the rest."
          values={{ date: <Time at={cancelledAt ?? "0"} />, end: <Time at={end} /> }}
        />
      </p>
      {milestones.some(({ released }) => !released) && (
        <p>{t("Until then, the creator can still release milestones, which recipients can claim.")}</p>
      )}
    </Notice>
  );
}

function PausedNotice({ campaign: { creator, pauseAuthority }, pausedAt }: Omit<StateNoticeProps, "token">) {
  const t = useTranslator();
  return (
    <Notice tone="warn" title={t("Claims are paused")}>
      <p>{t("Vesting continues. Amounts that vest during the pause can be claimed afterwards.")}</p>
      {pausedAt && pauseAuthority && (
        <p>
          <Trans
            id="Paused by {authority} on {date}."
            values={{
              authority: (
                <Address
                  address={pauseAuthority}
                  name={pauseAuthority === creator ? "creator" : "pause authority"}
                />
              ),
              date: <Time at={pausedAt} />,
            }}
          />
        </p>
      )}
    </Notice>
  );
}

const SHOWN_OVERCLAIMS = 5;

/** Lists allocations that were paid more than their amount. Renders nothing without such allocations. */
export function OverclaimNotice({ campaign, token }: { campaign: CampaignDetail; token: Token }) {
  const t = useTranslator();
  const leaves = campaign.claimedMoreThanAllocated;
  if (leaves.length === 0) return null;
  return (
    <Notice tone="danger" title={t("Claimed more than allocated")}>
      <p>
        {t(
          "The program paid these allocations again after their claim records were closed. The payments came from the funds of the other recipients.",
        )}
      </p>
      <ul className="list-disc pl-5">
        {leaves.slice(0, SHOWN_OVERCLAIMS).map(({ beneficiary, leafIndex, allocated, claimed }) => (
          <li key={`${beneficiary} ${leafIndex}`}>
            <Trans
              id="{recipient}, allocation {leaf}: {claimed} claimed, {allocated} allocated."
              values={{
                recipient: <Address address={beneficiary} name="recipient" />,
                leaf: leafIndex,
                claimed: <Amount value={claimed} token={token} />,
                allocated: <Amount value={allocated} token={token} />,
              }}
            />
          </li>
        ))}
      </ul>
      {leaves.length > SHOWN_OVERCLAIMS && (
        <p>{t("And {count} more.", { count: leaves.length - SHOWN_OVERCLAIMS })}</p>
      )}
    </Notice>
  );
}

/** Warns that the allocations exceed the supply. Renders nothing if they do not, or if the campaign has ended. */
export function OverallocationNotice({ campaign, token }: { campaign: CampaignDetail; token: Token }) {
  const t = useTranslator();
  const { allocatedBeyondSupply, totalSupply } = campaign;
  const beyond = BigInt(allocatedBeyondSupply ?? 0);
  if (beyond === 0n || hasReturnedRest(campaign)) return null;
  return (
    <Notice tone="danger" title={t("Allocated more than the supply")}>
      <Trans
        id="The allocations total {allocated}, but the campaign never pays more than {supply}. The last recipients to claim will not be paid."
        values={{
          allocated: <Amount value={(BigInt(totalSupply) + beyond).toString()} token={token} />,
          supply: <Amount value={totalSupply} token={token} />,
        }}
      />
    </Notice>
  );
}

/**
 * Warns about recipients that the program can pay twice after the last rotation. Renders nothing without such
 * recipients.
 */
export function PaidTwiceNotice({ campaign, token }: { campaign: CampaignDetail; token: Token }) {
  const t = useTranslator();
  const { paidTwice } = campaign;
  if (!paidTwice) return null;
  const { count, amount, recipients } = paidTwice;
  return (
    <Notice
      tone="danger"
      title={t(
        "{count, plural, one {# recipient can be paid twice} other {# recipients can be paid twice}}",
        { count },
      )}
    >
      <p>
        <Trans
          id="The last change of allocations was made outside this service. It moved recipients to other leaves after they had claimed. The program counts claims per leaf, so it can pay {amount} again. The other recipients would lose that amount. Pausing claims prevents this for now. Removing these recipients or reducing their allocations prevents it permanently."
          values={{ amount: <Amount value={amount} token={token} /> }}
        />
      </p>
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer py-2">{t("Affected recipients")}</summary>
        <ul className="space-y-1">
          {recipients.map((recipient) => (
            <li key={recipient.beneficiary} className="flex flex-wrap gap-x-4">
              <Address address={recipient.beneficiary} name="recipient" />
              <Amount value={recipient.amount} token={token} />
            </li>
          ))}
          {count > recipients.length && (
            <li>{t("and {count} more", { count: count - recipients.length })}</li>
          )}
        </ul>
      </details>
    </Notice>
  );
}
