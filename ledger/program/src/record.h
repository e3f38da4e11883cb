/* The claim record account: the claims of one beneficiary from one campaign. */
#pragma once
#include "schedule.h"
#include "machine/system.h"
#include "tree.h"

#define RECORD_DISCRIMINATOR 0x07603e410900e539UL /* sha256("account:ClaimRecord") */
#define RECORD_VERSION 1
#define LEAF_SLOTS 8
#define FREE_SLOT 0xffffffff

typedef struct {
  u64 discriminator;
  Key beneficiary;
  Key tree;
  u64 claimed_amount;
  u64 total_entitled; /* sum of the leaves claimed from so far, each at its amount when first claimed */
  Key milestone_bitmap;
  i64 last_claim_at;
  u8 bump;
  u8 version;
  u8 padding_a[2];
  u32 leaf_claimed_idx[LEAF_SLOTS]; /* the cliff and linear leaves claimed from */
  u8 padding_b[4];
  u64 leaf_claimed_amt[LEAF_SLOTS];
} ClaimRecord;
_Static_assert(sizeof(ClaimRecord) == 232, "the account's size is part of the program's interface");
_Static_assert(__builtin_offsetof(ClaimRecord, leaf_claimed_idx) == 132, "as is its layout");
_Static_assert(__builtin_offsetof(ClaimRecord, leaf_claimed_amt) == 168, "as is its layout");

/* Checks that an account is a claim record of this program. A missing one fails by its owner, unlike others. */
static Result check_record(const Context *context, const Account *account, const Bytes *name) {
  if (!same_key(account->owner, context->program_id))
    return fail_unequal(AccountOwnedByWrongProgram, name, account->owner, context->program_id);
  return check_discriminator(account, RECORD_DISCRIMINATOR, name);
}

/* The inputs of a new record. `entitled` is its initial sum. */
typedef struct {
  u64 index;
  const Account *payer;
  const u8 *beneficiary;
  const u8 *tree;
  u64 entitled;
} RecordRequest;

static void start_record(ClaimRecord *record, const RecordRequest *request, u8 bump) {
  record->discriminator = RECORD_DISCRIMINATOR;
  copy_key(record->beneficiary, request->beneficiary);
  copy_key(record->tree, request->tree);
  record->total_entitled = request->entitled;
  record->bump = bump;
  record->version = RECORD_VERSION;
  for (u32 i = 0; i < LEAF_SLOTS; i++)
    record->leaf_claimed_idx[i] = FREE_SLOT;
}

static Result check_existing_record(const Context *context, const Account *account, const Bytes *name) {
  TRY(check_record(context, account, name));
  if (account->data_len != sizeof(ClaimRecord))
    return fail_at(ConstraintSpace, name);
  if (*account->lamports < rent_exempt_balance(sizeof(ClaimRecord)))
    return fail_at(ConstraintRentExempt, name);
  return OK;
}

/*
 * Returns the record at its derived address, and creates it if it is missing. A record that outlived
 * its tree is used for the new tree at the same address: the program cannot distinguish the two.
 */
NOINLINE Result ensure_record(Context *context, const RecordRequest *request, ClaimRecord **record) {
  Account *account = &context->accounts[request->index];
  const Bytes *name = name_of(context, request->index);
  DerivedAddress expected;
  find_claim_record(request->tree, request->beneficiary, context->program_id, &expected);
  if (!same_key(account->key, expected.address))
    return fail_unequal(ConstraintSeeds, name, account->key, expected.address);
  *record = (ClaimRecord *)account->data;
  if (!same_key(account->owner, SYSTEM_PROGRAM)) {
    TRY(check_existing_record(context, account, name));
    return check_writable(context, request->index);
  }
  Bytes seeds[] = {CLAIM_SEED, {request->tree, 32}, {request->beneficiary, 32}, {&expected.bump, 1}};
  NewAccount new = {request->payer, account, sizeof(ClaimRecord), {seeds, 4}};
  TRY(create_account(context, &new));
  start_record(*record, request, expected.bump);
  return OK;
}

/* The slot of a cliff or linear leaf's claims: its own, else a free one, else LEAF_SLOTS. */
static u32 leaf_slot(const ClaimRecord *record, u32 leaf_index) {
  u32 free = LEAF_SLOTS;
  for (u32 i = LEAF_SLOTS; i-- > 0;) {
    if (record->leaf_claimed_idx[i] == leaf_index)
      return i;
    if (record->leaf_claimed_idx[i] == FREE_SLOT)
      free = i;
  }
  return free;
}

/* The claimed amount of the leaf so far. A milestone is claimed whole or not at all. */
static u64 claimed_of_leaf(const ClaimRecord *record, const Leaf *leaf) {
  if (leaf->release_type == MILESTONE)
    return has_bit(record->milestone_bitmap, leaf->milestone_idx) ? leaf->amount : 0;
  u32 slot = leaf_slot(record, leaf->leaf_index);
  return slot < LEAF_SLOTS ? record->leaf_claimed_amt[slot] : 0;
}

static bool has_room_for_leaf(const ClaimRecord *record, const Leaf *leaf) {
  return leaf->release_type == MILESTONE || leaf_slot(record, leaf->leaf_index) < LEAF_SLOTS;
}

/* Records a claim that fits. Its sums never exceed the tree's total, so they fit u64. */
static void book_claim(ClaimRecord *record, const Leaf *leaf, u64 amount, i64 now) {
  record->claimed_amount += amount;
  record->last_claim_at = now;
  if (leaf->release_type == MILESTONE) {
    set_bit(record->milestone_bitmap, leaf->milestone_idx);
    return;
  }
  u32 slot = leaf_slot(record, leaf->leaf_index);
  record->leaf_claimed_idx[slot] = leaf->leaf_index;
  record->leaf_claimed_amt[slot] += amount;
}

/* Whether this record has no claim of the leaf yet. */
static bool is_first_claim(const ClaimRecord *record, const Leaf *leaf) {
  u32 slot = leaf_slot(record, leaf->leaf_index);
  return leaf->release_type == MILESTONE || slot == LEAF_SLOTS || record->leaf_claimed_idx[slot] == FREE_SLOT;
}
