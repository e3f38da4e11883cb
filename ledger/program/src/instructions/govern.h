/* The changes that authorities may make while a campaign runs: milestones, the root, and the pause. */
#pragma once
#include "../accounts.h"
#include "../events.h"

enum { GOVERN_AUTHORITY, GOVERN_TREE };

static const AccountRule MILESTONE_ACCOUNTS[] = {
    ACCOUNT("creator", SIGNER, READ),
    ACCOUNT("vesting_tree", TREE, WRITE),
};

static const AccountRule UPDATE_ROOT_ACCOUNTS[] = {
    ACCOUNT("cancel_authority", SIGNER, READ),
    ACCOUNT("vesting_tree", TREE, WRITE),
};

static const AccountRule PAUSE_ACCOUNTS[] = {
    ACCOUNT("pause_authority", SIGNER, READ),
    ACCOUNT("vesting_tree", TREE, WRITE),
};

/* The common steps of these instructions' account lists. */
NOINLINE Result open_governed(Context *context, const AccountRule *rules, VestingTree *tree) {
  TRY(load_accounts_by(context, rules, 2, tree));
  TRY(check_unique(context));
  return check_writable(context, GOVERN_TREE);
}

NOINLINE Result set_milestone_released(Context *context) {
  VestingTree tree;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  u8 milestone_idx = read_u8(&reader);
  if (reader.failed)
    return fail(InstructionDidNotDeserialize);
  TRY(open_governed(context, MILESTONE_ACCOUNTS, &tree));
  const Account *creator = &context->accounts[GOVERN_AUTHORITY], *account = &context->accounts[GOVERN_TREE];
  REQUIRE(same_key(tree.creator, creator->key), Unauthorized);
  REQUIRE(!tree.instant_refunded, InstantRefundedCampaign);
  REQUIRE(!has_bit(tree.milestone_released_flags, milestone_idx), MilestoneAlreadyReleased);
  set_bit(tree.milestone_released_flags, milestone_idx);
  emit_milestone_released(account->key, milestone_idx, creator->key);
  return save_tree(account, &tree);
}

NOINLINE Result update_root(Context *context) {
  VestingTree tree;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  const u8 *new_root = read_bytes(&reader, 32);
  u32 new_leaf_count = read_u32(&reader);
  i64 new_min_cliff_time = read_i64(&reader);
  if (reader.failed)
    return fail(InstructionDidNotDeserialize);
  TRY(open_governed(context, UPDATE_ROOT_ACCOUNTS, &tree));
  const Account *account = &context->accounts[GOVERN_TREE];
  REQUIRE(tree.cancellable, NotCancellable);
  REQUIRE(!tree.cancelled_at.present, CampaignCancelled);
  REQUIRE(is_cancel_authority(&tree, &context->accounts[GOVERN_AUTHORITY]), Unauthorized);
  REQUIRE(!is_zero_key(new_root), EmptyRoot);
  REQUIRE(new_leaf_count > 0, EmptyCampaign);
  REQUIRE(new_min_cliff_time != 0, InvalidSchedule);
  REQUIRE(!same_key(new_root, tree.merkle_root), SameRoot);
  emit_root_updated(account->key, tree.merkle_root, new_root, new_leaf_count);
  copy_key(tree.merkle_root, new_root);
  tree.leaf_count = new_leaf_count;
  tree.min_cliff_time = new_min_cliff_time;
  return save_tree(account, &tree);
}

static Result load_pausable_tree(Context *context, VestingTree *tree) {
  TRY(open_governed(context, PAUSE_ACCOUNTS, tree));
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
  emit_bare(CAMPAIGN_PAUSED, context->accounts[GOVERN_TREE].key);
  return save_tree(&context->accounts[GOVERN_TREE], &tree);
}

NOINLINE Result unpause_campaign(Context *context) {
  VestingTree tree;
  TRY(load_pausable_tree(context, &tree));
  REQUIRE(tree.paused, NotPaused);
  tree.paused = false;
  emit_bare(CAMPAIGN_UNPAUSED, context->accounts[GOVERN_TREE].key);
  return save_tree(&context->accounts[GOVERN_TREE], &tree);
}
