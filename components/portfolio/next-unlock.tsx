"use client";

import { useNow } from "@/components/shell/clock";
import { Countdown, Time } from "@/components/ui/values/time";

/** A linear schedule unlocks by the second, and a countdown of seconds that starts over says nothing. */
const MOMENTS = 60n;

/** When more unlocks by time; `at` in unix seconds. */
export function NextUnlock({ at }: { at: string | null }) {
  const now = useNow(30_000);
  if (at === null) return "nothing more by time";
  if (BigInt(at) - now <= MOMENTS) return "more every moment";
  return (
    <>
      more in <Countdown to={at} done="moments" /> (<Time at={at} />)
    </>
  );
}
