/* withdraw_unvested and instant_refund_campaign: what a campaign holds returns to its creator. */
#pragma once
#include "../events.h"
#include "../treasury.h"

enum {
  SWEEP_CREATOR,
  SWEEP_TREE,
  SWEEP_VAULT_AUTHORITY,
  SWEEP_VAULT,
  SWEEP_CREATOR_ATA,
  SWEEP_TOKEN_PROGRAM
};

static const AccountRule SWEEP_ACCOUNTS[] = {
    ACCOUNT("creator", WRITE | SIGN),
    ACCOUNT("vesting_tree", WRITE),
    ACCOUNT("vault_authority", OPTIONAL),
    ACCOUNT("vault", WRITE | OPTIONAL),
    ACCOUNT("creator_ata", WRITE | OPTIONAL),
    PROGRAM("token_program", OPTIONAL, TOKEN_PROGRAM),
    PROGRAM("system_program", READ, SYSTEM_PROGRAM),
};

typedef struct {
  const Account *creator;
  const Account *account;
  const Account *payee;
  VestingTree tree;
  Treasury treasury;
} Sweep;

/* Checks the accounts that both instructions share. */
NOINLINE Result open_sweep(Context *context, Sweep *sweep) {
  CHECK_ACCOUNTS(context, SWEEP_ACCOUNTS);
  sweep->creator = &context->accounts[SWEEP_CREATOR];
  sweep->account = &context->accounts[SWEEP_TREE];
  sweep->payee = sweep->creator;
  TRY(load_tree(context, sweep->account, &sweep->tree));
  REQUIRE(same_key(sweep->tree.creator, sweep->creator->key), Unauthorized);
  TreasuryAccounts accounts = {optional_account(context, SWEEP_VAULT_AUTHORITY),
                               optional_account(context, SWEEP_VAULT),
                               optional_account(context, SWEEP_TOKEN_PROGRAM)};
  TRY(open_treasury(context, &sweep->tree, sweep->account, &accounts, &sweep->treasury));
  if (sweep->treasury.native)
    return OK;
  sweep->payee = optional_account(context, SWEEP_CREATOR_ATA);
  TRY(require_account(sweep->payee, NAME("creator_ata")));
  return check_token_account(sweep->payee, sweep->tree.mint, sweep->creator->key, NAME("creator_ata"));
}

/* Everything the treasury holds, whoever put it there; a native tree keeps its rent and lives on. */
NOINLINE Result sweep_all(const Context *context, const Sweep *sweep, u64 *amount) {
  *amount = treasury_balance(&sweep->treasury);
  REQUIRE(*amount > 0, NothingToClaim);
  return pay_out(context, &sweep->treasury, sweep->payee, *amount);
}

NOINLINE Result withdraw_unvested(Context *context) {
  Sweep sweep;
  u64 amount;
  TRY(open_sweep(context, &sweep));
  REQUIRE(sweep.tree.cancelled_at.present, NotCancelled);
  REQUIRE(is_grace_over(&sweep.tree, unix_time_now()), GracePeriodActive);
  TRY(sweep_all(context, &sweep, &amount));
  emit_unvested_withdrawn(sweep.account->key, amount);
  return OK;
}

NOINLINE Result instant_refund_campaign(Context *context) {
  Sweep sweep;
  u64 amount;
  TRY(open_sweep(context, &sweep));
  VestingTree *tree = &sweep.tree;
  i64 now = unix_time_now();
  REQUIRE(tree->cancellable, NotCancellable);
  REQUIRE(!tree->cancelled_at.present, AlreadyCancelled);
  REQUIRE(!is_fully_claimed(tree), FullyVested);
  REQUIRE(tree->leaf_count > 1, NotMultiLeafCampaign);
  REQUIRE(now < tree->min_cliff_time, CampaignAlreadyStarted);
  REQUIRE(is_zero_key(tree->milestone_released_flags), MilestoneAlreadyReleased);
  TRY(sweep_all(context, &sweep, &amount));
  tree->cancelled_at.present = true;
  tree->cancelled_at.time = now;
  tree->instant_refunded = true;
  save_tree(sweep.account, tree);
  emit_instant_refunded(sweep.account->key, now, sweep.creator->key, amount);
  return OK;
}
