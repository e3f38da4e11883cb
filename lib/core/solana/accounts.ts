import { decodeStruct } from "@/lib/core/solana/codec";
import { equalBytes, fromHex } from "@/lib/core/solana/hex";
import type { Struct } from "@/lib/core/solana/idl/idl-types";
import { ACCOUNTS } from "@/lib/core/solana/idl/types";
import { TREE_ACCOUNT_BYTES } from "@/lib/core/solana/rent";

const DISCRIMINATOR_BYTES = 8;
const FREE_SLOT = 0xffffffff;

/** What a tree takes after `milestone_released_flags` in the current layout. */
const CURRENT_TAIL_BYTES = 10;

/**
 * A vesting tree account. `minCliffTime` is null in accounts older than that field. Times are unix seconds, amounts
 * base units, `releasedMilestones` ascending indexes.
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

/** What a beneficiary claimed from a campaign; `leafClaims` covers cliff and linear leaves. */
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

/** The set bits of a 256-bit map in hex, as the program counts them: bit n is bit n mod 8 of byte n div 8. */
function setBits(hex: string): number[] {
  const bytes = fromHex(hex);
  return Array.from({ length: 8 * bytes.length }, (_, bit) => bit).filter(
    (bit) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1,
  );
}

/**
 * Reads a vesting tree account by cursor. Throws RangeError when the data is none.
 *
 * Both layouts agree up to `milestone_released_flags`; nothing in the account says which follows. The current
 * layout is allocated at 323 bytes, the older one at 314, so length tells them apart; data trimmed to what it holds
 * is told by the 10 bytes that the current tail takes. One case stays a judgement: an older account that was
 * enlarged to 323 bytes without being rewritten. Read as current, its bump is 0, which no derived address of this
 * program has in practice (chance 2^-255), so it is read as older.
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

/** Reads a claim record account. Throws RangeError when the data is none. */
export function decodeClaimRecord(data: Uint8Array): ClaimRecord {
  const { value } = decodeStruct("ClaimRecord", accountBody("ClaimRecord", data));
  const { milestoneBitmap, leafClaimedIdx, leafClaimedAmt, paddingA: _a, paddingB: _b, ...record } = value;
  const leafClaims = leafClaimedIdx
    .map((leafIndex, slot) => ({ leafIndex, amount: leafClaimedAmt[slot] ?? 0n }))
    .filter(({ leafIndex }) => leafIndex !== FREE_SLOT);
  return { ...record, claimedMilestones: setBits(milestoneBitmap), leafClaims };
}
