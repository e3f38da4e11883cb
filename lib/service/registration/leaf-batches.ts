import type { LeafRow } from "@/db/queries/registration/leaf-rows";
import { proofJson } from "./proof-json";
import type { ProvedLeaves } from "./submitted-tree";

/** Leaves made into rows at a time: a few milliseconds of work, and some hundred kilobytes of proofs. */
const BATCH = 200;

/** Proved leaves as rows, made while they are stored so that their proofs are never all text at once. */
export function* leafBatches({ leaves, proofOf }: ProvedLeaves): Generator<LeafRow[]> {
  for (let start = 0; start < leaves.length; start += BATCH) {
    yield leaves
      .slice(start, start + BATCH)
      .map((leaf) => ({ ...leaf, proof: proofJson(proofOf(leaf.leafIndex)) }));
  }
}
