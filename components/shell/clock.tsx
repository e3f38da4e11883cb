"use client";

import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";

type Clock = {
  /** Unix seconds of the service at the time of rendering. */
  serverNow: bigint;
  /** The clock of the service minus the clock of this device, in milliseconds. */
  offset: number;
};

const ClockContext = createContext<Clock>({ serverNow: 0n, offset: 0 });

/**
 * Provides the time of the service to all countdowns. The clock of a device can be wrong, and the local
 * ledger can be ahead.
 */
export function ClockProvider({ serverNow, children }: { serverNow: string; children: ReactNode }) {
  const [clock, setClock] = useState<Clock>({ serverNow: BigInt(serverNow), offset: 0 });
  useEffect(() => {
    const offset = Number(serverNow) * 1000 - Date.now();
    // A transition, because every component that shows a time re-renders.
    startTransition(() => setClock({ serverNow: BigInt(serverNow), offset }));
  }, [serverNow]);
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/**
 * Returns unix seconds by the clock of the service, updated every `everyMs`. Returns the time of rendering on
 * the server and at first.
 */
export function useNow(everyMs = 1_000): bigint {
  const { serverNow, offset } = useContext(ClockContext);
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const read = () => setNow(BigInt(Math.floor((Date.now() + offset) / 1000)));
    if (offset === 0) return setNow(serverNow);
    startTransition(read);
    const timer = setInterval(read, everyMs);
    return () => clearInterval(timer);
  }, [serverNow, offset, everyMs]);
  return now;
}
