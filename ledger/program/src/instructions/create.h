/* create_campaign, create_stream and their native forms. */
#pragma once
#include "../events.h"
#include "../merkle.h"
#include "../treasury.h"

enum { NEW_CREATOR, NEW_MINT, NEW_TREE, NEW_VAULT_AUTHORITY, NEW_VAULT, NEW_SOURCE_ATA };
enum { NEW_NATIVE_TREE = 1 };

#define NEW_TOKEN_ACCOUNTS                                                                                   \
  ACCOUNT("creator", SIGNER, WRITE), ACCOUNT("mint", MINT, READ), ACCOUNT("vesting_tree", INIT, WRITE),      \
      ACCOUNT("vault_authority", UNCHECKED, READ), ACCOUNT("vault", INIT, WRITE)
#define NEW_TOKEN_PROGRAMS                                                                                   \
  PROGRAM_ACCOUNT("token_program", READ, TOKEN_PROGRAM),                                                     \
      PROGRAM_ACCOUNT("associated_token_program", READ, ASSOCIATED_TOKEN_PROGRAM),                           \
      PROGRAM_ACCOUNT("system_program", READ, SYSTEM_PROGRAM), RENT_ACCOUNT

static const AccountRule CREATE_CAMPAIGN_ACCOUNTS[] = {NEW_TOKEN_ACCOUNTS, NEW_TOKEN_PROGRAMS};
static const AccountRule CREATE_STREAM_ACCOUNTS[] = {NEW_TOKEN_ACCOUNTS, ACCOUNT("source_ata", TOKENS, WRITE),
                                                     NEW_TOKEN_PROGRAMS};
static const AccountRule CREATE_NATIVE_ACCOUNTS[] = {
    ACCOUNT("creator", SIGNER, WRITE),
    ACCOUNT("vesting_tree", INIT, WRITE),
    PROGRAM_ACCOUNT("system_program", READ, SYSTEM_PROGRAM),
    RENT_ACCOUNT,
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

/* CreateCampaignArgs are fields of the new tree. */
NOINLINE Result read_campaign_terms(const Context *context, VestingTree *tree) {
  sol_memset_(tree, 0, sizeof(VestingTree));
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  tree->campaign_id = read_u64(&reader);
  read_key(&reader, tree->merkle_root);
  tree->leaf_count = read_u32(&reader);
  tree->total_supply = read_u64(&reader);
  tree->min_cliff_time = read_i64(&reader);
  read_authorities(&reader, tree);
  return reader.failed ? fail(InstructionDidNotDeserialize) : OK;
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
  if (reader.failed)
    return fail(InstructionDidNotDeserialize);
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

/* Creates the tree account at the address derived from its creator, mint and id. */
NOINLINE Result create_tree(const Context *context, u64 index, VestingTree *tree) {
  const Account *creator = &context->accounts[NEW_CREATOR], *account = &context->accounts[index];
  copy_key(tree->creator, creator->key);
  tree->created_at = unix_time_now();
  Bytes seeds[] = {
      TREE_SEED, {tree->creator, 32}, {tree->mint, 32}, {&tree->campaign_id, 8}, {&tree->bump, 1}};
  DerivedAddress expected;
  find_address(seeds, 4, context->program_id, &expected);
  if (!same_key(account->key, expected.address))
    return fail_unequal(ConstraintSeeds, name_of(context, index), account->key, expected.address);
  tree->bump = expected.bump;
  NewAccount new = {creator, account, TREE_BYTES, {seeds, 5}};
  TRY(create_account(context, &new));
  return check_writable(context, index);
}

/* Creates the accounts of a token campaign. Fails if the vault exists already, by any creator. */
NOINLINE Result create_token_accounts(const Context *context, VestingTree *tree) {
  const Account *accounts = context->accounts;
  copy_key(tree->mint, accounts[NEW_MINT].key);
  copy_key(tree->vault, accounts[NEW_VAULT].key);
  copy_key(tree->vault_authority, accounts[NEW_VAULT_AUTHORITY].key);
  TRY(create_tree(context, NEW_TREE, tree));
  NewTokenAccount vault = {&accounts[NEW_CREATOR], &accounts[NEW_VAULT], &accounts[NEW_VAULT_AUTHORITY],
                           &accounts[NEW_MINT]};
  TRY(create_associated_account(context, &vault));
  TRY(check_writable(context, NEW_VAULT));
  TRY(check_unique(context));
  TRY(check_writable(context, NEW_CREATOR));
  DerivedAddress authority;
  find_vault_authority(accounts[NEW_TREE].key, context->program_id, &authority);
  if (!same_key(tree->vault_authority, authority.address))
    return fail_unequal(ConstraintSeeds, name_of(context, NEW_VAULT_AUTHORITY), tree->vault_authority,
                        authority.address);
  return OK;
}

static Result create_native_accounts(Context *context, VestingTree *tree) {
  LOAD_ACCOUNTS(context, CREATE_NATIVE_ACCOUNTS, NULL);
  TRY(create_tree(context, NEW_NATIVE_TREE, tree));
  TRY(check_unique(context));
  return check_writable(context, NEW_CREATOR);
}

static Result announce_tree(const Account *account, const VestingTree *tree) {
  emit_campaign_created(account->key, tree);
  return save_tree(account, tree);
}

NOINLINE Result create_campaign(Context *context) {
  VestingTree tree;
  TRY(read_campaign_terms(context, &tree));
  LOAD_ACCOUNTS(context, CREATE_CAMPAIGN_ACCOUNTS, NULL);
  TRY(create_token_accounts(context, &tree));
  TRY(check_campaign_terms(&tree));
  return announce_tree(&context->accounts[NEW_TREE], &tree);
}

NOINLINE Result create_campaign_native(Context *context) {
  VestingTree tree;
  TRY(read_campaign_terms(context, &tree));
  TRY(create_native_accounts(context, &tree));
  TRY(check_campaign_terms(&tree));
  return announce_tree(&context->accounts[NEW_NATIVE_TREE], &tree);
}

NOINLINE Result create_stream(Context *context) {
  VestingTree tree;
  Leaf leaf;
  TRY(read_stream_terms(context, &tree, &leaf));
  LOAD_ACCOUNTS(context, CREATE_STREAM_ACCOUNTS, NULL);
  TRY(create_token_accounts(context, &tree));
  const Account *accounts = context->accounts, *creator = &accounts[NEW_CREATOR];
  Holder source = {tree.mint, creator->key, Unauthorized};
  TRY(check_holder(context, NEW_SOURCE_ATA, &source));
  TRY(check_stream_terms(&tree, &leaf));
  TRY(announce_tree(&accounts[NEW_TREE], &tree));
  TokenTransfer funding = {&accounts[NEW_SOURCE_ATA], &accounts[NEW_VAULT], creator, leaf.amount};
  TRY(transfer_tokens(context, &funding, NULL));
  /* The event contains the balance from before the transfer. */
  emit_campaign_funded(accounts[NEW_TREE].key, leaf.amount, 0);
  return OK;
}

NOINLINE Result create_stream_native(Context *context) {
  VestingTree tree;
  Leaf leaf;
  TRY(read_stream_terms(context, &tree, &leaf));
  TRY(create_native_accounts(context, &tree));
  TRY(check_stream_terms(&tree, &leaf));
  const Account *creator = &context->accounts[NEW_CREATOR];
  const Account *account = &context->accounts[NEW_NATIVE_TREE];
  TRY(announce_tree(account, &tree));
  TRY(transfer_lamports(context, creator, account, leaf.amount));
  emit_campaign_funded(account->key, leaf.amount, *account->lamports);
  return OK;
}
