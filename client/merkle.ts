/** Leaves as the program hashes them, trees of them, and proofs. */
export { encodeLeaf, LEAF_BYTES } from "@/lib/core/merkle/leaf-bytes";
export { firstCliff, LeafList } from "@/lib/core/merkle/leaf-list";
export { proofSiblings, treeProof, treeProofs } from "@/lib/core/merkle/proof";
export { type BuildOptions, buildTree, type MerkleTree, treeDepth } from "@/lib/core/merkle/tree";
export { checkProofs, type ProofStep, proofSteps, verifyProof } from "@/lib/core/merkle/verify";
export { isReleaseType, type Leaf, ReleaseType, type Schedule } from "@/lib/core/vesting/leaf";
