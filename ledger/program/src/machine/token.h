/* Classic SPL Token: reading its accounts, and the calls that move tokens. */
#pragma once
#include "system.h"

enum { TOKEN_TRANSFER = 3, ASSOCIATED_TOKEN_CREATE = 0 };

#define MINT_BYTES 82
#define MINT_AUTHORITY_AT 0
#define MINT_INITIALIZED_AT 45
#define MINT_FREEZE_AUTHORITY_AT 46
#define TOKEN_ACCOUNT_BYTES 165
#define TOKEN_ACCOUNT_OWNER_AT 32
#define TOKEN_ACCOUNT_AMOUNT_AT 64
#define TOKEN_ACCOUNT_DELEGATE_AT 72
#define TOKEN_ACCOUNT_STATE_AT 108
#define TOKEN_ACCOUNT_NATIVE_AT 109
#define TOKEN_ACCOUNT_CLOSE_AUTHORITY_AT 129
#define FROZEN 2

INLINE u64 token_balance(const Account *account) { return load_u64(account->data + TOKEN_ACCOUNT_AMOUNT_AT); }
INLINE const u8 *token_mint(const Account *account) { return account->data; }
INLINE const u8 *token_owner(const Account *account) { return account->data + TOKEN_ACCOUNT_OWNER_AT; }

/* Whether the tag of an optional field is one. */
INLINE bool is_option(const Account *account, u64 at) { return load_u32(account->data + at) <= 1; }

static bool is_mint_layout(const Account *account) {
  return account->data_len == MINT_BYTES && is_option(account, MINT_AUTHORITY_AT) &&
         is_option(account, MINT_FREEZE_AUTHORITY_AT) && account->data[MINT_INITIALIZED_AT] <= 1;
}

static bool is_token_account_layout(const Account *account) {
  return account->data_len == TOKEN_ACCOUNT_BYTES && is_option(account, TOKEN_ACCOUNT_DELEGATE_AT) &&
         is_option(account, TOKEN_ACCOUNT_NATIVE_AT) &&
         is_option(account, TOKEN_ACCOUNT_CLOSE_AUTHORITY_AT) &&
         account->data[TOKEN_ACCOUNT_STATE_AT] <= FROZEN;
}

static Result check_mint(const Account *account, const Bytes *name) {
  TRY(check_owner(account, TOKEN_PROGRAM, name));
  if (!is_mint_layout(account))
    return fail_at(InvalidAccountData, name);
  return account->data[MINT_INITIALIZED_AT] ? OK : fail_at(UninitializedAccount, name);
}

static Result check_token_account_data(const Account *account, const Bytes *name) {
  if (!is_token_account_layout(account))
    return fail_at(InvalidAccountData, name);
  return account->data[TOKEN_ACCOUNT_STATE_AT] ? OK : fail_at(UninitializedAccount, name);
}

static Result check_token_account(const Account *account, const Bytes *name) {
  TRY(check_owner(account, TOKEN_PROGRAM, name));
  return check_token_account_data(account, name);
}

typedef struct {
  const Account *payer;
  const Account *account;
  const Account *owner;
  const Account *mint;
} NewTokenAccount;

/* Creates an associated token account. The called program derives its address and refuses another. */
NOINLINE Result create_associated_account(const Context *context, const NewTokenAccount *new) {
  CallAccount accounts[] = {
      {new->payer->key, true, true},  {new->account->key, true, false}, {new->owner->key, false, false},
      {new->mint->key, false, false}, {SYSTEM_PROGRAM, false, false},   {TOKEN_PROGRAM, false, false},
  };
  u8 data[] = {ASSOCIATED_TOKEN_CREATE};
  Call call = {ASSOCIATED_TOKEN_PROGRAM, accounts, 6, data, sizeof(data)};
  return invoke(context, &call, NULL);
}

/* Does the same if the account may exist: then it must be the owner's own for this mint. */
NOINLINE Result ensure_associated_account(const Context *context, const NewTokenAccount *new,
                                          const Bytes *name) {
  const Account *account = new->account;
  if (same_key(account->owner, SYSTEM_PROGRAM))
    TRY(create_associated_account(context, new));
  TRY(check_token_account(account, name));
  if (!same_key(token_mint(account), new->mint->key))
    return fail_unequal(ConstraintTokenMint, name, token_mint(account), new->mint->key);
  if (!same_key(token_owner(account), new->owner->key))
    return fail_unequal(ConstraintTokenOwner, name, token_owner(account), new->owner->key);
  DerivedAddress expected;
  find_associated_token(new->owner->key, new->mint->key, &expected);
  return same_key(account->key, expected.address) ? OK : fail_at(AccountNotAssociatedTokenAccount, name);
}

typedef struct {
  const Account *from;
  const Account *to;
  const Account *authority;
  u64 amount;
} TokenTransfer;

NOINLINE Result transfer_tokens(const Context *context, const TokenTransfer *transfer,
                                const SignerSeeds *signer) {
  CallAccount accounts[] = {{transfer->from->key, true, false},
                            {transfer->to->key, true, false},
                            {transfer->authority->key, false, true}};
  u8 data[9];
  Writer writer = {data};
  write_u8(&writer, TOKEN_TRANSFER);
  write_u64(&writer, transfer->amount);
  Call call = {TOKEN_PROGRAM, accounts, 3, data, sizeof(data)};
  return invoke(context, &call, signer);
}
