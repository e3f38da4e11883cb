import { networkInterfaces } from "node:os";
import type { Env } from "@/lib/service/env";

const HOST_SHAPE = /^(\[[\da-f:.]+\]|[\w.-]+?)(?::(\d{1,5}))?$/i;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const WILDCARDS = ["0.0.0.0", "::"];

type HostSettings = Pick<Env, "HOST" | "ALLOWED_HOSTS" | "VERCEL_URL" | "VERCEL_PROJECT_PRODUCTION_URL">;

/**
 * Whether `host` (a name or address, with its port unless that is the scheme's own) is one of this service's: loopback,
 * the machine's addresses where it listens on all of them, Vercel's names and those of the settings. Any other may be
 * a name that somebody else made point here.
 */
export function isKnownHost(host: string | null, env: HostSettings): boolean {
  const [, name] = HOST_SHAPE.exec(host ?? "") ?? [];
  if (!host || !name) return false;
  const known = [...LOOPBACK, ...listeningAddresses(env.HOST), ...namedHosts(env)];
  return known.includes(name.toLowerCase()) || known.includes(host.toLowerCase());
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
