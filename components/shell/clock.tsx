"use client";

import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";

type Clock = {
  /** Unix seconds at the service when the page was made. */
  serverNow: bigint;
  /** The service's clock minus this device's, in milliseconds. */
  offset: number;
};

const ClockContext = createContext<Clock>({ serverNow: 0n, offset: 0 });

/** Gives the service's time to everything that counts down: a device's clock may be wrong, and the ledger's may run ahead. */
export function ClockProvider({ serverNow, children }: { serverNow: string; children: ReactNode }) {
  const [clock, setClock] = useState<Clock>({ serverNow: BigInt(serverNow), offset: 0 });
  useEffect(() => {
    const offset = Number(serverNow) * 1000 - Date.now();
    // In pieces: all that shows a time is made anew.
    startTransition(() => setClock({ serverNow: BigInt(serverNow), offset }));
  }, [serverNow]);
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** Unix seconds by the service's clock, renewed every `everyMs`; on the server and at first the time of the page. */
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
