/* fund_campaign and fund_campaign_native. */
#pragma once
#include "../events.h"
#include "../treasury.h"

enum { FUND_CREATOR, FUND_TREE, FUND_VAULT, FUND_SOURCE_ATA };

static const AccountRule FUND_CAMPAIGN_ACCOUNTS[] = {
    ACCOUNT("creator", SIGNER, WRITE),
    ACCOUNT("vesting_tree", TREE, WRITE),
    ACCOUNT("vault", TOKENS, WRITE),
    ACCOUNT("source_ata", TOKENS, WRITE),
    PROGRAM_ACCOUNT("token_program", READ, TOKEN_PROGRAM),
};

static const AccountRule FUND_NATIVE_ACCOUNTS[] = {
    ACCOUNT("creator", SIGNER, WRITE),
    ACCOUNT("vesting_tree", TREE, WRITE),
    PROGRAM_ACCOUNT("system_program", READ, SYSTEM_PROGRAM),
};

static Result read_amount(const Context *context, u64 *amount) {
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  *amount = read_u64(&reader);
  return reader.failed ? fail(InstructionDidNotDeserialize) : OK;
}

/* Checks that the tree is the signer's own: another creator would have another address. */
NOINLINE Result check_funder(const Context *context, const VestingTree *tree) {
  TRY(check_unique(context));
  TRY(check_writable(context, FUND_CREATOR));
  const Account *creator = &context->accounts[FUND_CREATOR];
  if (!same_key(tree->creator, creator->key))
    return fail_at(ConstraintSeeds, name_of(context, FUND_TREE));
  return check_writable(context, FUND_TREE);
}

/* Checks that the amount fits the campaign's supply. Earlier claims do not count. */
static Result check_funding(const VestingTree *tree, u64 balance, u64 amount) {
  REQUIRE(amount > 0, ZeroAmount);
  REQUIRE(!tree->cancelled_at.present, CampaignCancelled);
  u64 after;
  REQUIRE(add_u64(balance, amount, &after), Overflow);
  REQUIRE(after <= tree->total_supply, OverFunded);
  return OK;
}

NOINLINE Result fund_campaign(Context *context) {
  u64 amount;
  VestingTree tree;
  TRY(read_amount(context, &amount));
  LOAD_ACCOUNTS(context, FUND_CAMPAIGN_ACCOUNTS, &tree);
  TRY(check_funder(context, &tree));
  const Account *creator = &context->accounts[FUND_CREATOR], *account = &context->accounts[FUND_TREE];
  const Account *vault = &context->accounts[FUND_VAULT], *source = &context->accounts[FUND_SOURCE_ATA];
  TRY(check_vault(context, FUND_VAULT, &tree));
  Holder holder = {tree.mint, creator->key, Unauthorized};
  TRY(check_holder(context, FUND_SOURCE_ATA, &holder));
  TRY(check_funding(&tree, token_balance(vault), amount));
  TokenTransfer funding = {source, vault, creator, amount};
  TRY(transfer_tokens(context, &funding, NULL));
  emit_campaign_funded(account->key, amount, token_balance(vault));
  return OK;
}

/* Accepts SOL for a token campaign too, which no instruction can then pay out again. */
NOINLINE Result fund_campaign_native(Context *context) {
  u64 amount;
  VestingTree tree;
  TRY(read_amount(context, &amount));
  LOAD_ACCOUNTS(context, FUND_NATIVE_ACCOUNTS, &tree);
  TRY(check_funder(context, &tree));
  const Account *creator = &context->accounts[FUND_CREATOR], *account = &context->accounts[FUND_TREE];
  TRY(check_funding(&tree, lamports_above_rent(account), amount));
  TRY(transfer_lamports(context, creator, account, amount));
  emit_campaign_funded(account->key, amount, *account->lamports);
  return OK;
}
