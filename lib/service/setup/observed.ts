import { isIPv4 } from "node:net";
import type { Env } from "@/lib/service/env";
import { globalSingleton } from "@/lib/service/global-singleton";
import type { Logger } from "@/lib/service/log";
import { isKnownHost } from "./known-hosts";
import type { SetupFinding } from "./review-setup";

type Observed = { findings: readonly SetupFinding[]; direct: number; forwarded: number };

const shared = globalSingleton<Observed>("setup-observed");
const NOTHING: Observed = { findings: [], direct: 0, forwarded: 0 };

/** Problems of the settings that requests have revealed since the process started. */
export const observedSetup = (): readonly SetupFinding[] => (shared.get() ?? NOTHING).findings;

/** Clears the findings. For tests. */
export const resetObserved = (): void => shared.set(undefined);

const UNCOUNTED_PROXY: SetupFinding = {
  setting: "TRUST_PROXY_HOPS",
  severity: "warning",
  message:
    "Requests come through a proxy that TRUST_PROXY_HOPS does not count, so all clients share one rate limit.",
  fix: "Set TRUST_PROXY_HOPS to the number of proxies in front of this process, each of which must set X-Forwarded-For.",
};

/** Each counted proxy adds an address, so fewer addresses mean fewer proxies. */
const OVERCOUNTED_PROXY: SetupFinding = {
  setting: "TRUST_PROXY_HOPS",
  severity: "warning",
  message:
    "TRUST_PROXY_HOPS is higher than the number of proxies in X-Forwarded-For, so clients can fake or share the address for their rate limit.",
  fix: "Set TRUST_PROXY_HOPS to the number of proxies in front of this process, and have all but the first append to X-Forwarded-For.",
};

const ABSENT_PROXY: SetupFinding = {
  setting: "TRUST_PROXY_HOPS",
  severity: "warning",
  message:
    "TRUST_PROXY_HOPS is set, but requests arrive without a proxy's X-Forwarded-For, so clients can fake the address for their rate limit.",
  fix: "Unset TRUST_PROXY_HOPS, or accept requests only through the proxy and let it set X-Forwarded-For.",
};

const UNNAMED_HOST: SetupFinding = {
  setting: "ALLOWED_HOSTS",
  severity: "warning",
  message:
    "A proxy forwards requests for a public host name, but ALLOWED_HOSTS is empty. The dashboard cannot send requests under that name, and claim links do not contain it.",
  fix: "Set ALLOWED_HOSTS to the public host names of the service.",
};

const UNREADABLE_LABELS: SetupFinding = {
  setting: "LABELS_KEY",
  severity: "warning",
  message:
    "Stored labels of recipients cannot be decrypted: they have another key, or their data was changed.",
  fix: "Set LABELS_KEY, or LABELS_PREVIOUS_KEY, to the key of these labels; see docs/labels.md.",
};

/** Logs labels that cannot be decrypted, and adds a finding once. */
export function observeUnreadableLabels(
  seen: { owner: string | undefined; unreadable: number },
  log: Pick<Logger, "error">,
): void {
  const state = shared.getOrCreate(() => ({ ...NOTHING }));
  const { setting, message, fix } = UNREADABLE_LABELS;
  log.error({ setting, ...seen }, `${message} ${fix}`);
  if (!state.findings.includes(UNREADABLE_LABELS)) state.findings = [...state.findings, UNREADABLE_LABELS];
}

/** Requests without a proxy's header, from this machine or network, that show that there is no proxy. */
const MIN_DIRECT = 20;

/** A request's `X-Forwarded-For`, its peer's address, and the host names that it is for. */
type Seen = {
  forwarded: string | null | undefined;
  peer: string | undefined;
  hosts?: readonly (string | undefined)[];
};
type Settings = Pick<
  Env,
  "TRUST_PROXY_HOPS" | "VERCEL" | "HOST" | "ALLOWED_HOSTS" | "VERCEL_URL" | "VERCEL_PROJECT_PRODUCTION_URL"
>;

/** Notes, once each, that the settings do not fit the proxies that requests come through. */
export function observeProxy(seen: Seen, { env, log }: { env: Settings; log: Pick<Logger, "warn"> }): void {
  if (env.VERCEL === "1") return;
  const state = shared.getOrCreate(() => ({ ...NOTHING }));
  if (seen.forwarded) state.forwarded++;
  else state.direct++;
  for (const finding of seen.forwarded
    ? forwardedFindings(seen, env, state)
    : directFindings(seen, env, state)) {
    if (state.findings.includes(finding)) continue;
    state.findings = [...state.findings, finding];
    log.warn({ setting: finding.setting }, `${finding.message} ${finding.fix}`);
  }
}

function forwardedFindings(
  { forwarded, peer, hosts = [] }: Seen,
  env: Settings,
  { findings }: Observed,
): SetupFinding[] {
  if (!isNeighbor(peer)) return [];
  const addresses = forwarded?.split(",").length ?? 0;
  // Reading the machine's addresses, as `isKnownHost` does, takes as long as a small request.
  const mayBeUnnamed = !env.ALLOWED_HOSTS && !findings.includes(UNNAMED_HOST);
  const isUnnamed = mayBeUnnamed && hosts.some((host) => host !== undefined && !isKnownHost(host, env));
  return [
    ...(env.TRUST_PROXY_HOPS === 0 ? [UNCOUNTED_PROXY] : []),
    ...(env.TRUST_PROXY_HOPS > 1 && addresses < env.TRUST_PROXY_HOPS ? [OVERCOUNTED_PROXY] : []),
    ...(isUnnamed ? [UNNAMED_HOST] : []),
  ];
}

/** A stranger's address is proof. This machine's or network's may be a probe, so that many are needed. */
function directFindings({ peer }: Seen, env: Settings, { direct, forwarded }: Observed): SetupFinding[] {
  if (env.TRUST_PROXY_HOPS === 0 || !peer) return [];
  const isProven = !isNeighbor(peer) || (direct >= MIN_DIRECT && forwarded === 0);
  return isProven ? [ABSENT_PROXY] : [];
}

/** Whether a peer is on this machine or its private network, as a proxy in front of it is. Sources: RFC 1918, RFC 4193. */
function isNeighbor(peer = ""): boolean {
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
