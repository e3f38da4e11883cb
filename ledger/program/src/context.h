/* One invocation: its accounts, its data, and the checks that every instruction makes of its account list. */
#pragma once
#include "errors.h"
#include "programs.h"

/* The longest account list has ten; what a caller adds beyond is ignored. */
#define MAX_ACCOUNTS 12
/* Spare room the loader leaves behind each account's data. */
#define MAX_DATA_INCREASE 10240
#define NOT_A_DUPLICATE 0xff

typedef struct {
  Account accounts[MAX_ACCOUNTS];
  u64 account_count;
  const u8 *data;
  u64 data_len;
  const u8 *program_id;
} Context;

/* Splits the loader's aligned serialization of an invocation. */
NOINLINE void read_context(u8 *input, Context *context) {
  u64 count = load_u64(input);
  u8 *at = input + 8;
  context->account_count = count < MAX_ACCOUNTS ? count : MAX_ACCOUNTS;
  Account surplus;
  for (u64 i = 0; i < count; i++) {
    Account *account = i < MAX_ACCOUNTS ? &context->accounts[i] : &surplus;
    if (at[0] != NOT_A_DUPLICATE) {
      if (at[0] < MAX_ACCOUNTS)
        *account = context->accounts[at[0]];
      at += 8;
      continue;
    }
    account->is_signer = at[1];
    account->is_writable = at[2];
    account->executable = at[3];
    account->key = at + 8;
    account->owner = at + 40;
    account->lamports = (u64 *)(at + 72);
    account->data_len = load_u64(at + 80);
    account->data = at + 88;
    at = account->data + account->data_len + MAX_DATA_INCREASE;
    at = (u8 *)(((u64)at + 7) & ~7UL);
    account->rent_epoch = load_u64(at);
    at += 8;
  }
  context->data_len = load_u64(at);
  context->data = at + 8;
  context->program_id = context->data + context->data_len;
}

/* What an instruction asks of one account of its list. */
typedef enum {
  READ = 0,
  WRITE = 1,
  SIGN = 2,
  OPTIONAL = 4, /* absent when the program's own id stands in its place */
} Access;

typedef struct {
  Bytes name;
  u8 access;
  const u8 *address; /* the only address it may have, if any */
  ErrorCode address_error;
} AccountRule;

#define ACCOUNT(name, access) {BYTES_OF(name), access, NULL, OK}
#define PROGRAM(name, access, address) {BYTES_OF(name), access, address, InvalidProgramId}
#define SYSVAR(name, address) {BYTES_OF(name), READ, address, AccountSysvarMismatch}

static bool is_absent(const Context *context, const Account *account) {
  return same_key(account->key, context->program_id);
}

/* The account, or NULL for an optional one that is absent. */
INLINE Account *optional_account(Context *context, u64 index) {
  Account *account = &context->accounts[index];
  return is_absent(context, account) ? NULL : account;
}

/* Checks the account list as a whole: length, signatures and fixed addresses, then writability. */
NOINLINE Result check_accounts_against(const Context *context, const AccountRule *rules, u64 count) {
  REQUIRE(context->account_count >= count, AccountNotEnoughKeys);
  for (u64 i = 0; i < count; i++) {
    const Account *account = &context->accounts[i];
    const AccountRule *rule = &rules[i];
    if ((rule->access & OPTIONAL) && is_absent(context, account))
      continue;
    if ((rule->access & SIGN) && !account->is_signer)
      return fail_at(AccountNotSigner, &rule->name);
    if (rule->address && !same_key(account->key, rule->address))
      return fail_at(rule->address_error, &rule->name);
  }
  for (u64 i = 0; i < count; i++) {
    const Account *account = &context->accounts[i];
    if ((rules[i].access & OPTIONAL) && is_absent(context, account))
      continue;
    if ((rules[i].access & WRITE) && !account->is_writable)
      return fail_at(ConstraintMut, &rules[i].name);
  }
  return OK;
}
#define CHECK_ACCOUNTS(context, rules)                                                                       \
  TRY(check_accounts_against(context, rules, sizeof(rules) / sizeof(rules[0])))

#define NAME(text) (&(const Bytes)BYTES_OF(text))

/* Anchor tells an account that was never created from one that belongs to somebody else. */
static Result check_owner(const Account *account, const u8 *owner, const Bytes *name) {
  if (same_key(account->owner, owner))
    return OK;
  bool never_created = same_key(account->owner, SYSTEM_PROGRAM) && account->data_len == 0;
  return fail_at(never_created ? AccountNotInitialized : AccountOwnedByWrongProgram, name);
}

static Result check_discriminator(const Account *account, u64 discriminator, const Bytes *name) {
  if (account->data_len < 8)
    return fail_at(AccountDiscriminatorNotFound, name);
  if (load_u64(account->data) != discriminator)
    return fail_at(AccountDiscriminatorMismatch, name);
  return OK;
}

INLINE i64 unix_time_now(void) {
  Clock clock;
  sol_get_clock_sysvar(&clock);
  return clock.unix_time;
}

/* Calls another program, signing for at most one derived address. A failed call ends the transaction. */
static Result invoke(const Context *context, const Call *call, const SignerSeeds *signer) {
  return sol_invoke_signed_c(call, context->accounts, (i32)context->account_count, signer, signer ? 1 : 0);
}
