import ipaddr from "ipaddr.js";

/** Addresses of cloud platform services that are not in any reserved range. */
const PLATFORM_ADDRESSES: readonly string[] = ["168.63.129.16"];

/**
 * All of IPv6 that is assigned to the public internet, without embedded and compatible forms of IPv4. Source:
 * IANA.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns whether a text is a public IP address: not private, loopback, link-local, shared, translated,
 * documentation or otherwise reserved, and not a cloud metadata service. Returns false for any other text.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || PLATFORM_ADDRESSES.includes(address.toString())) return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_IPV6);
}
