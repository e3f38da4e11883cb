import { networkInterfaces } from "node:os";
import type { Env } from "@/lib/service/env";

const HOST_SHAPE = /^(\[[\da-f:.]+\]|[\w.-]+?)(?::(\d{1,5}))?$/i;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const WILDCARDS = ["0.0.0.0", "::"];

type HostSettings = Pick<Env, "HOST" | "ALLOWED_HOSTS" | "VERCEL_URL" | "VERCEL_PROJECT_PRODUCTION_URL">;

/**
 * Whether `host` (a name or address, with its port unless that is the scheme's own) is one of this service's: loopback,
 * the machine's addresses where it listens on all of them, Vercel's names and those of the settings. Any other may be
 * a host name that a third party points at this service.
 */
export const isKnownHost = (host: string | null, env: HostSettings): boolean =>
  isOneOf(host, [...LOOPBACK, ...listeningAddresses(env.HOST), ...namedHosts(env)]);

/**
 * Whether a signed message that is bound to `domain` is for this service. As `isKnownHost`, except that loopback counts only
 * where the service is served there and nowhere else: any program on a wallet's own machine can have it sign for localhost.
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
  namedHosts(env).every((host) => isLoopback(nameOf(host) ?? ""));

const nameOf = (host: string): string | undefined => HOST_SHAPE.exec(host)?.[1]?.toLowerCase();

function isOneOf(host: string | null, known: readonly string[]): boolean {
  const name = nameOf(host ?? "");
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
