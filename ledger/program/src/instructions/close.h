/* close_claim_record: returns the record's rent to a beneficiary. */
#pragma once
#include "../accounts.h"
#include "../events.h"

enum { CLOSE_BENEFICIARY, CLOSE_TREE, CLOSE_RECORD };

static const AccountRule CLOSE_ACCOUNTS[] = {
    ACCOUNT("beneficiary", SIGNER, WRITE),
    ACCOUNT("vesting_tree", TREE, READ),
    ACCOUNT("claim_record", RECORD, WRITE),
};

NOINLINE Result check_close_accounts(Context *context, VestingTree *tree) {
  LOAD_ACCOUNTS(context, CLOSE_ACCOUNTS, tree);
  TRY(check_unique(context));
  TRY(check_writable(context, CLOSE_BENEFICIARY));
  const Account *record = &context->accounts[CLOSE_RECORD];
  DerivedAddress expected;
  find_claim_record(context->accounts[CLOSE_TREE].key, context->accounts[CLOSE_BENEFICIARY].key,
                    context->program_id, &expected);
  if (!same_key(record->key, expected.address))
    return fail_unequal(ConstraintSeeds, name_of(context, CLOSE_RECORD), record->key, expected.address);
  return check_writable(context, CLOSE_RECORD);
}

/*
 * Keeps a bug of the real program: the record alone stores the paid leaves, and it can be closed while the
 * campaign still pays. A second claim of a leaf after the closing is paid again, from the shares of others.
 */
NOINLINE Result close_claim_record(Context *context) {
  VestingTree tree;
  TRY(check_close_accounts(context, &tree));
  Account *account = &context->accounts[CLOSE_RECORD];
  const Account *beneficiary = &context->accounts[CLOSE_BENEFICIARY];
  const ClaimRecord *record = (const ClaimRecord *)account->data;
  bool is_complete = record->claimed_amount >= record->total_entitled;
  REQUIRE(is_complete || is_grace_over(&tree, unix_time_now()), CannotClose);
  emit_claim_record_closed(context->accounts[CLOSE_TREE].key, beneficiary->key);
  close_account(account, beneficiary);
  return OK;
}
