/* A campaign's balance: tokens in the vault, or lamports of the tree account itself. */
#pragma once
#include "accounts.h"

typedef struct {
  bool native;
  const Account *tree;
  /* NULL if the caller omitted them; a native SOL campaign needs neither. */
  const Account *vault;
  const Account *authority;
  const Account *token_program;
  u8 authority_bump;
} Treasury;

/* The positions of a treasury's accounts in an instruction's list. */
typedef struct {
  u64 tree;
  u64 vault_authority;
  u64 vault;
  u64 token_program;
} TreasuryIndexes;

/* Checks the rules of a treasury's accounts, in their order. */
NOINLINE Result open_treasury(Context *context, const VestingTree *tree, const TreasuryIndexes *at,
                              Treasury *treasury) {
  treasury->native = is_native(tree);
  treasury->tree = &context->accounts[at->tree];
  treasury->authority = optional_account(context, at->vault_authority);
  treasury->vault = optional_account(context, at->vault);
  treasury->token_program = optional_account(context, at->token_program);
  DerivedAddress expected;
  find_vault_authority(treasury->tree->key, context->program_id, &expected);
  treasury->authority_bump = expected.bump;
  if (treasury->authority && !same_key(treasury->authority->key, expected.address))
    return fail_unequal(ConstraintSeeds, name_of(context, at->vault_authority), treasury->authority->key,
                        expected.address);
  return check_vault(context, at->vault, tree);
}

/* The campaign's balance, without the rent of its tree. */
static Result treasury_balance(const Treasury *treasury, u64 *balance) {
  REQUIRE(treasury->native || treasury->vault, WrongVault);
  *balance = treasury->native ? lamports_above_rent(treasury->tree) : token_balance(treasury->vault);
  return OK;
}

/* Pays from a treasury that holds the amount. `to` is NULL if the caller omitted the payee's token account. */
NOINLINE Result pay_out(const Context *context, const Treasury *treasury, const Account *to, u64 amount) {
  if (treasury->native) {
    move_lamports(treasury->tree, to, amount);
    return OK;
  }
  REQUIRE(treasury->authority, WrongVault);
  REQUIRE(to, MintMismatch);
  REQUIRE(treasury->token_program, WrongVault);
  if (amount == 0)
    return OK;
  Bytes seeds[] = {VAULT_AUTHORITY_SEED, {treasury->tree->key, 32}, {&treasury->authority_bump, 1}};
  SignerSeeds signer = {seeds, 3};
  TokenTransfer transfer = {treasury->vault, to, treasury->authority, amount};
  return transfer_tokens(context, &transfer, &signer);
}
