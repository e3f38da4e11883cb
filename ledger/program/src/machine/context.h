/* One invocation: its data, its accounts, and their names and types in an instruction. */
#pragma once
#include "../errors.h"
#include "programs.h"

/* The maximum number of accounts of one instruction. */
#define MAX_ACCOUNTS 255
/* Spare room that the loader leaves after each account's data. */
#define MAX_DATA_INCREASE 10240
#define NOT_A_DUPLICATE 0xff
/* The loader maps this memory for every invocation; a frame has no room for so many accounts. */
#define HEAP ((void *)0x300000000UL)

typedef enum {
  UNCHECKED,
  SIGNER,
  TREE,
  RECORD,
  MINT,
  TOKENS,
  PROGRAM,
  SYSVAR,
  INIT,           /* created by the instruction, and looked at only then */
  INIT_IF_NEEDED, /* the same, unless it exists */
} AccountKind;

enum { READ = 0, WRITE = 1, OPTIONAL = 2 };

/* The rules of one account in an instruction's list. An optional one is absent if it has the program's id. */
typedef struct {
  Bytes name;
  AccountKind kind;
  u8 access;
  const u8 *address; /* of a program or sysvar */
} AccountRule;

#define ACCOUNT(name, kind, access) {BYTES_OF(name), kind, access, NULL}
#define PROGRAM_ACCOUNT(name, access, address) {BYTES_OF(name), PROGRAM, access, address}
#define RENT_ACCOUNT {BYTES_OF("rent"), SYSVAR, READ, RENT_SYSVAR}

typedef struct {
  Account accounts[MAX_ACCOUNTS];
  u64 account_count;
  const AccountRule *rules;
  u64 rule_count;
  const u8 *data;
  u64 data_len;
  const u8 *program_id;
} Context;

/* Splits the loader's aligned serialization of an invocation. */
NOINLINE void read_context(u8 *input, Context *context) {
  u64 count = load_u64(input);
  u8 *at = input + 8;
  context->account_count = count;
  for (u64 i = 0; i < count; i++) {
    Account *account = &context->accounts[i];
    if (at[0] != NOT_A_DUPLICATE) {
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

#define NAME(text) (&(const Bytes)BYTES_OF(text))

static bool is_absent(const Context *context, u64 index) {
  return (context->rules[index].access & OPTIONAL) &&
         same_key(context->accounts[index].key, context->program_id);
}

/* Returns the account, or NULL for an absent optional one. */
INLINE Account *optional_account(Context *context, u64 index) {
  return is_absent(context, index) ? NULL : &context->accounts[index];
}

INLINE const Bytes *name_of(const Context *context, u64 index) { return &context->rules[index].name; }

/* The System program owns every unused address; an address exists only if it has lamports. */
static bool exists(const Account *account) {
  return *account->lamports > 0 || !same_key(account->owner, SYSTEM_PROGRAM);
}

static Result check_owner(const Account *account, const u8 *owner, const Bytes *name) {
  if (!exists(account))
    return fail_at(AccountNotInitialized, name);
  if (!same_key(account->owner, owner))
    return fail_unequal(AccountOwnedByWrongProgram, name, account->owner, owner);
  return OK;
}

static Result check_discriminator(const Account *account, u64 discriminator, const Bytes *name) {
  if (account->data_len < 8)
    return fail_at(AccountDiscriminatorNotFound, name);
  if (load_u64(account->data) != discriminator)
    return fail_at(AccountDiscriminatorMismatch, name);
  return OK;
}

/* Checks that the account at an index is writable, unless it is absent. */
static Result check_writable(const Context *context, u64 index) {
  if (is_absent(context, index) || context->accounts[index].is_writable)
    return OK;
  return fail_at(ConstraintMut, name_of(context, index));
}

INLINE i64 unix_time_now(void) {
  Clock clock;
  sol_get_clock_sysvar(&clock);
  return clock.unix_time;
}

/* Calls another program, signing for at most one derived address. A failed call ends the transaction. */
static Result invoke(const Context *context, const Call *call, const SignerSeeds *signer) {
  return sol_invoke_signed_c(call, context->accounts, (i32)context->rule_count, signer, signer ? 1 : 0);
}
