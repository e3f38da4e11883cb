/* withdraw_unvested and instant_refund_campaign: return a campaign's balance to its creator. */
#pragma once
#include "../bytes/address.h"
#include "../events.h"
#include "../treasury.h"

enum { SWEEP_CREATOR, SWEEP_TREE, SWEEP_AUTHORITY, SWEEP_VAULT, SWEEP_CREATOR_ATA, SWEEP_TOKEN_PROGRAM };

static const AccountRule SWEEP_ACCOUNTS[] = {
    ACCOUNT("creator", SIGNER, WRITE),
    ACCOUNT("vesting_tree", TREE, WRITE),
    ACCOUNT("vault_authority", UNCHECKED, OPTIONAL),
    ACCOUNT("vault", TOKENS, WRITE | OPTIONAL),
    ACCOUNT("creator_ata", TOKENS, WRITE | OPTIONAL),
    PROGRAM_ACCOUNT("token_program", OPTIONAL, TOKEN_PROGRAM),
    PROGRAM_ACCOUNT("system_program", READ, SYSTEM_PROGRAM),
};

typedef struct {
  const Account *creator;
  const Account *account;
  VestingTree tree;
  Treasury treasury;
} Sweep;

static Result load_sweep(Context *context, Sweep *sweep) {
  LOAD_ACCOUNTS(context, SWEEP_ACCOUNTS, &sweep->tree);
  TRY(check_unique(context));
  sweep->creator = &context->accounts[SWEEP_CREATOR];
  sweep->account = &context->accounts[SWEEP_TREE];
  TRY(check_writable(context, SWEEP_CREATOR));
  return check_writable(context, SWEEP_TREE);
}

/* Checks the source and the destination of the payment. */
static Result open_sweep(Context *context, Sweep *sweep) {
  TreasuryIndexes at = {SWEEP_TREE, SWEEP_AUTHORITY, SWEEP_VAULT, SWEEP_TOKEN_PROGRAM};
  TRY(open_treasury(context, &sweep->tree, &at, &sweep->treasury));
  Holder holder = {sweep->tree.mint, sweep->creator->key, Unauthorized};
  return check_holder(context, SWEEP_CREATOR_ATA, &holder);
}

/* Pays out the whole balance, whatever its source; a native tree keeps its rent and still exists. */
NOINLINE Result sweep_all(Context *context, const Sweep *sweep, u64 *amount) {
  TRY(treasury_balance(&sweep->treasury, amount));
  REQUIRE(*amount > 0, NothingToClaim);
  bool is_native = sweep->treasury.native;
  const Account *to = is_native ? sweep->creator : optional_account(context, SWEEP_CREATOR_ATA);
  return pay_out(context, &sweep->treasury, to, *amount);
}

NOINLINE Result withdraw_unvested(Context *context) {
  Sweep sweep;
  u64 amount;
  TRY(load_sweep(context, &sweep));
  REQUIRE(same_key(sweep.tree.creator, sweep.creator->key), Unauthorized);
  REQUIRE(sweep.tree.cancelled_at.present, NotCancelled);
  TRY(open_sweep(context, &sweep));
  REQUIRE(is_grace_over(&sweep.tree, unix_time_now()), GracePeriodActive);
  TRY(sweep_all(context, &sweep, &amount));
  emit_unvested_withdrawn(sweep.account->key, amount);
  return OK;
}

static Result check_refundable(const Sweep *sweep) {
  const VestingTree *tree = &sweep->tree;
  REQUIRE(tree->cancellable, NotCancellable);
  REQUIRE(!tree->cancelled_at.present, AlreadyCancelled);
  REQUIRE(same_key(tree->creator, sweep->creator->key), Unauthorized);
  REQUIRE(!is_fully_claimed(tree), FullyVested);
  return OK;
}

NOINLINE Result instant_refund_campaign(Context *context) {
  Sweep sweep;
  u64 amount;
  TRY(load_sweep(context, &sweep));
  TRY(check_refundable(&sweep));
  TRY(open_sweep(context, &sweep));
  VestingTree *tree = &sweep.tree;
  i64 now = unix_time_now();
  REQUIRE(tree->leaf_count > 1, NotMultiLeafCampaign);
  REQUIRE(now < tree->min_cliff_time, CampaignAlreadyStarted);
  REQUIRE(is_zero_key(tree->milestone_released_flags), MilestoneAlreadyReleased);
  TRY(sweep_all(context, &sweep, &amount));
  set_cancelled(tree, now);
  tree->instant_refunded = true;
  log_address(NAME("instant_refund_campaign: tree="), sweep.account->key);
  emit_instant_refunded(sweep.account->key, now, sweep.creator->key, amount);
  return save_tree(sweep.account, tree);
}
