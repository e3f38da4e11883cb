/* What authorities may change while a campaign runs: milestones, the root, and the pause. */
#pragma once
#include "../events.h"

enum { GOVERN_AUTHORITY, GOVERN_TREE };

static const AccountRule MILESTONE_ACCOUNTS[] = {
    ACCOUNT("creator", SIGN),
    ACCOUNT("vesting_tree", WRITE),
};

static const AccountRule UPDATE_ROOT_ACCOUNTS[] = {
    ACCOUNT("cancel_authority", SIGN),
    ACCOUNT("vesting_tree", WRITE),
};

static const AccountRule PAUSE_ACCOUNTS[] = {
    ACCOUNT("pause_authority", SIGN),
    ACCOUNT("vesting_tree", WRITE),
};

NOINLINE Result set_milestone_released(Context *context) {
  VestingTree tree;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  u8 milestone_idx = read_u8(&reader);
  REQUIRE(!reader.failed, InstructionDidNotDeserialize);
  CHECK_ACCOUNTS(context, MILESTONE_ACCOUNTS);
  const Account *creator = &context->accounts[GOVERN_AUTHORITY], *account = &context->accounts[GOVERN_TREE];
  TRY(load_tree(context, account, &tree));
  REQUIRE(same_key(tree.creator, creator->key), Unauthorized);
  REQUIRE(!tree.instant_refunded, InstantRefundedCampaign);
  REQUIRE(!has_bit(tree.milestone_released_flags, milestone_idx), MilestoneAlreadyReleased);
  set_bit(tree.milestone_released_flags, milestone_idx);
  save_tree(account, &tree);
  emit_milestone_released(account->key, milestone_idx, creator->key);
  return OK;
}

NOINLINE Result update_root(Context *context) {
  VestingTree tree;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  const u8 *new_root = read_bytes(&reader, 32);
  u32 new_leaf_count = read_u32(&reader);
  i64 new_min_cliff_time = read_i64(&reader);
  REQUIRE(!reader.failed, InstructionDidNotDeserialize);
  CHECK_ACCOUNTS(context, UPDATE_ROOT_ACCOUNTS);
  const Account *account = &context->accounts[GOVERN_TREE];
  TRY(load_tree(context, account, &tree));
  REQUIRE(tree.cancellable, Unauthorized);
  REQUIRE(!tree.cancelled_at.present, CampaignCancelled);
  REQUIRE(is_cancel_authority(&tree, &context->accounts[GOVERN_AUTHORITY]), Unauthorized);
  REQUIRE(!is_zero_key(new_root), EmptyRoot);
  REQUIRE(!same_key(new_root, tree.merkle_root), SameRoot);
  REQUIRE(new_leaf_count > 0, EmptyCampaign);
  REQUIRE(new_min_cliff_time != 0, InvalidSchedule);
  emit_root_updated(account->key, tree.merkle_root, new_root, new_leaf_count);
  copy_key(tree.merkle_root, new_root);
  tree.leaf_count = new_leaf_count;
  tree.min_cliff_time = new_min_cliff_time;
  save_tree(account, &tree);
  return OK;
}

static Result load_pausable_tree(const Context *context, VestingTree *tree) {
  CHECK_ACCOUNTS(context, PAUSE_ACCOUNTS);
  TRY(load_tree(context, &context->accounts[GOVERN_TREE], tree));
  REQUIRE(tree->pause_authority.present, NotPausable);
  REQUIRE(same_key(tree->pause_authority.key, context->accounts[GOVERN_AUTHORITY].key), Unauthorized);
  REQUIRE(!tree->cancelled_at.present, CampaignCancelled);
  REQUIRE(!is_fully_claimed(tree), CampaignCompleted);
  return OK;
}

NOINLINE Result pause_campaign(Context *context) {
  VestingTree tree;
  TRY(load_pausable_tree(context, &tree));
  REQUIRE(!tree.paused, AlreadyPaused);
  tree.paused = true;
  save_tree(&context->accounts[GOVERN_TREE], &tree);
  emit_bare(CAMPAIGN_PAUSED, context->accounts[GOVERN_TREE].key);
  return OK;
}

NOINLINE Result unpause_campaign(Context *context) {
  VestingTree tree;
  TRY(load_pausable_tree(context, &tree));
  REQUIRE(tree.paused, NotPaused);
  tree.paused = false;
  save_tree(&context->accounts[GOVERN_TREE], &tree);
  emit_bare(CAMPAIGN_UNPAUSED, context->accounts[GOVERN_TREE].key);
  return OK;
}
