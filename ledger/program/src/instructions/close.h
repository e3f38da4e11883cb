/* close_claim_record: a beneficiary gets the record's rent back once nothing can be claimed any more. */
#pragma once
#include "../events.h"
#include "../record.h"

enum { CLOSE_BENEFICIARY, CLOSE_TREE, CLOSE_RECORD };

static const AccountRule CLOSE_ACCOUNTS[] = {
    ACCOUNT("beneficiary", WRITE | SIGN),
    ACCOUNT("vesting_tree", READ),
    ACCOUNT("claim_record", WRITE),
};

/*
 * Fully claimed means the campaign, not this beneficiary: without the record, a beneficiary who has
 * everything would be paid again from what the others have not claimed yet. An account that is no longer
 * there was a native tree that paid out everything.
 */
NOINLINE Result check_closable(const Context *context, const Account *account, const ClaimRecord *record) {
  VestingTree tree;
  if (same_key(account->owner, SYSTEM_PROGRAM) && account->data_len == 0)
    return OK;
  TRY(load_tree(context, account, &tree));
  bool is_settled = is_fully_claimed(&tree) || is_grace_over(&tree, unix_time_now());
  REQUIRE(is_settled || is_stale_record(record, &tree), CannotClose);
  return OK;
}

NOINLINE Result close_claim_record(Context *context) {
  CHECK_ACCOUNTS(context, CLOSE_ACCOUNTS);
  const Account *beneficiary = &context->accounts[CLOSE_BENEFICIARY];
  const Account *tree = &context->accounts[CLOSE_TREE];
  RecordSlot slot;
  slot.account = &context->accounts[CLOSE_RECORD];
  slot.beneficiary = beneficiary->key;
  slot.tree = tree->key;
  TRY(find_record(context, &slot));
  if (!slot.record)
    return fail_at(AccountNotInitialized, NAME("claim_record"));
  TRY(check_closable(context, tree, slot.record));
  close_account(slot.account, beneficiary);
  emit_claim_record_closed(tree->key, beneficiary->key);
  return OK;
}
