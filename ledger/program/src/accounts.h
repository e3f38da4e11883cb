/*
 * The order in which the framework reads an instruction's accounts, which decides the error of an invalid
 * list. First every account by its type, in order; then the accounts to create; then a check that no
 * account is written twice; then each account's own rules, in order. An instruction calls each step itself.
 */
#pragma once
#include "record.h"
#include "machine/token.h"
#include "tree.h"

static Result load_account(const Context *context, u64 index, VestingTree *tree) {
  const Account *account = &context->accounts[index];
  const AccountRule *rule = &context->rules[index];
  switch (rule->kind) {
  case SIGNER:
    return account->is_signer ? OK : fail_at(AccountNotSigner, &rule->name);
  case TREE:
    return load_tree(context, account, tree, &rule->name);
  case RECORD:
    return check_record(context, account, &rule->name);
  case MINT:
    return check_mint(account, &rule->name);
  case TOKENS:
    return check_token_account(account, &rule->name);
  case PROGRAM:
    if (!same_key(account->key, rule->address))
      return fail_unequal(InvalidProgramId, &rule->name, account->key, rule->address);
    return OK;
  case SYSVAR:
    return same_key(account->key, rule->address) ? OK : fail_at(AccountSysvarMismatch, &rule->name);
  default:
    return OK;
  }
}

/* Reads every account by its type. `tree` is filled where the list has one. */
NOINLINE Result load_accounts_by(Context *context, const AccountRule *rules, u64 count, VestingTree *tree) {
  context->rules = rules;
  context->rule_count = count;
  for (u64 i = 0; i < count; i++) {
    bool is_new = rules[i].kind == INIT || rules[i].kind == INIT_IF_NEEDED;
    if (i >= context->account_count)
      return fail_at(AccountNotEnoughKeys, is_new ? NULL : &rules[i].name);
    if (!is_absent(context, i))
      TRY(load_account(context, i, tree));
  }
  return OK;
}
#define LOAD_ACCOUNTS(context, rules, tree)                                                                  \
  TRY(load_accounts_by(context, rules, sizeof(rules) / sizeof(rules[0]), tree))

/* Whether writing the account under two names would lose one of the writes. Payers may repeat. */
static bool must_be_unique(const Context *context, u64 index) {
  if (index >= context->rule_count)
    return context->accounts[index].is_writable;
  const AccountRule *rule = &context->rules[index];
  bool is_data = rule->kind != UNCHECKED && rule->kind != SIGNER && rule->kind != INIT;
  return is_data && (rule->access & WRITE) && !is_absent(context, index);
}

/* Checks that no account is written under two names, including the accounts after the list. */
NOINLINE Result check_unique(const Context *context) {
  for (u64 i = 0; i < context->account_count; i++) {
    for (u64 j = 0; j < i; j++) {
      /* Repeats of an account share the pointer to its key. */
      if (context->accounts[i].key == context->accounts[j].key && must_be_unique(context, i) &&
          must_be_unique(context, j))
        return fail_at(ConstraintDuplicateMutableAccount,
                       i < context->rule_count ? name_of(context, i) : NULL);
    }
  }
  return OK;
}

typedef struct {
  const u8 *mint;
  const u8 *owner;
  ErrorCode owner_error;
} Holder;

/* Checks the rules of a token account that pays or receives tokens, unless it is absent. */
NOINLINE Result check_holder(const Context *context, u64 index, const Holder *holder) {
  TRY(check_writable(context, index));
  if (is_absent(context, index))
    return OK;
  const Account *account = &context->accounts[index];
  if (!same_key(token_mint(account), holder->mint))
    return fail_at(MintMismatch, name_of(context, index));
  if (!same_key(token_owner(account), holder->owner))
    return fail_at(holder->owner_error, name_of(context, index));
  return OK;
}

/* Checks the rule of a vault, unless it is absent. A native SOL campaign has none, so any vault is wrong. */
static Result check_vault(const Context *context, u64 index, const VestingTree *tree) {
  TRY(check_writable(context, index));
  if (is_absent(context, index) || same_key(context->accounts[index].key, tree->vault))
    return OK;
  return fail_at(WrongVault, name_of(context, index));
}
