import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressKey, clientAddress, getSubnet } from "@/lib/service/http/limits/client-address";
import { requestContext } from "@/lib/service/http/request-context";

const getKey = (
  headers: Record<string, string>,
  trust: { hops?: number; vercel?: boolean },
  socket?: string,
) => {
  const request = new Request("http://localhost/", { headers });
  const settings = { TRUST_PROXY_HOPS: trust.hops ?? 0, VERCEL: trust.vercel ? "1" : undefined };
  const read = () => clientAddress(request, settings);
  return socket === undefined ? read() : requestContext.run({ remoteAddress: socket, requestId: "r" }, read);
};

describe("the client's address", () => {
  test("is the socket's when no proxy is trusted, whatever headers are forwarded", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), (socket, forged) => {
        const headers = {
          "x-forwarded-for": forged,
          "x-real-ip": forged,
          "x-vercel-forwarded-for": forged,
          forwarded: `for=${forged}`,
        };
        expect(getKey(headers, {}, socket)).toBe(socket);
      }),
      { numRuns: 100 },
    );
  });

  test("is counted from the right, one entry per trusted proxy", () => {
    const headers = { "x-forwarded-for": "6.6.6.6, 1.1.1.1,2.2.2.2" };
    expect(getKey(headers, { hops: 1 }, "9.9.9.9")).toBe("2.2.2.2");
    expect(getKey(headers, { hops: 2 }, "9.9.9.9")).toBe("1.1.1.1");
    expect(getKey({ "x-forwarded-for": "1.1.1.1" }, { hops: 3 }, "9.9.9.9")).toBe("1.1.1.1");
    expect(getKey({}, { hops: 1 }, "9.9.9.9")).toBe("9.9.9.9");
  });

  test("stops at an entry that is not an address", () => {
    expect(getKey({ "x-forwarded-for": "1.1.1.1, garbage" }, { hops: 2 }, "9.9.9.9")).toBe("9.9.9.9");
    expect(getKey({ "x-forwarded-for": "garbage, 2.2.2.2" }, { hops: 2 }, "9.9.9.9")).toBe("2.2.2.2");
  });

  test("is the platform's on Vercel", () => {
    const headers = { "x-forwarded-for": "6.6.6.6", "x-vercel-forwarded-for": "1.2.3.4" };
    expect(getKey(headers, { vercel: true })).toBe("1.2.3.4");
  });

  test("is one shared bucket when no trusted source provides an address", () => {
    expect(getKey({ "x-forwarded-for": "1.1.1.1" }, {})).toBe("unknown");
    expect(getKey({ "x-forwarded-for": "1.1.1.1" }, {}, "")).toBe("unknown");
  });
});

describe("an address key", () => {
  test("is the /64 of an IPv6 address in any notation", () => {
    const spellings = [
      "2001:db8:0:1::1",
      "2001:0DB8:0000:0001:ffff:ffff:ffff:ffff",
      "2001:db8:0:1:0:0:1.2.3.4",
    ];
    expect(new Set(spellings.map(addressKey))).toEqual(new Set(["2001:db8:0:1::/64"]));
    expect(addressKey("2001:db8:0:2::1")).not.toBe(addressKey("2001:db8:0:1::1"));
    expect(addressKey("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
    expect(addressKey("::1")).toBe("0:0:0:0::/64");
  });

  test("is the IPv4 address inside a mapped one", () => {
    for (const mapped of ["::ffff:10.1.2.3", "::FFFF:0a01:0203", "0:0:0:0:0:ffff:10.1.2.3"]) {
      expect(addressKey(mapped)).toBe("10.1.2.3");
    }
  });

  test("keeps the first 64 bits of any IPv6 address and drops the rest", () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), group, (groups, other) => {
        fc.pre(groups.slice(0, 5).some((value) => value !== 0));
        const write = (values: number[]) => values.map((value) => value.toString(16)).join(":");
        expect(addressKey(write(groups))).toBe(`${write(groups.slice(0, 4))}::/64`);
        expect(addressKey(write(groups.with(7, other)))).toBe(addressKey(write(groups)));
      }),
      { numRuns: 200 },
    );
  });

  test("is unknown for anything else", () => {
    for (const text of ["", "localhost", "1.2.3", "1.2.3.4:80", "[::1]", "0x7f.1", null, undefined]) {
      expect(addressKey(text)).toBe("unknown");
    }
  });
});

test.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["unknown", "unknown"],
])("maps %s to the network %s", (client, network) => {
  expect(getSubnet(client)).toBe(network);
});
