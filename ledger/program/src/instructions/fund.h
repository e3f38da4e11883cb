/* fund_campaign and fund_campaign_native. */
#pragma once
#include "../events.h"
#include "../treasury.h"

enum { FUND_CREATOR, FUND_TREE, FUND_VAULT, FUND_SOURCE_ATA };

static const AccountRule FUND_CAMPAIGN_ACCOUNTS[] = {
    ACCOUNT("creator", WRITE | SIGN),
    ACCOUNT("vesting_tree", WRITE),
    ACCOUNT("vault", WRITE),
    ACCOUNT("source_ata", WRITE),
    PROGRAM("token_program", READ, TOKEN_PROGRAM),
};

static const AccountRule FUND_NATIVE_ACCOUNTS[] = {
    ACCOUNT("creator", WRITE | SIGN),
    ACCOUNT("vesting_tree", WRITE),
    PROGRAM("system_program", READ, SYSTEM_PROGRAM),
};

static Result read_amount(const Context *context, u64 *amount) {
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  *amount = read_u64(&reader);
  REQUIRE(!reader.failed, InstructionDidNotDeserialize);
  return OK;
}

/*
 * That the amount may join what the campaign holds. What was paid out counts too: claims never exceed the
 * total supply, so money beyond the unclaimed rest could not leave a campaign that nobody can cancel.
 */
static Result check_funding(const VestingTree *tree, u64 balance, u64 amount) {
  REQUIRE(amount > 0, ZeroAmount);
  REQUIRE(!tree->cancelled_at.present, CampaignCancelled);
  u64 after, with_claimed;
  REQUIRE(add_u64(balance, amount, &after), Overflow);
  REQUIRE(add_u64(after, tree->total_claimed, &with_claimed), Overflow);
  REQUIRE(with_claimed <= tree->total_supply, OverFunded);
  return OK;
}

NOINLINE Result fund_campaign(Context *context) {
  u64 amount;
  VestingTree tree;
  TRY(read_amount(context, &amount));
  CHECK_ACCOUNTS(context, FUND_CAMPAIGN_ACCOUNTS);
  const Account *creator = &context->accounts[FUND_CREATOR], *account = &context->accounts[FUND_TREE];
  const Account *vault = &context->accounts[FUND_VAULT], *source = &context->accounts[FUND_SOURCE_ATA];
  TRY(load_tree(context, account, &tree));
  REQUIRE(same_key(tree.creator, creator->key), Unauthorized);
  REQUIRE(!is_native(&tree), MintMismatch);
  if (!same_key(vault->key, tree.vault))
    return fail_at(WrongVault, NAME("vault"));
  TRY(check_token_account(vault, tree.mint, tree.vault_authority, NAME("vault")));
  TRY(check_token_account(source, tree.mint, creator->key, NAME("source_ata")));
  TRY(check_funding(&tree, token_balance(vault), amount));
  TokenTransfer funding = {source, vault, creator, amount};
  TRY(transfer_tokens(context, &funding, NULL));
  emit_campaign_funded(account->key, amount, token_balance(vault));
  return OK;
}

NOINLINE Result fund_campaign_native(Context *context) {
  u64 amount;
  VestingTree tree;
  TRY(read_amount(context, &amount));
  CHECK_ACCOUNTS(context, FUND_NATIVE_ACCOUNTS);
  const Account *creator = &context->accounts[FUND_CREATOR], *account = &context->accounts[FUND_TREE];
  TRY(load_tree(context, account, &tree));
  REQUIRE(same_key(tree.creator, creator->key), Unauthorized);
  REQUIRE(is_native(&tree), MintMismatch);
  TRY(check_funding(&tree, lamports_above_rent(account), amount));
  TRY(transfer_lamports(context, creator, account, amount));
  emit_campaign_funded(account->key, amount, lamports_above_rent(account));
  return OK;
}
