import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import type { Env } from "@/lib/service/env";
import { requestContext } from "../request-context";

/** The address of clients that no trusted party names. These clients share the limits. */
export const UNKNOWN_CLIENT = "unknown";

type Trust = Pick<Env, "TRUST_PROXY_HOPS" | "VERCEL">;

/**
 * Returns the rate limit key of a client: its IPv4 address, or the /64 of its IPv6 address. One subscriber
 * holds at least a /64. Headers count only if the settings trust the proxy that wrote them.
 */
export function clientAddress(
  request: { headers: Pick<Headers, "get"> },
  trust: Trust,
  socket = requestContext.getStore()?.remoteAddress,
): string {
  if (trust.VERCEL === "1") {
    return addressKey(request.headers.get("x-vercel-forwarded-for") ?? request.headers.get("x-real-ip"));
  }
  return addressKey(beyondProxies(request, socket, trust.TRUST_PROXY_HOPS));
}

/**
 * Walks outward from the socket, one `X-Forwarded-For` entry per trusted proxy, and stops at the first
 * invalid entry.
 */
function beyondProxies(
  request: { headers: Pick<Headers, "get"> },
  socket: string | undefined,
  hops: number,
): string | undefined {
  if (hops === 0) return socket;
  const forwarded = (request.headers.get("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
  let address = socket;
  for (const entry of forwarded.reverse().slice(0, hops)) {
    if (addressKey(entry) === UNKNOWN_CLIENT) break;
    address = entry;
  }
  return address;
}

/** Normalizes an address for counting; any text that is not an IP address becomes `unknown`. */
export function addressKey(address: string | null | undefined): string {
  const text = (address ?? "").trim().replace(/%.*$/, "");
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return UNKNOWN_CLIENT;
  const parsed = ipaddr.process(text);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** Returns the network of a client's address: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export const getSubnet = (client: string): string =>
  isIPv4(client)
    ? `${client.split(".").slice(0, 3).join(".")}.0/24`
    : client.replace(/^((?:[^:]+:){2}[^:]+):.*$/, "$1::/48");
