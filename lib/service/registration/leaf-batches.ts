import type { LeafRow } from "@/db/queries/registration/leaf-rows";
import { treeProof } from "@/lib/core/merkle/proof";
import { unpackLeaves } from "@/lib/service/heavy/packed-leaves";
import { proofJson } from "./proof-json";
import type { ProvedLeaves } from "./submitted-tree";

/** Leaves made into rows at a time: a few milliseconds of work, and some hundred kilobytes of proofs. */
const BATCH = 200;

/** Proved leaves as rows, made while they are stored so that their proofs are never all text at once. */
export function* leafBatches({ leaves, tree }: Pick<ProvedLeaves, "leaves" | "tree">): Generator<LeafRow[]> {
  let batch: LeafRow[] = [];
  for (const unpacked of unpackLeaves(leaves)) {
    if (!unpacked) throw new RangeError("A proved leaf is missing.");
    const { leaf, proof } = unpacked;
    const bytes = tree ? treeProof(tree, leaf.leafIndex) : proof;
    batch.push({ ...leaf, proof: proofJson(bytes ?? new Uint8Array()) });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
