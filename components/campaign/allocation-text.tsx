import { Fragment, type ReactNode } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import type { LeafView } from "@/lib/contract/leaf";
import type { Token } from "@/lib/contract/names";
import {
  intervalText,
  type UnlockPhrase,
  unlockPhrases,
} from "@/lib/core/vesting/schedule-spec/unlock-phrases";
import { ScheduleText } from "./schedule-text";

type AllocationTextProps = {
  /** All leaves of one recipient in a campaign. */
  leaves: readonly LeafView[];
  token: Token;
  released?: ReadonlySet<number>;
};

/** Describes the unlocks of one recipient's allocation, independent of its division into leaves. */
export function AllocationText({ leaves, token, released }: AllocationTextProps) {
  const t = useTranslator();
  const [only] = leaves;
  if (only && leaves.length === 1) return <ScheduleText schedule={only} />;
  const phrases = unlockPhrases(leaves.map(toTerms));
  return phrases.map((phrase, at) => (
    <Fragment key={getKey(phrase)}>
      {at > 0 && t(", then ")}
      <Phrase phrase={phrase} amount={<Amount value={phrase.amount} token={token} />} released={released} />
    </Fragment>
  ));
}

const toTerms = ({ amount, startTime, cliffTime, endTime, ...leaf }: LeafView) => ({
  ...leaf,
  amount: BigInt(amount),
  startTime: BigInt(startTime),
  cliffTime: BigInt(cliffTime),
  endTime: BigInt(endTime),
});

const getKey = (phrase: UnlockPhrase) =>
  Object.values(phrase)
    .map((value) => String(value))
    .join(" ");

type PhraseProps = {
  phrase: UnlockPhrase;
  amount: ReactNode;
  released?: ReadonlySet<number> | undefined;
};

function Phrase({ phrase, amount, released }: PhraseProps) {
  const t = useTranslator();
  switch (phrase.kind) {
    case "at":
      return <Trans id="{amount} on {date}" values={{ amount, date: <Time at={phrase.at} /> }} />;
    case "evenly":
      return (
        <Trans
          id="{amount} evenly, {from} – {to}"
          values={{
            amount,
            from: <Time at={phrase.from} dayOnly />,
            to: <Time at={phrase.to} dayOnly />,
          }}
        />
      );
    case "steps":
      return (
        <Trans
          id="{amount} in {count} equal steps, {apart}, {from} – {to}"
          values={{
            amount,
            count: phrase.count,
            apart: intervalText(phrase.months, t),
            from: <Time at={phrase.from} dayOnly />,
            to: <Time at={phrase.to} dayOnly />,
          }}
        />
      );
    case "milestone":
      return (
        <>
          <Trans
            id="{amount} when milestone {milestone} is released"
            values={{ amount, milestone: phrase.milestoneIdx }}
          />
          {released && ` ${released.has(phrase.milestoneIdx) ? t("(released)") : t("(not released yet)")}`}
        </>
      );
  }
}
