/* The Merkle tree over a campaign's leaves. Distinct first bytes prevent a leaf from being read as a node. */
#pragma once
#include "schedule.h"

#define LEAF_BYTES 70
#define MAX_PROOF_LENGTH 32

static const u8 LEAF_PREFIX = 0;
static const u8 NODE_PREFIX = 1;

NOINLINE void hash_leaf(const Leaf *leaf, u8 *hash) {
  u8 bytes[LEAF_BYTES];
  Writer writer = {bytes};
  write_u32(&writer, leaf->leaf_index);
  write_key(&writer, leaf->beneficiary);
  write_u64(&writer, leaf->amount);
  write_u8(&writer, leaf->release_type);
  write_u64(&writer, (u64)leaf->start_time);
  write_u64(&writer, (u64)leaf->cliff_time);
  write_u64(&writer, (u64)leaf->end_time);
  write_u8(&writer, leaf->milestone_idx);
  Bytes parts[] = {{&LEAF_PREFIX, 1}, {bytes, LEAF_BYTES}};
  sol_keccak256(parts, 2, hash);
}

/* Levels between a leaf and the root: ceil(log2(leaf_count)), for at least one leaf. */
static u32 tree_depth(u32 leaf_count) {
  u32 depth = 0;
  while (depth < MAX_PROOF_LENGTH && (1UL << depth) < leaf_count)
    depth++;
  return depth;
}

typedef struct {
  const u8 *siblings; /* 32 bytes each, from the leaf up */
  u32 length;
} Proof;

/* Reads a proof in place. The caller checks its length. */
static void read_proof(Reader *reader, Proof *proof) {
  proof->length = read_u32(reader);
  proof->siblings = read_bytes(reader, 32UL * proof->length);
}

typedef struct {
  const u8 *root;
  u32 leaf_count;
} MerkleTree;

NOINLINE Result check_proof(const Leaf *leaf, const Proof *proof, const MerkleTree *tree) {
  REQUIRE(proof->length <= tree_depth(tree->leaf_count), ProofTooLong);
  Key hash;
  hash_leaf(leaf, hash);
  for (u32 level = 0; level < proof->length; level++) {
    const u8 *sibling = proof->siblings + 32UL * level;
    bool is_right = leaf->leaf_index >> level & 1;
    Bytes parts[] = {{&NODE_PREFIX, 1}, {is_right ? sibling : hash, 32}, {is_right ? hash : sibling, 32}};
    sol_keccak256(parts, 3, hash);
  }
  REQUIRE(same_key(hash, tree->root), InvalidProof);
  return OK;
}
