"use client";

import { startTransition, useEffect, useState } from "react";
import { formatDay, formatDistance, formatDuration, formatMoment, toDate } from "@/components/format/time";
import { useNow } from "@/components/shell/clock";
import { useWords } from "@/components/words/use-words";

/**
 * False while the page is as the server made it: the viewer's zone is not known there. A page shows a hundred moments, which
 * are all written anew then: in pieces, so that whoever types meanwhile is not kept waiting.
 */
export function useViewerZone(): boolean {
  const [known, setKnown] = useState(false);
  useEffect(() => startTransition(() => setKnown(true)), []);
  return known;
}

type TimeProps = {
  /** Unix seconds, as text because it may come from the server. */
  at: string | bigint;
  /** "3 days ago" instead of the date; the date is then on hover. */
  relative?: boolean;
  /** The date without the time of day. */
  dayOnly?: boolean;
};

/** A moment in the viewer's zone, with the exact moment in both the viewer's zone and UTC on hover. */
export function Time({ at, relative = false, dayOnly = false }: TimeProps) {
  const seconds = BigInt(at);
  const inZone = useViewerZone();
  const t = useWords();
  const utc = `${formatMoment(seconds, "UTC", t)} UTC`;
  const local = inZone ? formatMoment(seconds, undefined, t) : utc;
  const exact = inZone ? `${local} · ${utc}` : local;
  const day = () => formatDay(seconds, inZone ? undefined : "UTC", t);
  return (
    <time dateTime={toDate(seconds)?.toISOString()} title={exact} className="whitespace-nowrap">
      {relative ? <Distance to={seconds} /> : dayOnly ? day() : local}
    </time>
  );
}

function Distance({ to }: { to: bigint }) {
  const now = useNow(30_000);
  return formatDistance(to, now, useWords());
}

/** The time left until a moment, second by second; `done` once it has passed. */
export function Countdown({ to, done }: { to: string | bigint; done: string }) {
  const now = useNow();
  const t = useWords();
  const left = BigInt(to) - now;
  return (
    <span role="timer" className="whitespace-nowrap">
      {left > 0n ? formatDuration(Number(left), t) : done}
    </span>
  );
}
