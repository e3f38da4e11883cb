import { decodeStruct } from "@/lib/core/solana/codec";
import { equalBytes, fromHex } from "@/lib/core/solana/hex";
import type { Struct } from "@/lib/core/solana/idl/idl-types";
import { ACCOUNTS } from "@/lib/core/solana/idl/types";
import { TREE_ACCOUNT_BYTES } from "@/lib/core/solana/rent";

const DISCRIMINATOR_BYTES = 8;
const FREE_SLOT = 0xffffffff;

/** Bytes after `milestone_released_flags` in the current layout of a tree. */
const CURRENT_TAIL_BYTES = 10;

/**
 * A vesting tree account. `minCliffTime` is null in accounts that are older than that field. Times are unix
 * seconds, amounts base units, `releasedMilestones` ascending indexes.
 */
export type VestingTree = Omit<
  Struct<"VestingTree">,
  "minCliffTime" | "instantRefunded" | "milestoneReleasedFlags"
> & {
  layout: "current" | "legacy";
  minCliffTime: bigint | null;
  instantRefunded: boolean;
  releasedMilestones: number[];
};

/** The claims of a beneficiary from a campaign; `leafClaims` contains cliff and linear leaves. */
export type ClaimRecord = Pick<
  Struct<"ClaimRecord">,
  "beneficiary" | "tree" | "claimedAmount" | "totalEntitled" | "lastClaimAt" | "bump" | "version"
> & {
  claimedMilestones: number[];
  leafClaims: { leafIndex: number; amount: bigint }[];
};

function accountBody(name: (typeof ACCOUNTS)[number]["name"], data: Uint8Array): Uint8Array {
  const account = ACCOUNTS.find((entry) => entry.name === name);
  if (!equalBytes(data.subarray(0, DISCRIMINATOR_BYTES), Uint8Array.from(account?.discriminator ?? []))) {
    throw new RangeError(`The account is not a ${name}.`);
  }
  return data.subarray(DISCRIMINATOR_BYTES);
}

/**
 * Returns the set bits of a 256-bit map in hex, in the program's order: bit n is bit n mod 8 of byte n div 8.
 */
function setBits(hex: string): number[] {
  const bytes = fromHex(hex);
  return Array.from({ length: 8 * bytes.length }, (_, bit) => bit).filter(
    (bit) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1,
  );
}

/**
 * Decodes a vesting tree account.
 *
 * Both layouts are equal up to `milestone_released_flags`, and the account does not state its layout. The
 * current layout is allocated with 323 bytes, the older one with 314, so the length distinguishes them.
 * Trimmed data is recognized by the 10 bytes of the current tail. One case is ambiguous: an older account
 * that was enlarged to 323 bytes without being rewritten. Read as the current layout, its bump is 0. In
 * practice no derived address of this program has that bump (probability 2^-255), so the account is read as
 * older.
 * @throws RangeError when the data is not a vesting tree.
 */
export function decodeVestingTree(data: Uint8Array): VestingTree {
  const body = accountBody("VestingTree", data);
  const legacy = decodeStruct("LegacyVestingTree", body);
  const { milestoneReleasedFlags, ...older } = legacy.value;
  const releasedMilestones = setBits(milestoneReleasedFlags);
  const tail = body.length - (legacy.size - 1);
  if (data.length >= TREE_ACCOUNT_BYTES || tail === CURRENT_TAIL_BYTES) {
    const { milestoneReleasedFlags: _, ...tree } = decodeStruct("VestingTree", body).value;
    if (tree.bump !== 0) return { ...tree, releasedMilestones, layout: "current" };
  }
  return { ...older, releasedMilestones, minCliffTime: null, instantRefunded: false, layout: "legacy" };
}

/**
 * Decodes a claim record account.
 * @throws RangeError when the data is not a claim record.
 */
export function decodeClaimRecord(data: Uint8Array): ClaimRecord {
  const { value } = decodeStruct("ClaimRecord", accountBody("ClaimRecord", data));
  const { milestoneBitmap, leafClaimedIdx, leafClaimedAmt, paddingA: _a, paddingB: _b, ...record } = value;
  const leafClaims = leafClaimedIdx
    .map((leafIndex, slot) => ({ leafIndex, amount: leafClaimedAmt[slot] ?? 0n }))
    .filter(({ leafIndex }) => leafIndex !== FREE_SLOT);
  return { ...record, claimedMilestones: setBits(milestoneBitmap), leafClaims };
}
