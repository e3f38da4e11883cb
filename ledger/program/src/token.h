/* Classic SPL Token: reading its accounts, and the calls that move tokens. */
#pragma once
#include "system.h"

enum { TOKEN_TRANSFER = 3, ASSOCIATED_TOKEN_CREATE_IDEMPOTENT = 1 };

#define MINT_BYTES 82
#define MINT_INITIALIZED_AT 45
#define TOKEN_ACCOUNT_BYTES 165
#define TOKEN_ACCOUNT_OWNER_AT 32
#define TOKEN_ACCOUNT_AMOUNT_AT 64
#define TOKEN_ACCOUNT_STATE_AT 108

INLINE u64 token_balance(const Account *account) { return load_u64(account->data + TOKEN_ACCOUNT_AMOUNT_AT); }

static bool is_classic_mint(const Account *mint) {
  return same_key(mint->owner, TOKEN_PROGRAM) && mint->data_len == MINT_BYTES &&
         mint->data[MINT_INITIALIZED_AT] == 1;
}

/* That the account holds tokens of `mint` for `owner`. */
NOINLINE Result check_token_account(const Account *account, const u8 *mint, const u8 *owner,
                                    const Bytes *name) {
  TRY(check_owner(account, TOKEN_PROGRAM, name));
  if (account->data_len != TOKEN_ACCOUNT_BYTES || account->data[TOKEN_ACCOUNT_STATE_AT] == 0)
    return fail_at(AccountDidNotDeserialize, name);
  if (!same_key(account->data, mint))
    return fail_at(MintMismatch, name);
  if (!same_key(account->data + TOKEN_ACCOUNT_OWNER_AT, owner))
    return fail_at(ConstraintTokenOwner, name);
  return OK;
}

/* That the account's address is the one where `owner` keeps tokens of `mint` by default. */
static Result check_associated_address(const Account *account, const u8 *mint, const u8 *owner,
                                       const Bytes *name) {
  DerivedAddress expected;
  find_associated_token(owner, mint, &expected);
  return same_key(account->key, expected.address) ? OK : fail_at(ConstraintAssociated, name);
}

typedef struct {
  const Account *payer;
  const Account *account;
  const Account *owner;
  const Account *mint;
} NewTokenAccount;

/*
 * Creates an associated token account unless it exists: anyone may have made it before. Its address is
 * derived by the called program, which refuses another. An owner can give such an account away, so its owner
 * is checked after.
 */
NOINLINE Result create_associated_account(const Context *context, const NewTokenAccount *new,
                                          const Bytes *name) {
  CallAccount accounts[] = {
      {new->payer->key, true, true},  {new->account->key, true, false}, {new->owner->key, false, false},
      {new->mint->key, false, false}, {SYSTEM_PROGRAM, false, false},   {TOKEN_PROGRAM, false, false},
  };
  u8 data[] = {ASSOCIATED_TOKEN_CREATE_IDEMPOTENT};
  Call call = {ASSOCIATED_TOKEN_PROGRAM, accounts, 6, data, sizeof(data)};
  if (!same_key(new->account->owner, TOKEN_PROGRAM))
    TRY(invoke(context, &call, NULL));
  return check_token_account(new->account, new->mint->key, new->owner->key, name);
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
