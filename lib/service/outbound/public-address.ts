import ipaddr from "ipaddr.js";

/** Where hosts of a cloud find their platform's services, although the address is in no range for that. */
const PLATFORM_ADDRESSES: readonly string[] = ["168.63.129.16"];

/** All of IPv6 that was given out for the public internet; embedded and compatible forms of IPv4 are outside. Source: IANA. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address, as text, is one of the public internet: in no private, loopback, link-local, shared, translated,
 * documentation or otherwise reserved range, and nobody's metadata service. False for what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || PLATFORM_ADDRESSES.includes(address.toString())) return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_IPV6);
}
