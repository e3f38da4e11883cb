import { Fragment } from "react";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { apart, type UnlockPhrase, unlockPhrases } from "@/lib/core/vesting/meant/unlock-phrases";
import type { LeafView } from "@/lib/core/views/leaf";
import type { Token } from "@/lib/core/views/names";
import { ScheduleText } from "./schedule-text";

type AllocationTextProps = {
  /** All leaves of one recipient in a campaign. */
  leaves: readonly LeafView[];
  token: Token;
  released?: ReadonlySet<number>;
};

/** What unlocks when of one recipient's allocation, whichever leaves it is made of. */
export function AllocationText({ leaves, token, released }: AllocationTextProps) {
  const [only] = leaves;
  if (only && leaves.length === 1) return <ScheduleText of={only} />;
  const phrases = unlockPhrases(leaves.map(toTerms));
  return phrases.map((phrase, at) => (
    <Fragment key={keyOf(phrase)}>
      {at > 0 && ", then "}
      <Amount of={phrase.amount} token={token} /> <Phrase phrase={phrase} released={released} />
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

const keyOf = (phrase: UnlockPhrase) =>
  Object.values(phrase)
    .map((value) => String(value))
    .join(" ");

function Phrase({ phrase, released }: { phrase: UnlockPhrase; released?: ReadonlySet<number> | undefined }) {
  switch (phrase.kind) {
    case "at":
      return (
        <>
          on <Time at={phrase.at} />
        </>
      );
    case "evenly":
      return (
        <>
          evenly, <Time at={phrase.from} dayOnly /> – <Time at={phrase.to} dayOnly />
        </>
      );
    case "steps":
      return (
        <>
          in {phrase.count} equal steps, {apart(phrase.months)}, <Time at={phrase.from} dayOnly /> –{" "}
          <Time at={phrase.to} dayOnly />
        </>
      );
    case "milestone":
      return `when milestone ${phrase.milestoneIdx} is released${
        released === undefined
          ? ""
          : released.has(phrase.milestoneIdx)
            ? " (released)"
            : " (not released yet)"
      }`;
  }
}
