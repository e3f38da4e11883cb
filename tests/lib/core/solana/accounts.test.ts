import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeClaimRecord, decodeVestingTree } from "@/lib/core/solana/accounts";
import { bytes32, hash, i64, key, maybe, u8, u32, u64 } from "@/tests/lib/core/solana/arbitraries";
import { borsh } from "@/tests/lib/core/solana/borsh-bytes";

const discriminator = (name: string) =>
  createHash("sha256").update(`account:${name}`).digest().subarray(0, 8);
const { option } = borsh;

const treeFields = fc.record({
  creator: key,
  mint: key,
  vault: key,
  vaultAuthority: key,
  campaignId: u64,
  merkleRoot: hash,
  leafCount: u32,
  totalSupply: u64,
  totalClaimed: u64,
  cancellable: fc.boolean(),
  cancelAuthority: maybe(key),
  cancelledAt: maybe(i64),
  paused: fc.boolean(),
  pauseAuthority: maybe(key),
  createdAt: i64,
  flags: bytes32,
  minCliffTime: i64,
  instantRefunded: fc.boolean(),
  // A derived address has a bump near 255; 0 marks an account that is not of the current layout.
  bump: fc.integer({ min: 1, max: 255 }),
});
type TreeFields = typeof treeFields extends fc.Arbitrary<infer T> ? T : never;

function head(tree: TreeFields): Buffer {
  return Buffer.concat([
    discriminator("VestingTree"),
    ...[tree.creator, tree.mint, tree.vault, tree.vaultAuthority].map(borsh.key),
    borsh.u64(tree.campaignId),
    borsh.hex(tree.merkleRoot),
    borsh.u32(tree.leafCount),
    borsh.u64(tree.totalSupply),
    borsh.u64(tree.totalClaimed),
    borsh.bool(tree.cancellable),
    option(tree.cancelAuthority === null ? null : borsh.key(tree.cancelAuthority)),
    option(tree.cancelledAt === null ? null : borsh.i64(tree.cancelledAt)),
    borsh.bool(tree.paused),
    option(tree.pauseAuthority === null ? null : borsh.key(tree.pauseAuthority)),
    borsh.i64(tree.createdAt),
    Buffer.from(tree.flags),
  ]);
}

const padded = (bytes: Buffer, length: number) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
const current = (tree: TreeFields) =>
  Buffer.concat([
    head(tree),
    borsh.i64(tree.minCliffTime),
    borsh.bool(tree.instantRefunded),
    borsh.u8(tree.bump),
  ]);
const legacy = (tree: TreeFields) => Buffer.concat([head(tree), borsh.u8(tree.bump)]);

function expected(tree: TreeFields) {
  const { flags, ...rest } = tree;
  const releasedMilestones = [...Array(256).keys()].filter(
    (n) => ((flags[n >> 3] ?? 0) & (1 << (n & 7))) !== 0,
  );
  return { ...rest, releasedMilestones };
}

describe("vesting tree accounts", () => {
  it("decode the current layout at its allocated size, beyond it, and trimmed", () => {
    fc.assert(
      fc.property(treeFields, fc.nat({ max: 64 }), (tree, spare) => {
        const bytes = current(tree);
        for (const data of [bytes, padded(bytes, 323), padded(bytes, 323 + spare)]) {
          expect(decodeVestingTree(data)).toEqual({ ...expected(tree), layout: "current" });
        }
      }),
    );
  });

  it("decode the older layout at its allocated size, trimmed, and enlarged with zeros", () => {
    fc.assert(
      fc.property(treeFields, (tree) => {
        const bytes = legacy(tree);
        for (const data of [bytes, padded(bytes, 314), padded(bytes, 323)]) {
          expect(decodeVestingTree(data)).toEqual({
            ...expected(tree),
            minCliffTime: null,
            instantRefunded: false,
            layout: "legacy",
          });
        }
      }),
    );
  });

  it("refuse data that is truncated, of another kind, or empty", () => {
    fc.assert(
      fc.property(treeFields, fc.nat(), (tree, cut) => {
        const bytes = legacy(tree);
        expect(() => decodeVestingTree(bytes.subarray(0, cut % bytes.length))).toThrow(RangeError);
        const other = Buffer.concat([discriminator("ClaimRecord"), bytes.subarray(8)]);
        expect(() => decodeVestingTree(other)).toThrow(RangeError);
      }),
    );
  });
});

describe("claim record accounts", () => {
  const slots = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 8, maxLength: 8 });
  const fields = fc.record({
    beneficiary: key,
    tree: key,
    claimedAmount: u64,
    totalEntitled: u64,
    bitmap: bytes32,
    lastClaimAt: i64,
    bump: u8,
    version: u8,
    padding: fc.uint8Array({ minLength: 6, maxLength: 6 }),
    indexes: slots(fc.oneof(u32, fc.constant(0xffffffff))),
    amounts: slots(u64),
  });

  it("decode their fixed layout, with any padding", () => {
    fc.assert(
      fc.property(fields, (record) => {
        const data = Buffer.concat([
          discriminator("ClaimRecord"),
          borsh.key(record.beneficiary),
          borsh.key(record.tree),
          borsh.u64(record.claimedAmount),
          borsh.u64(record.totalEntitled),
          Buffer.from(record.bitmap),
          borsh.i64(record.lastClaimAt),
          borsh.u8(record.bump),
          borsh.u8(record.version),
          Buffer.from(record.padding.subarray(0, 2)),
          ...record.indexes.map(borsh.u32),
          Buffer.from(record.padding.subarray(2)),
          ...record.amounts.map(borsh.u64),
        ]);
        expect(data).toHaveLength(232);
        const { bitmap, padding: _, indexes, amounts, ...same } = record;
        expect(decodeClaimRecord(data)).toEqual({
          ...same,
          claimedMilestones: [...Array(256).keys()].filter((n) => ((bitmap[n >> 3] ?? 0) >> (n & 7)) & 1),
          leafClaims: indexes
            .map((leafIndex, i) => ({ leafIndex, amount: amounts[i] }))
            .filter(({ leafIndex }) => leafIndex !== 0xffffffff),
        });
        expect(() => decodeClaimRecord(data.subarray(0, 231))).toThrow(RangeError);
      }),
    );
  });
});
