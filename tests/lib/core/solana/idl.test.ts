import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { IDL } from "@/lib/core/solana/idl/idl";

const discriminator = (namespace: string, name: string) => [
  ...createHash("sha256").update(`${namespace}:${name}`).digest().subarray(0, 8),
];

describe("the IDL", () => {
  it.each([
    ["global", IDL.instructions, 18],
    ["account", IDL.accounts, 2],
    ["event", IDL.events, 12],
  ] as const)(
    "states discriminators of namespace %s that equal the hashes of their names",
    (namespace, entries, count) => {
      expect(entries).toHaveLength(count);
      for (const entry of entries) {
        expect([...entry.discriminator], entry.name).toEqual(discriminator(namespace, entry.name));
      }
    },
  );

  it("defines the struct of every account and event", () => {
    const types = new Set<string>(IDL.types.map((type) => type.name));
    for (const { name } of [...IDL.accounts, ...IDL.events]) expect(types).toContain(name);
  });

  it("numbers the errors without a gap from 6000", () => {
    expect(IDL.errors.map((error) => error.code)).toEqual(IDL.errors.map((_, position) => 6000 + position));
    // Positions that the program interface numbers explicitly.
    const name = (code: number) => IDL.errors.find((error) => error.code === code)?.name;
    expect([6000, 6010, 6020, 6030, 6040, 6041].map(name)).toEqual([
      "EmptyRoot",
      "UnauthorizedClaimer",
      "AlreadyCancelled",
      "ProofTooLong",
      "NotMultiLeafCampaign",
      "PerLeafCapExceeded",
    ]);
  });
});
