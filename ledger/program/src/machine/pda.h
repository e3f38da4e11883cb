/* The program's derived addresses. */
#pragma once
#include "context.h"

typedef struct {
  Key address;
  u8 bump;
} DerivedAddress;

NOINLINE void find_address(const Bytes *seeds, u64 count, const u8 *program_id, DerivedAddress *found) {
  /* With probability 2^-256 no bump fits, so the call's result is ignored. */
  sol_try_find_program_address(seeds, count, program_id, found->address, &found->bump);
}

#define TREE_SEED {"tree", 4}
#define VAULT_AUTHORITY_SEED {"vault_authority", 15}
#define CLAIM_SEED {"claim", 5}

static void find_vault_authority(const u8 *tree, const u8 *program_id, DerivedAddress *found) {
  Bytes seeds[] = {VAULT_AUTHORITY_SEED, {tree, 32}};
  find_address(seeds, 2, program_id, found);
}

static void find_claim_record(const u8 *tree, const u8 *beneficiary, const u8 *program_id,
                              DerivedAddress *found) {
  Bytes seeds[] = {CLAIM_SEED, {tree, 32}, {beneficiary, 32}};
  find_address(seeds, 3, program_id, found);
}

static void find_associated_token(const u8 *owner, const u8 *mint, DerivedAddress *found) {
  Bytes seeds[] = {{owner, 32}, {TOKEN_PROGRAM, 32}, {mint, 32}};
  find_address(seeds, 3, ASSOCIATED_TOKEN_PROGRAM, found);
}
