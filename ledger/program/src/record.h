/* The claim record account: what one beneficiary has claimed of one campaign. */
#pragma once
#include "schedule.h"
#include "system.h"
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

/* A beneficiary's record as an instruction finds it. */
typedef struct {
  Account *account;
  const u8 *beneficiary;
  const u8 *tree;
  ClaimRecord *record; /* NULL while there is none, or only one of an earlier tree at this address */
  bool is_stale;
  u8 bump;
} RecordSlot;

/*
 * A native campaign that has paid out everything is gone, and its creator may make a new one at the same
 * address. A record written before the tree was made, or of more than the tree has paid, is its predecessor's.
 * Only a tree made anew within the second of such a claim may leave that undecided.
 */
INLINE bool is_stale_record(const ClaimRecord *record, const VestingTree *tree) {
  return record->last_claim_at < tree->created_at || record->claimed_amount > tree->total_claimed;
}

/* Checks the address of the slot's account against its tree and beneficiary, and its content if it exists. */
NOINLINE Result find_record(const Context *context, RecordSlot *slot) {
  const Bytes *name = NAME("claim_record");
  DerivedAddress expected;
  find_claim_record(slot->tree, slot->beneficiary, context->program_id, &expected);
  if (!same_key(slot->account->key, expected.address))
    return fail_at(ConstraintSeeds, name);
  slot->bump = expected.bump;
  slot->record = NULL;
  slot->is_stale = false;
  if (same_key(slot->account->owner, SYSTEM_PROGRAM) && slot->account->data_len == 0)
    return OK;
  TRY(check_owner(slot->account, context->program_id, name));
  TRY(check_discriminator(slot->account, RECORD_DISCRIMINATOR, name));
  if (slot->account->data_len != sizeof(ClaimRecord))
    return fail_at(AccountDidNotDeserialize, name);
  ClaimRecord *record = (ClaimRecord *)slot->account->data;
  if (!same_key(record->beneficiary, slot->beneficiary) || !same_key(record->tree, slot->tree))
    return fail_at(ConstraintHasOne, name);
  slot->record = record;
  return OK;
}

/* As find_record, and sets a record of this address's earlier tree aside. */
static Result find_current_record(const Context *context, const VestingTree *tree, RecordSlot *slot) {
  TRY(find_record(context, slot));
  if (slot->record && is_stale_record(slot->record, tree)) {
    slot->record = NULL;
    slot->is_stale = true;
  }
  return OK;
}

/* Makes the record exist and be the current tree's. `payer` bears a new account's rent. */
NOINLINE Result ensure_record(const Context *context, RecordSlot *slot, const Account *payer) {
  if (slot->record)
    return OK;
  if (!slot->is_stale) {
    Bytes seeds[] = {CLAIM_SEED, {slot->tree, 32}, {slot->beneficiary, 32}, {&slot->bump, 1}};
    NewAccount new = {payer, slot->account, sizeof(ClaimRecord), {seeds, 4}};
    TRY(create_account(context, &new));
  }
  ClaimRecord *record = (ClaimRecord *)slot->account->data;
  sol_memset_(record, 0, sizeof(ClaimRecord));
  record->discriminator = RECORD_DISCRIMINATOR;
  copy_key(record->beneficiary, slot->beneficiary);
  copy_key(record->tree, slot->tree);
  record->bump = slot->bump;
  record->version = RECORD_VERSION;
  for (u32 i = 0; i < LEAF_SLOTS; i++)
    record->leaf_claimed_idx[i] = FREE_SLOT;
  slot->record = record;
  return OK;
}

/* Where a cliff or linear leaf's claims are kept: its own slot, else a free one, else LEAF_SLOTS. */
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

/* What was claimed of the leaf so far. A milestone is claimed whole or not at all. */
static u64 claimed_of_leaf(const ClaimRecord *record, const Leaf *leaf) {
  if (!record)
    return 0;
  if (leaf->release_type == MILESTONE)
    return has_bit(record->milestone_bitmap, leaf->milestone_idx) ? leaf->amount : 0;
  u32 slot = leaf_slot(record, leaf->leaf_index);
  return slot < LEAF_SLOTS ? record->leaf_claimed_amt[slot] : 0;
}

static bool has_room_for_leaf(const ClaimRecord *record, const Leaf *leaf) {
  return !record || leaf->release_type == MILESTONE || leaf_slot(record, leaf->leaf_index) < LEAF_SLOTS;
}

/* Books a claim that there is room for. Its sums never exceed the tree's total, so they fit u64. */
static void book_claim(ClaimRecord *record, const Leaf *leaf, u64 amount, i64 now) {
  record->claimed_amount += amount;
  record->last_claim_at = now;
  if (leaf->release_type == MILESTONE) {
    set_bit(record->milestone_bitmap, leaf->milestone_idx);
    record->total_entitled = saturating_add(record->total_entitled, leaf->amount);
    return;
  }
  u32 slot = leaf_slot(record, leaf->leaf_index);
  if (record->leaf_claimed_idx[slot] == FREE_SLOT) {
    record->leaf_claimed_idx[slot] = leaf->leaf_index;
    record->total_entitled = saturating_add(record->total_entitled, leaf->amount);
  }
  record->leaf_claimed_amt[slot] += amount;
}
