/* The accounts of the program, read and changed in place. */
#pragma once
#include "../src/machine/system.h"

#define MULTISIG_DISCRIMINATOR                                                 \
  0xec4fa144ba7974e0UL /* sha256("account:Multisig") */
#define PROPOSAL_DISCRIMINATOR                                                 \
  0x21358874bbbd5e1aUL /* sha256("account:Proposal") */
#define TRANSACTION_DISCRIMINATOR                                              \
  0xcfa20e5164a2faa8UL /* sha256("account:VaultTransaction") */

#define PREFIX_SEED {"multisig", 8}
#define MULTISIG_SEED {"multisig", 8}
#define VAULT_SEED {"vault", 5}
#define TRANSACTION_SEED {"transaction", 11}
#define PROPOSAL_SEED {"proposal", 8}

/* Positions of fields. */
enum {
  MULTISIG_CREATE_KEY_AT = 8,
  MULTISIG_THRESHOLD_AT = 72,
  MULTISIG_TRANSACTION_INDEX_AT = 78,
  MULTISIG_RENT_COLLECTOR_AT = 94,
  PROPOSAL_MULTISIG_AT = 8,
  PROPOSAL_INDEX_AT = 40,
  PROPOSAL_STATUS_AT = 48,
  PROPOSAL_LISTS_AT = 58,
  TRANSACTION_MULTISIG_AT = 8,
  TRANSACTION_INDEX_AT = 72,
  TRANSACTION_VAULT_INDEX_AT = 81,
  TRANSACTION_MESSAGE_AT = 87,
};

/* Permissions of a member. */
enum { INITIATE = 1, VOTE = 2, EXECUTE = 4 };

/* States of a proposal. */
enum { DRAFT, ACTIVE, REJECTED, APPROVED, EXECUTING, EXECUTED, CANCELLED };

/* A member's address and permissions. */
#define MEMBER_BYTES 33

typedef struct {
  const u8 *key;
  u8 *data;
  u64 threshold;
  u64 time_lock;
  u64 transaction_index;
  u64 stale_transaction_index;
  u64 member_count;
  const u8 *members;
} Multisig;

static Result require_accounts(const Context *context, u64 count) {
  return context->account_count < count ? fail(AccountNotEnoughKeys) : OK;
}

static Result check_owned(const Context *context, u64 index, u64 discriminator,
                          const Bytes *name) {
  TRY(check_owner(&context->accounts[index], context->program_id, name));
  return check_discriminator(&context->accounts[index], discriminator, name);
}

static void find_transaction(const u8 *multisig, u64 index,
                             const u8 *program_id, DerivedAddress *found) {
  Bytes seeds[] = {PREFIX_SEED, {multisig, 32}, TRANSACTION_SEED, {&index, 8}};
  find_address(seeds, 4, program_id, found);
}

static void find_proposal(const u8 *multisig, u64 index, const u8 *program_id,
                          DerivedAddress *found) {
  Bytes seeds[] = {PREFIX_SEED,
                   {multisig, 32},
                   TRANSACTION_SEED,
                   {&index, 8},
                   PROPOSAL_SEED};
  find_address(seeds, 5, program_id, found);
}

NOINLINE Result load_multisig(const Context *context, u64 index,
                              Multisig *multisig) {
  const Bytes *name = NAME("multisig");
  TRY(check_owned(context, index, MULTISIG_DISCRIMINATOR, name));
  const Account *account = &context->accounts[index];
  if (account->data_len < MULTISIG_RENT_COLLECTOR_AT)
    return fail_at(AccountDidNotDeserialize, name);
  Reader reader = {account->data + MULTISIG_THRESHOLD_AT,
                   account->data + account->data_len, false};
  multisig->key = account->key;
  multisig->data = account->data;
  multisig->threshold = read_u8(&reader);
  multisig->threshold |= (u64)read_u8(&reader) << 8;
  multisig->time_lock = read_u32(&reader);
  multisig->transaction_index = read_u64(&reader);
  multisig->stale_transaction_index = read_u64(&reader);
  if (read_bool(&reader))
    read_bytes(&reader, 32); /* rent collector */
  read_u8(&reader);          /* bump */
  multisig->member_count = read_u32(&reader);
  multisig->members =
      read_bytes(&reader, MEMBER_BYTES * multisig->member_count);
  if (reader.failed)
    return fail_at(AccountDidNotDeserialize, name);
  Bytes seeds[] = {
      PREFIX_SEED, MULTISIG_SEED, {account->data + MULTISIG_CREATE_KEY_AT, 32}};
  DerivedAddress expected;
  find_address(seeds, 3, context->program_id, &expected);
  if (!same_key(account->key, expected.address))
    return fail_unequal(ConstraintSeeds, name, account->key, expected.address);
  return OK;
}

/* Checks that a key is a member with at least one of the permissions. */
NOINLINE Result require_permission(const Multisig *multisig, const u8 *key,
                                   u8 permissions) {
  for (u64 i = 0; i < multisig->member_count; i++) {
    const u8 *member = multisig->members + MEMBER_BYTES * i;
    if (!same_key(member, key))
      continue;
    REQUIRE(member[32] & permissions, Unauthorized);
    return OK;
  }
  return THROW(NotAMember);
}

static u64 voter_count(const Multisig *multisig) {
  u64 count = 0;
  for (u64 i = 0; i < multisig->member_count; i++)
    count += (multisig->members[MEMBER_BYTES * i + 32] & VOTE) != 0;
  return count;
}

/* The lists of a proposal, in their order. Each is sorted by address. */
typedef enum {
  APPROVED_BY,
  REJECTED_BY,
  CANCELLED_BY,
  LIST_COUNT
} ProposalList;

typedef struct {
  u8 *data;
  u64 data_len;
  u64 index;
  u8 status;
  i64 since;
} Proposal;

/* The length of a list and, after it, its addresses. Of LIST_COUNT: the end of
 * the content. */
static u8 *voters(const Proposal *proposal, ProposalList list) {
  u8 *at = proposal->data + PROPOSAL_LISTS_AT;
  for (u32 i = 0; i < list; i++)
    at += 4 + 32 * (u64)load_u32(at);
  return at;
}

NOINLINE Result load_proposal(const Context *context, u64 index,
                              const Multisig *multisig, Proposal *proposal) {
  const Bytes *name = NAME("proposal");
  TRY(check_owned(context, index, PROPOSAL_DISCRIMINATOR, name));
  const Account *account = &context->accounts[index];
  if (account->data_len < PROPOSAL_LISTS_AT + 12)
    return fail_at(AccountDidNotDeserialize, name);
  proposal->data = account->data;
  proposal->data_len = account->data_len;
  proposal->index = load_u64(account->data + PROPOSAL_INDEX_AT);
  proposal->status = account->data[PROPOSAL_STATUS_AT];
  proposal->since = (i64)load_u64(account->data + PROPOSAL_STATUS_AT + 1);
  DerivedAddress expected;
  find_proposal(multisig->key, proposal->index, context->program_id, &expected);
  if (!same_key(account->key, expected.address))
    return fail_unequal(ConstraintSeeds, name, account->key, expected.address);
  return account->is_writable ? OK : fail_at(ConstraintMut, name);
}

static void set_status(const Proposal *proposal, u8 status) {
  proposal->data[PROPOSAL_STATUS_AT] = status;
  store_u64(proposal->data + PROPOSAL_STATUS_AT + 1, (u64)unix_time_now());
}

static i32 compare_keys(const u8 *a, const u8 *b) {
  for (u32 i = 0; i < 32; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

NOINLINE void remove_voter(const Proposal *proposal, ProposalList list,
                           const u8 *key) {
  u8 *at = voters(proposal, list), *end = voters(proposal, LIST_COUNT);
  u32 count = load_u32(at);
  for (u32 i = 0; i < count; i++) {
    u8 *voter = at + 4 + 32 * (u64)i;
    if (!same_key(voter, key))
      continue;
    for (u8 *byte = voter; byte + 32 < end; byte++)
      *byte = byte[32];
    sol_memset_(end - 32, 0, 32);
    store_u32(at, count - 1);
    return;
  }
}

NOINLINE Result add_voter(const Proposal *proposal, ProposalList list,
                          const u8 *key) {
  u8 *at = voters(proposal, list), *end = voters(proposal, LIST_COUNT),
     *voter = at + 4;
  u32 count = load_u32(at);
  for (u32 i = 0; i < count && compare_keys(voter, key) <= 0;
       i++, voter += 32) {
    REQUIRE(list != APPROVED_BY || !same_key(voter, key), AlreadyApproved);
    REQUIRE(list != REJECTED_BY || !same_key(voter, key), AlreadyRejected);
    REQUIRE(!same_key(voter, key), AlreadyCancelled);
  }
  if (end + 32 > proposal->data + proposal->data_len)
    return fail(AccountDidNotSerialize);
  for (u8 *byte = end; byte-- > voter;)
    byte[32] = *byte;
  copy_key(voter, key);
  store_u32(at, count + 1);
  return OK;
}

typedef struct {
  const u8 *data;
  const u8 *end;
  u64 index;
  u8 vault_index;
} Transaction;

NOINLINE Result load_transaction(const Context *context, u64 index,
                                 const Multisig *multisig,
                                 Transaction *transaction) {
  const Bytes *name = NAME("transaction");
  TRY(check_owned(context, index, TRANSACTION_DISCRIMINATOR, name));
  const Account *account = &context->accounts[index];
  if (account->data_len < TRANSACTION_MESSAGE_AT)
    return fail_at(AccountDidNotDeserialize, name);
  transaction->data = account->data;
  transaction->end = account->data + account->data_len;
  transaction->index = load_u64(account->data + TRANSACTION_INDEX_AT);
  transaction->vault_index = account->data[TRANSACTION_VAULT_INDEX_AT];
  DerivedAddress expected;
  find_transaction(multisig->key, transaction->index, context->program_id,
                   &expected);
  if (!same_key(account->key, expected.address))
    return fail_unequal(ConstraintSeeds, name, account->key, expected.address);
  return OK;
}
