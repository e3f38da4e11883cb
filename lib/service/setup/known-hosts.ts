import { networkInterfaces } from "node:os";
import type { Env } from "@/lib/service/env";

const HOST_SHAPE = /^(\[[\da-f:.]+\]|[\w.-]+?)(?::(\d{1,5}))?$/i;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const WILDCARDS = ["0.0.0.0", "::"];

type HostSettings = Pick<Env, "HOST" | "ALLOWED_HOSTS" | "VERCEL_URL" | "VERCEL_PROJECT_PRODUCTION_URL">;

/**
 * Returns whether `host` (with its port unless it is the default) is loopback, a listening address or a configured
 * host. Any other host may be DNS rebinding.
 */
export const isKnownHost = (host: string | null, env: HostSettings): boolean =>
  isOneOf(host, [...LOOPBACK, ...listeningAddresses(env.HOST), ...namedHosts(env)]);

/**
 * Returns whether a signed message for `domain` is for this service. Differs from `isKnownHost` for loopback, which is
 * accepted only if the service is reachable nowhere else: any program on a wallet's machine can request a signature for
 * localhost.
 */
export function isOwnDomain(domain: string, env: DomainSettings): boolean {
  const addresses = listeningAddresses(env.HOST).filter((address) => !isLoopback(address));
  return isOneOf(domain, [...(isLocal(env) ? LOOPBACK : []), ...addresses, ...namedHosts(env)]);
}

type DomainSettings = HostSettings & Pick<Env, "TRUST_PROXY_HOPS" | "VERCEL">;

const isLoopback = (name: string) => LOOPBACK.includes(name) || /^127\./.test(name);

/** Whether the service listens on loopback alone, with no proxy in front that would make it public. */
const isLocal = (env: DomainSettings): boolean =>
  isLoopback(urlForm(env.HOST.toLowerCase())) &&
  env.TRUST_PROXY_HOPS === 0 &&
  !env.VERCEL &&
  namedHosts(env).every((host) => isLoopback(getName(host) ?? ""));

const getName = (host: string): string | undefined => HOST_SHAPE.exec(host)?.[1]?.toLowerCase();

function isOneOf(host: string | null, known: readonly string[]): boolean {
  const name = getName(host ?? "");
  return host !== null && name !== undefined && (known.includes(name) || known.includes(host.toLowerCase()));
}

/** The hosts that settings name, in lower case. */
export const namedHosts = (env: HostSettings): string[] =>
  [...(env.ALLOWED_HOSTS ?? []), env.VERCEL_URL ?? [], env.VERCEL_PROJECT_PRODUCTION_URL ?? []]
    .flat()
    .map((host) => host.toLowerCase());

function listeningAddresses(host: string): string[] {
  if (!WILDCARDS.includes(host)) return [urlForm(host.toLowerCase())];
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => urlForm(address.replace(/%.*$/, ""))),
  );
}

const urlForm = (address: string) => (address.includes(":") ? `[${address}]` : address);
