import { ReleaseType } from "./leaf";

/** A claim of a beneficiary; `milestoneIdx` is null for cliff and linear leaves. */
type Claim = { leafIndex: number; milestoneIdx: number | null };

/** The fields of a beneficiary's leaf that decide which of the beneficiary's claims count against it. */
export type ClaimedLeaf = { leafIndex: number; releaseType: number; milestoneIdx: number };

/**
 * Returns the claims that the program counts against a leaf, and those among them that are shown as claimed from it.
 * A claim record counts a milestone by its number, under any leaf index, and another leaf by its index. Of several
 * `leaves` of one milestone number, the program pays only one: a claim is shown at the leaf with its index,
 * otherwise at the first, so that no claim is shown twice. Source: claimed_of_leaf in ledger/program/src/record.h.
 */
export function claimsOfLeaf<Row extends Claim>(
  leaf: ClaimedLeaf,
  { leaves, claims }: { leaves: readonly ClaimedLeaf[]; claims: readonly Row[] },
): { counted: Row[]; shown: Row[] } {
  const key = leafRecordKey(leaf);
  const counted = claims.filter((claim) => claimRecordKey(claim) === key);
  if (leaf.releaseType !== ReleaseType.Milestone || counted.length === 0) return { counted, shown: counted };
  const indexes = leaves.filter((item) => leafRecordKey(item) === key).map(({ leafIndex }) => leafIndex);
  const first = Math.min(...indexes);
  const shownAt = ({ leafIndex }: Claim) => (indexes.includes(leafIndex) ? leafIndex : first);
  return { counted, shown: counted.filter((claim) => shownAt(claim) === leaf.leafIndex) };
}

/** Returns the key under which a claim record stores a claim. Keys of milestones are negative. */
const claimRecordKey = ({ leafIndex, milestoneIdx }: Claim) =>
  milestoneIdx === null ? leafIndex : -1 - milestoneIdx;

const leafRecordKey = ({ leafIndex, releaseType, milestoneIdx }: ClaimedLeaf) =>
  releaseType === ReleaseType.Milestone ? -1 - milestoneIdx : leafIndex;
