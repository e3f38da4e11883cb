"use client";

import { startTransition, useEffect, useState } from "react";
import { formatDay, formatDistance, formatDuration, formatMoment, toDate } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";

/**
 * Returns false during hydration, because the time zone of the viewer is unknown on the server. The following
 * update is a transition: a page can have a hundred times, and re-rendering them must not block input.
 */
export function useViewerZone(): boolean {
  const [known, setKnown] = useState(false);
  useEffect(() => startTransition(() => setKnown(true)), []);
  return known;
}

type TimeProps = {
  /** Unix seconds. Text is possible because the value can come from the server. */
  at: string | bigint;
  /** Shows "3 days ago" instead of the date, with the date on hover. */
  relative?: boolean;
  /** Shows the date without the time of day. */
  dayOnly?: boolean;
  /** Shows the time in UTC, beside other values in UTC. */
  inUtc?: boolean;
};

/** Shows a time in the time zone of the viewer, with the exact time in that zone and in UTC on hover. */
export function Time({ at, relative = false, dayOnly = false, inUtc = false }: TimeProps) {
  const seconds = BigInt(at);
  const inZone = useViewerZone() && !inUtc;
  const t = useTranslator();
  const utc = `${formatMoment(seconds, "UTC", t)} UTC`;
  const local = inZone ? formatMoment(seconds, undefined, t) : utc;
  const exact = inZone ? `${local} · ${utc}` : local;
  const zone = inZone ? undefined : "UTC";
  const shown = () => (dayOnly ? formatDay(seconds, zone, t) : local);
  return (
    <time dateTime={toDate(seconds)?.toISOString()} title={exact} className="whitespace-nowrap">
      {relative ? <Distance to={seconds} /> : shown()}
    </time>
  );
}

function Distance({ to }: { to: bigint }) {
  const now = useNow(30_000);
  return formatDistance(to, now, useTranslator());
}

/** Shows the remaining time until a moment, updated every second, then `done`. */
export function Countdown({ to, done }: { to: string | bigint; done: string }) {
  const now = useNow();
  const t = useTranslator();
  const left = BigInt(to) - now;
  return (
    <span role="timer" className="whitespace-nowrap">
      {left > 0n ? formatDuration(Number(left), t) : done}
    </span>
  );
}
