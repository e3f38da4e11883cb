/* create_campaign, create_stream and their native forms. */
#pragma once
#include "../events.h"
#include "../merkle.h"
#include "../treasury.h"

enum { NEW_CREATOR, NEW_MINT, NEW_TREE, NEW_VAULT_AUTHORITY, NEW_VAULT, NEW_SOURCE_ATA };
enum { NEW_NATIVE_CREATOR, NEW_NATIVE_TREE };

static const AccountRule CREATE_CAMPAIGN_ACCOUNTS[] = {
    ACCOUNT("creator", WRITE | SIGN),
    ACCOUNT("mint", READ),
    ACCOUNT("vesting_tree", WRITE),
    ACCOUNT("vault_authority", READ),
    ACCOUNT("vault", WRITE),
    PROGRAM("token_program", READ, TOKEN_PROGRAM),
    PROGRAM("associated_token_program", READ, ASSOCIATED_TOKEN_PROGRAM),
    PROGRAM("system_program", READ, SYSTEM_PROGRAM),
    SYSVAR("rent", RENT_SYSVAR),
};

static const AccountRule CREATE_STREAM_ACCOUNTS[] = {
    ACCOUNT("creator", WRITE | SIGN),
    ACCOUNT("mint", READ),
    ACCOUNT("vesting_tree", WRITE),
    ACCOUNT("vault_authority", READ),
    ACCOUNT("vault", WRITE),
    ACCOUNT("source_ata", WRITE),
    PROGRAM("token_program", READ, TOKEN_PROGRAM),
    PROGRAM("associated_token_program", READ, ASSOCIATED_TOKEN_PROGRAM),
    PROGRAM("system_program", READ, SYSTEM_PROGRAM),
    SYSVAR("rent", RENT_SYSVAR),
};

static const AccountRule CREATE_NATIVE_ACCOUNTS[] = {
    ACCOUNT("creator", WRITE | SIGN),
    ACCOUNT("vesting_tree", WRITE),
    PROGRAM("system_program", READ, SYSTEM_PROGRAM),
    SYSVAR("rent", RENT_SYSVAR),
};

static void read_authorities(Reader *reader, VestingTree *tree) {
  tree->cancellable = read_bool(reader);
  read_optional_key(reader, &tree->cancel_authority);
  read_optional_key(reader, &tree->pause_authority);
}

static Result check_authorities(const VestingTree *tree) {
  REQUIRE(!tree->cancellable || tree->cancel_authority.present, MissingCancelAuthority);
  return OK;
}

/* CreateCampaignArgs are fields of the tree to be. */
NOINLINE Result read_campaign_terms(const Context *context, VestingTree *tree) {
  sol_memset_(tree, 0, sizeof(VestingTree));
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  tree->campaign_id = read_u64(&reader);
  read_key(&reader, tree->merkle_root);
  tree->leaf_count = read_u32(&reader);
  tree->total_supply = read_u64(&reader);
  tree->min_cliff_time = read_i64(&reader);
  read_authorities(&reader, tree);
  REQUIRE(!reader.failed, InstructionDidNotDeserialize);
  return OK;
}

static Result check_campaign_terms(const VestingTree *tree) {
  REQUIRE(!is_zero_key(tree->merkle_root), EmptyRoot);
  REQUIRE(tree->leaf_count > 0, EmptyCampaign);
  REQUIRE(tree->total_supply > 0, ZeroAmount);
  REQUIRE(tree->min_cliff_time != 0, InvalidSchedule);
  return check_authorities(tree);
}

/* CreateStreamArgs describe the one leaf of a tree, whose hash is the root. */
NOINLINE Result read_stream_terms(const Context *context, VestingTree *tree, Leaf *leaf) {
  sol_memset_(tree, 0, sizeof(VestingTree));
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  tree->campaign_id = read_u64(&reader);
  leaf->leaf_index = 0;
  read_key(&reader, leaf->beneficiary);
  leaf->amount = read_u64(&reader);
  read_schedule(&reader, leaf);
  read_authorities(&reader, tree);
  REQUIRE(!reader.failed, InstructionDidNotDeserialize);
  tree->leaf_count = 1;
  tree->total_supply = leaf->amount;
  hash_leaf(leaf, tree->merkle_root);
  return OK;
}

static Result check_stream_terms(const VestingTree *tree, const Leaf *leaf) {
  REQUIRE(leaf->amount > 0, ZeroAmount);
  TRY(check_schedule(leaf));
  return check_authorities(tree);
}

/* Creates the tree account at the address that its creator, mint and id determine, and announces it. */
NOINLINE Result create_tree(const Context *context, const Account *creator, const Account *account,
                            VestingTree *tree) {
  copy_key(tree->creator, creator->key);
  tree->created_at = unix_time_now();
  Bytes seeds[] = {
      TREE_SEED, {tree->creator, 32}, {tree->mint, 32}, {&tree->campaign_id, 8}, {&tree->bump, 1}};
  DerivedAddress expected;
  find_address(seeds, 4, context->program_id, &expected);
  if (!same_key(account->key, expected.address))
    return fail_at(ConstraintSeeds, NAME("vesting_tree"));
  tree->bump = expected.bump;
  NewAccount new = {creator, account, TREE_BYTES, {seeds, 5}};
  TRY(create_account(context, &new));
  save_tree(account, tree);
  return OK;
}

/* Checks a token campaign's mint, vault authority and vault, and stores them in the tree. */
NOINLINE Result check_new_vault(const Context *context, VestingTree *tree) {
  const Account *accounts = context->accounts;
  if (!is_classic_mint(&accounts[NEW_MINT]))
    return fail_at(UnsupportedMint, NAME("mint"));
  DerivedAddress authority;
  find_vault_authority(accounts[NEW_TREE].key, context->program_id, &authority);
  if (!same_key(accounts[NEW_VAULT_AUTHORITY].key, authority.address))
    return fail_at(ConstraintSeeds, NAME("vault_authority"));
  copy_key(tree->mint, accounts[NEW_MINT].key);
  copy_key(tree->vault, accounts[NEW_VAULT].key);
  copy_key(tree->vault_authority, authority.address);
  return check_associated_address(&accounts[NEW_VAULT], tree->mint, authority.address, NAME("vault"));
}

NOINLINE Result create_tree_and_vault(const Context *context, VestingTree *tree) {
  const Account *accounts = context->accounts;
  TRY(create_tree(context, &accounts[NEW_CREATOR], &accounts[NEW_TREE], tree));
  NewTokenAccount vault = {&accounts[NEW_CREATOR], &accounts[NEW_VAULT], &accounts[NEW_VAULT_AUTHORITY],
                           &accounts[NEW_MINT]};
  TRY(create_associated_account(context, &vault, NAME("vault")));
  emit_campaign_created(accounts[NEW_TREE].key, tree);
  return OK;
}

NOINLINE Result create_campaign(Context *context) {
  VestingTree tree;
  TRY(read_campaign_terms(context, &tree));
  CHECK_ACCOUNTS(context, CREATE_CAMPAIGN_ACCOUNTS);
  TRY(check_campaign_terms(&tree));
  TRY(check_new_vault(context, &tree));
  return create_tree_and_vault(context, &tree);
}

NOINLINE Result create_campaign_native(Context *context) {
  VestingTree tree;
  TRY(read_campaign_terms(context, &tree));
  CHECK_ACCOUNTS(context, CREATE_NATIVE_ACCOUNTS);
  TRY(check_campaign_terms(&tree));
  const Account *accounts = context->accounts;
  TRY(create_tree(context, &accounts[NEW_NATIVE_CREATOR], &accounts[NEW_NATIVE_TREE], &tree));
  emit_campaign_created(accounts[NEW_NATIVE_TREE].key, &tree);
  return OK;
}

NOINLINE Result create_stream(Context *context) {
  VestingTree tree;
  Leaf leaf;
  TRY(read_stream_terms(context, &tree, &leaf));
  CHECK_ACCOUNTS(context, CREATE_STREAM_ACCOUNTS);
  TRY(check_stream_terms(&tree, &leaf));
  const Account *accounts = context->accounts;
  const Account *creator = &accounts[NEW_CREATOR], *source = &accounts[NEW_SOURCE_ATA];
  TRY(check_new_vault(context, &tree));
  TRY(check_token_account(source, tree.mint, creator->key, NAME("source_ata")));
  TRY(create_tree_and_vault(context, &tree));
  TokenTransfer funding = {source, &accounts[NEW_VAULT], creator, leaf.amount};
  TRY(transfer_tokens(context, &funding, NULL));
  emit_campaign_funded(accounts[NEW_TREE].key, leaf.amount, token_balance(&accounts[NEW_VAULT]));
  return OK;
}

NOINLINE Result create_stream_native(Context *context) {
  VestingTree tree;
  Leaf leaf;
  TRY(read_stream_terms(context, &tree, &leaf));
  CHECK_ACCOUNTS(context, CREATE_NATIVE_ACCOUNTS);
  TRY(check_stream_terms(&tree, &leaf));
  const Account *creator = &context->accounts[NEW_NATIVE_CREATOR];
  const Account *account = &context->accounts[NEW_NATIVE_TREE];
  TRY(create_tree(context, creator, account, &tree));
  emit_campaign_created(account->key, &tree);
  TRY(transfer_lamports(context, creator, account, leaf.amount));
  emit_campaign_funded(account->key, leaf.amount, lamports_above_rent(account));
  return OK;
}
