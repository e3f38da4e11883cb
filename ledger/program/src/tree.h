/* The vesting tree account: one campaign. */
#pragma once
#include "bytes/borsh.h"
#include "machine/pda.h"

#define TREE_DISCRIMINATOR 0x58909f56dc98bca3UL /* sha256("account:VestingTree") */
/* Discriminator, then every field with its options present. Absent options leave zeros at the end. */
#define TREE_BYTES 323

/* Seconds after a cancellation in which beneficiaries may still claim the vested amount. */
#define GRACE_PERIOD_SECONDS 604800

typedef struct {
  Key creator;
  Key mint;
  Key vault;
  Key vault_authority;
  u64 campaign_id;
  Key merkle_root;
  u32 leaf_count;
  u64 total_supply;
  u64 total_claimed;
  bool cancellable;
  OptionalKey cancel_authority;
  OptionalTime cancelled_at;
  bool paused;
  OptionalKey pause_authority;
  i64 created_at;
  Key milestone_released_flags;
  i64 min_cliff_time;
  bool instant_refunded;
  u8 bump;
} VestingTree;

static bool decode_tree(const Account *account, VestingTree *tree) {
  Reader reader = {account->data + 8, account->data + account->data_len, false};
  read_key(&reader, tree->creator);
  read_key(&reader, tree->mint);
  read_key(&reader, tree->vault);
  read_key(&reader, tree->vault_authority);
  tree->campaign_id = read_u64(&reader);
  read_key(&reader, tree->merkle_root);
  tree->leaf_count = read_u32(&reader);
  tree->total_supply = read_u64(&reader);
  tree->total_claimed = read_u64(&reader);
  tree->cancellable = read_bool(&reader);
  read_optional_key(&reader, &tree->cancel_authority);
  read_optional_time(&reader, &tree->cancelled_at);
  tree->paused = read_bool(&reader);
  read_optional_key(&reader, &tree->pause_authority);
  tree->created_at = read_i64(&reader);
  read_key(&reader, tree->milestone_released_flags);
  tree->min_cliff_time = read_i64(&reader);
  tree->instant_refunded = read_bool(&reader);
  tree->bump = read_u8(&reader);
  return !reader.failed;
}

/* Writes the tree back into its account. Bytes of an earlier, longer content remain. */
NOINLINE Result save_tree(const Account *account, const VestingTree *tree) {
  u8 bytes[TREE_BYTES];
  Writer writer = {bytes};
  write_u64(&writer, TREE_DISCRIMINATOR);
  write_key(&writer, tree->creator);
  write_key(&writer, tree->mint);
  write_key(&writer, tree->vault);
  write_key(&writer, tree->vault_authority);
  write_u64(&writer, tree->campaign_id);
  write_key(&writer, tree->merkle_root);
  write_u32(&writer, tree->leaf_count);
  write_u64(&writer, tree->total_supply);
  write_u64(&writer, tree->total_claimed);
  write_u8(&writer, tree->cancellable);
  write_optional_key(&writer, &tree->cancel_authority);
  write_optional_time(&writer, &tree->cancelled_at);
  write_u8(&writer, tree->paused);
  write_optional_key(&writer, &tree->pause_authority);
  write_u64(&writer, (u64)tree->created_at);
  write_key(&writer, tree->milestone_released_flags);
  write_u64(&writer, (u64)tree->min_cliff_time);
  write_u8(&writer, tree->instant_refunded);
  write_u8(&writer, tree->bump);
  u64 length = (u64)(writer.at - bytes);
  if (length > account->data_len)
    return fail(AccountDidNotSerialize);
  sol_memcpy_(account->data, bytes, length);
  return OK;
}

/* Reads a tree. Owner and discriminator prove it genuine: only this program can write them. */
NOINLINE Result load_tree(const Context *context, const Account *account, VestingTree *tree,
                          const Bytes *name) {
  TRY(check_owner(account, context->program_id, name));
  TRY(check_discriminator(account, TREE_DISCRIMINATOR, name));
  return decode_tree(account, tree) ? OK : fail_at(AccountDidNotDeserialize, name);
}

INLINE bool is_native(const VestingTree *tree) { return same_key(tree->mint, NATIVE_MINT); }
INLINE bool is_fully_claimed(const VestingTree *tree) { return tree->total_claimed >= tree->total_supply; }

/* Whether the tree is cancelled and its grace period over. */
INLINE bool is_grace_over(const VestingTree *tree, i64 now) {
  return tree->cancelled_at.present && now >= tree->cancelled_at.time + GRACE_PERIOD_SECONDS;
}

/* A cancelled campaign is never paused. */
INLINE void set_cancelled(VestingTree *tree, i64 now) {
  tree->cancelled_at.present = true;
  tree->cancelled_at.time = now;
  tree->paused = false;
}

INLINE bool is_cancel_authority(const VestingTree *tree, const Account *signer) {
  return tree->cancel_authority.present && same_key(tree->cancel_authority.key, signer->key);
}
