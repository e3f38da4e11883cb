import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "@/lib/service/outbound/public-address";

const octet = fc.integer({ min: 0, max: 255 });
const v4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."));

test.each([
  "8.8.8.8",
  "1.1.1.1",
  "104.16.0.1",
  "172.15.255.255",
  "172.32.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "169.253.255.255",
  "2606:4700::1111",
  "2a00:1450:4001:81b::200e",
])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  ["loopback", "127.0.0.1"],
  ["loopback far in", "127.255.255.254"],
  ["this host", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private", "10.0.0.1"],
  ["private", "172.16.0.1"],
  ["private", "172.31.255.255"],
  ["private", "192.168.1.1"],
  ["a cloud's metadata", "169.254.169.254"],
  ["a container's metadata", "169.254.170.2"],
  ["shared by a provider's customers", "100.64.0.1"],
  ["a cloud's metadata in the shared range", "100.100.100.200"],
  ["a cloud's metadata among protocols", "192.0.0.192"],
  ["a platform's own services", "168.63.129.16"],
  ["benchmarks", "198.18.0.1"],
  ["documentation", "192.0.2.1"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["everybody", "255.255.255.255"],
  ["loopback", "::1"],
  ["none", "::"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["unique local", "fd00::1"],
  ["a cloud's metadata", "fd00:ec2::254"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
  ["mapped", "::ffff:127.0.0.1"],
  ["mapped, in hexadecimal", "::ffff:7f00:1"],
  ["mapped and public", "::ffff:8.8.8.8"],
  ["compatible", "::127.0.0.1"],
  ["translated", "64:ff9b::7f00:1"],
  ["translated locally", "64:ff9b:1::a00:1"],
  ["6to4", "2002:7f00:1::"],
  ["Teredo", "2001:0:7f00:1::"],
  ["documentation", "2001:db8::1"],
  ["documentation", "3fff::1"],
  ["outside of the allocated range", "4000::1"],
  ["a name", "localhost"],
  ["a number", "2130706433"],
  ["nothing", ""],
])("the address of %s is not public: %s", (_what, address) => expect(isPublicAddress(address)).toBe(false));

test("no private IPv4 address counts as public when it is written as IPv6", () => {
  fc.assert(
    fc.property(v4, fc.constantFrom("::ffff:", "::", "64:ff9b::", "::ffff:0:"), (address, prefix) => {
      expect(isPublicAddress(prefix + address)).toBe(false);
    }),
  );
});
