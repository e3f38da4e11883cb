import { isReleaseType, type Leaf } from "@/lib/core/vesting/leaf";

/** A leaf in the format of the API: 64-bit integers are decimal strings. Source: spec 2.7. */
export type AnsweredLeaf = {
  leafIndex: number;
  beneficiary: string;
  amount: string;
  releaseType: number;
  startTime: string;
  cliffTime: string;
  endTime: string;
  milestoneIdx: number;
};

/**
 * Converts a leaf from an API response.
 * @throws RangeError for a release type that the program does not have.
 */
export function toLeaf(answered: AnsweredLeaf): Leaf {
  const { leafIndex, beneficiary, releaseType, milestoneIdx } = answered;
  if (!isReleaseType(releaseType)) throw new RangeError(`The release type ${releaseType} is unknown.`);
  return {
    leafIndex,
    beneficiary,
    amount: BigInt(answered.amount),
    releaseType,
    startTime: BigInt(answered.startTime),
    cliffTime: BigInt(answered.cliffTime),
    endTime: BigInt(answered.endTime),
    milestoneIdx,
  };
}

/**
 * Converts a proof from an API response, 32 byte values per sibling, to the concatenated bytes that the
 * program expects.
 */
export function toProofBytes(proof: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from(proof.flat());
}
