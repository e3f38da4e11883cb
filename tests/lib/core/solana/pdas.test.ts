import { describe, expect, it } from "vitest";
import {
  findClaimRecordAddress,
  findVaultAddress,
  findVaultAuthorityAddress,
  findVestingTreeAddress,
} from "@/lib/core/solana/pdas";
// Known answers for the deployed program's address seeds.
import vectors from "@/tests/vectors/pdas.json";

describe("derived addresses", () => {
  it.each(vectors)("equal the known addresses of campaign $campaignId by $creator", (known) => {
    const { programId, creator, mint, treeAddress, beneficiary } = known;
    const campaignId = BigInt(known.campaignId);
    expect(findVestingTreeAddress({ creator, mint, campaignId, programId })).toEqual({
      address: treeAddress,
      bump: known.treeBump,
    });
    expect(findVaultAuthorityAddress({ treeAddress, programId })).toEqual({
      address: known.vaultAuthority,
      bump: known.vaultAuthorityBump,
    });
    expect(findVaultAddress({ treeAddress, mint, programId }).address).toBe(known.vault);
    expect(findClaimRecordAddress({ treeAddress, beneficiary, programId })).toEqual({
      address: known.claimRecord,
      bump: known.claimRecordBump,
    });
  });

  it.each([-1n, 2n ** 64n])("refuses the campaign id %s, which does not fit a u64", (campaignId) => {
    const { creator, mint } = vectors[0] as (typeof vectors)[number];
    expect(() => findVestingTreeAddress({ creator, mint, campaignId })).toThrow(RangeError);
  });
});
