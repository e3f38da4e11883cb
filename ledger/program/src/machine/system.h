/* Lamports: rent, transfers, and the creation and closing of this program's accounts. */
#pragma once
#include "../bytes/borsh.h"
#include "pda.h"

enum { SYSTEM_CREATE_ACCOUNT = 0, SYSTEM_ASSIGN = 1, SYSTEM_TRANSFER = 2, SYSTEM_ALLOCATE = 8 };

/* Bytes for which every account pays rent in addition to its data. */
#define ACCOUNT_OVERHEAD 128
/* The double 2.0; the other threshold in use is 1.0. This machine has no floats. */
#define THRESHOLD_OF_TWO 0x4000000000000000UL

static u64 rent_exempt_balance(u64 data_len) {
  RentSysvar rent;
  sol_get_rent_sysvar(&rent);
  u64 balance = (ACCOUNT_OVERHEAD + data_len) * rent.lamports_per_byte;
  return rent.exemption_threshold == THRESHOLD_OF_TWO ? 2 * balance : balance;
}

/* Lamports of an account above its rent-exempt minimum. */
static u64 lamports_above_rent(const Account *account) {
  return saturating_sub(*account->lamports, rent_exempt_balance(account->data_len));
}

/* `from` belongs to this program and holds the amount. Both may be the same account. */
INLINE void move_lamports(const Account *from, const Account *to, u64 amount) {
  *from->lamports -= amount;
  *to->lamports += amount;
}

NOINLINE Result transfer_lamports(const Context *context, const Account *from, const Account *to,
                                  u64 amount) {
  CallAccount accounts[] = {{from->key, true, true}, {to->key, true, false}};
  u8 data[12];
  Writer writer = {data};
  write_u32(&writer, SYSTEM_TRANSFER);
  write_u64(&writer, amount);
  Call call = {SYSTEM_PROGRAM, accounts, 2, data, sizeof(data)};
  return invoke(context, &call, NULL);
}

static Result allocate(const Context *context, const Account *account, u64 data_len,
                       const SignerSeeds *signer) {
  CallAccount accounts[] = {{account->key, true, true}};
  u8 data[12];
  Writer writer = {data};
  write_u32(&writer, SYSTEM_ALLOCATE);
  write_u64(&writer, data_len);
  Call call = {SYSTEM_PROGRAM, accounts, 1, data, sizeof(data)};
  return invoke(context, &call, signer);
}

static Result assign_to_self(const Context *context, const Account *account, const SignerSeeds *signer) {
  CallAccount accounts[] = {{account->key, true, true}};
  u8 data[36];
  Writer writer = {data};
  write_u32(&writer, SYSTEM_ASSIGN);
  write_key(&writer, context->program_id);
  Call call = {SYSTEM_PROGRAM, accounts, 1, data, sizeof(data)};
  return invoke(context, &call, signer);
}

typedef struct {
  const Account *payer;
  const Account *account;
  u64 data_len;
  SignerSeeds signer;
} NewAccount;

NOINLINE Result create_unfunded(const Context *context, const NewAccount *new, u64 lamports) {
  CallAccount accounts[] = {{new->payer->key, true, true}, {new->account->key, true, true}};
  u8 data[52];
  Writer writer = {data};
  write_u32(&writer, SYSTEM_CREATE_ACCOUNT);
  write_u64(&writer, lamports);
  write_u64(&writer, new->data_len);
  write_key(&writer, context->program_id);
  Call call = {SYSTEM_PROGRAM, accounts, 2, data, sizeof(data)};
  return invoke(context, &call, &new->signer);
}

/*
 * Creates an account of this program at a derived address. CreateAccount refuses an address with
 * lamports, which anyone could send; such an address is funded, allocated and assigned step by step.
 */
NOINLINE Result create_account(const Context *context, const NewAccount *new) {
  u64 needed = rent_exempt_balance(new->data_len), held = *new->account->lamports;
  if (held == 0)
    return create_unfunded(context, new, needed);
  if (needed > held)
    TRY(transfer_lamports(context, new->payer, new->account, needed - held));
  TRY(allocate(context, new->account, new->data_len, &new->signer));
  return assign_to_self(context, new->account, &new->signer);
}

/*
 * Moves all lamports to another account and assigns the account to the System program,
 * so that lamports sent to it later in the same transaction cannot restore its data.
 */
static void close_account(Account *account, const Account *receiver) {
  move_lamports(account, receiver, *account->lamports);
  account->data_len = 0;
  store_u64(account->data - 8, 0);
  copy_key(account->owner, SYSTEM_PROGRAM);
}
