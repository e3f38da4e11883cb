/* A campaign's money, wherever it lies: tokens in the vault, or lamports of the tree account itself. */
#pragma once
#include "token.h"
#include "tree.h"

typedef struct {
  bool native;
  const Account *tree;
  const Account *vault;
  const Account *authority;
  u8 authority_bump;
} Treasury;

/* An instruction's accounts that only token campaigns need; NULL where the caller left one out. */
typedef struct {
  const Account *vault_authority;
  const Account *vault;
  const Account *token_program;
} TreasuryAccounts;

/* That an optional account is there after all, as every campaign of tokens needs it. */
INLINE Result require_account(const Account *account, const Bytes *name) {
  return account ? OK : fail_at(ConstraintAccountIsNone, name);
}

/* Checks the treasury's accounts against what the tree has stored. */
NOINLINE Result open_treasury(const Context *context, const VestingTree *tree, const Account *tree_account,
                              const TreasuryAccounts *accounts, Treasury *treasury) {
  treasury->native = is_native(tree);
  treasury->tree = tree_account;
  treasury->vault = accounts->vault;
  treasury->authority = accounts->vault_authority;
  if (treasury->native)
    return accounts->vault ? fail(NativeSolVaultNotEmpty) : OK;

  TRY(require_account(accounts->vault_authority, NAME("vault_authority")));
  TRY(require_account(accounts->vault, NAME("vault")));
  TRY(require_account(accounts->token_program, NAME("token_program")));
  DerivedAddress authority;
  find_vault_authority(tree_account->key, context->program_id, &authority);
  if (!same_key(accounts->vault_authority->key, authority.address))
    return fail_at(ConstraintSeeds, NAME("vault_authority"));
  treasury->authority_bump = authority.bump;
  if (!same_key(accounts->vault->key, tree->vault))
    return fail_at(WrongVault, NAME("vault"));
  return check_token_account(accounts->vault, tree->mint, authority.address, NAME("vault"));
}

/* What the campaign holds, not counting the rent of a tree that lives on. */
static u64 treasury_balance(const Treasury *treasury) {
  return treasury->native ? lamports_above_rent(treasury->tree) : token_balance(treasury->vault);
}

/* Pays from a treasury that holds the amount. */
NOINLINE Result pay_out(const Context *context, const Treasury *treasury, const Account *to, u64 amount) {
  if (amount == 0)
    return OK;
  if (treasury->native) {
    move_lamports(treasury->tree, to, amount);
    return OK;
  }
  Bytes seeds[] = {VAULT_AUTHORITY_SEED, {treasury->tree->key, 32}, {&treasury->authority_bump, 1}};
  SignerSeeds signer = {seeds, 3};
  TokenTransfer transfer = {treasury->vault, to, treasury->authority, amount};
  return transfer_tokens(context, &transfer, &signer);
}
