import { isIPv4 } from "node:net";
import type { Env } from "@/lib/service/env";
import type { Logger } from "@/lib/service/log";
import { processWide } from "@/lib/service/process-wide";
import type { SetupFinding } from "./review-setup";

const shared = processWide<SetupFinding[]>("setup-observed");

/** What requests have shown of the settings since the process started. */
export const observedSetup = (): readonly SetupFinding[] => shared.get() ?? [];

/** Forgets what was observed, between tests. */
export const forgetObserved = (): void => shared.set(undefined);

const UNCOUNTED_PROXY: SetupFinding = {
  setting: "TRUST_PROXY_HOPS",
  weight: "warning",
  says: "Requests come through a proxy of which TRUST_PROXY_HOPS does not know, so all clients share one rate limit.",
  mend: "Set TRUST_PROXY_HOPS to the number of proxies in front of this process, each of which must set X-Forwarded-For.",
};

/** Each proxy that is counted adds an address, so that fewer addresses mean fewer proxies. */
const OVERCOUNTED_PROXY: SetupFinding = {
  setting: "TRUST_PROXY_HOPS",
  weight: "warning",
  says: "TRUST_PROXY_HOPS counts more proxies than name a client in X-Forwarded-For, so clients can choose the address by which they are limited, or share one.",
  mend: "Set TRUST_PROXY_HOPS to the number of proxies in front of this process, and have all but the first append to X-Forwarded-For.",
};

/** Notes, once, that a proxy of this network passes clients on without being counted as one, or is counted twice. */
export function observeProxy(
  seen: { forwarded: string | null | undefined; peer: string | undefined },
  { env, log }: { env: Pick<Env, "TRUST_PROXY_HOPS" | "VERCEL">; log: Pick<Logger, "warn"> },
): void {
  if (!seen.forwarded || env.TRUST_PROXY_HOPS === 1 || env.VERCEL === "1") return;
  const observed = observedSetup();
  const finding = env.TRUST_PROXY_HOPS === 0 ? UNCOUNTED_PROXY : OVERCOUNTED_PROXY;
  if (observed.includes(finding) || !isNeighbour(seen.peer)) return;
  if (seen.forwarded.split(",").length >= env.TRUST_PROXY_HOPS && finding === OVERCOUNTED_PROXY) return;
  shared.set([...observed, finding]);
  log.warn({ setting: finding.setting }, `${finding.says} ${finding.mend}`);
}

/** Whether a peer is on this machine or its private network, as a proxy in front of it is. Sources: RFC 1918, RFC 4193. */
function isNeighbour(peer = ""): boolean {
  const address = peer.replace(/^::ffff:/, "");
  if (!isIPv4(address)) return address === "::1" || /^f[cd]/i.test(address);
  const [first = 0, second = 0] = address.split(".").map(Number);
  return (
    first === 127 ||
    first === 10 ||
    (first === 192 && second === 168) ||
    (first === 172 && second >= 16 && second < 32)
  );
}
