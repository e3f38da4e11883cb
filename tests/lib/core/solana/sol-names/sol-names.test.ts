import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { domainAddress, nameAccounts, nameMint, reverseAddress } from "@/lib/core/solana/sol-names/derive";
import { nameProblemText } from "@/lib/core/solana/sol-names/name-problem-text";
import { isNameText, NAME_PROBLEMS, parseSolName } from "@/lib/core/solana/sol-names/sol-name";

const named = (text: string) => {
  const name = parseSolName(text);
  if (typeof name === "string") throw new RangeError(text);
  return name;
};

// Known answers: the tests of the SNS SDKs (derivation, nft, records and domain).
describe("the accounts of a name", () => {
  it.each([
    ["bonfida.sol", "Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb"],
    ["dex.bonfida.sol", "HoFfFXqFHAC8RP3duuQNzag1ieUwJRBv1HtRNiWFq4Qu"],
    ["couponvault.sns", "AgJujvNQgYESUwBPitq2VUrfTaT2bvueHbgvsxqZ2sHg"],
  ])("include the known registry account of %s", async (text, address) => {
    expect((await domainAddress(named(text))).domain).toBe(address);
  });

  it.each([
    [
      "sns-ip-5-wallet-1.sol",
      "2nXNzKArYDcYq6LAtJ1iTTe1vPqpHLeYjT4RGpGGesCf",
      "Dkmm4CBzw7JfcwYHHsdH2spSLgKiPeC2UZGP22gugkso",
    ],
    [
      "sns-ip-5-wallet-2.sol",
      "4TuNaiUrwe229Daxc82agCc5XGZBUT3Q6ysBWZSSyayd",
      "82a7opjDQGyanNj9BTqmdzHBnh6e4qpSx5tT6dSx2mWp",
    ],
    [
      "sns-ip-5-wallet-3.sol",
      "DBBYDomUQ2cDoyMqdi6oVGSUddj4uTJBrNM9jFDwQJL2",
      "AyEMrNz1G92Y9uA8o5i2utBiPkYHsueUqoSwe34sZ2Mp",
    ],
  ])("include the known records of %s", async (text, recordV1, recordV2) => {
    expect(await nameAccounts(named(text))).toMatchObject({ recordV1, recordV2 });
  });

  it.each([
    ["domain1.sol", "3YTxXhhVue9BVjgjPwJbbJ4uGPsnwN453DDf72rYE5WN"],
    ["sub.domain2.sol", "66CnogoXDBqYeYRGYzQf19VyrMnB4uGxpZQDuDYfbKCX"],
  ])("include the known mint of %s", async (text, mint) => {
    expect(nameMint((await domainAddress(named(text))).domain)).toBe(mint);
  });

  it("include the known reverse lookups of a domain and a subdomain", async () => {
    const domain = await domainAddress(named("wallet-guide-9.sol"));
    expect(await reverseAddress(domain.domain)).toBe("3axszxf72aQRfKH19KedytU3D7s8wjrUGPwsrrp3obxz");
    const sub = await domainAddress(named("sub-0.wallet-guide-9.sol"));
    expect(await reverseAddress(sub.domain, sub.parent)).toBe("D8Nc3uhfxZbnxAcUrmWQAS5tStgmA5BHrjbRxjGwPaLS");
  });
});

describe("parseSolName", () => {
  it.each([
    ["alice.sol", { name: "alice.sol", label: "alice", parent: null, tld: "sol" }],
    ["Alice.SOL", { name: "alice.sol", label: "alice", parent: null, tld: "sol" }],
    ["pay_1.a-b.sns", { name: "pay_1.a-b.sns", label: "pay_1", parent: "a-b", tld: "sns" }],
  ])("reads %s in lower case", (text, name) => {
    expect(parseSolName(text)).toEqual(name);
  });

  it.each([
    ["alice", "tld"],
    ["alice.eth", "tld"],
    ["alice.sol.com", "tld"],
    [".sol", "characters"],
    ["sol", "levels"],
    ["a.b.c.sol", "levels"],
    ["аlice.sol", "characters"],
    ["🙂.sol", "characters"],
    ["al ice.sol", "characters"],
    ["alice.ѕol", "tld"],
    ["\u212Aate.sol", "characters"],
    [`${"a".repeat(64)}.sol`, "length"],
    ["a".repeat(10_000), "length"],
  ])("refuses %s", (text, problem) => {
    expect(parseSolName(text)).toBe(problem);
  });

  it("returns only names of ASCII letters, digits, hyphens and underscores", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.string()), (label) => {
        const name = parseSolName(`${label}.sol`);
        if (typeof name === "object") expect(name.name).toMatch(/^[a-z\d_-]+(\.[a-z\d_-]+)?\.sol$/);
      }),
    );
  });
});

describe("isNameText", () => {
  it("recognizes names by their end", () => {
    expect(["alice.sol", "a.b.SNS", "x.eth"].every(isNameText)).toBe(true);
    expect(["", "alice", "1.5", "So11111111111111111111111111111111111111112"].some(isNameText)).toBe(false);
  });
});

describe("nameProblemText", () => {
  it.each(NAME_PROBLEMS)("advises to enter the address for %s", (problem) => {
    expect(nameProblemText(problem, "alice.sol")).toMatch(/\. Enter the address\.$/);
  });
});
