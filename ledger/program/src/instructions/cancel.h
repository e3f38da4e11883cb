/* cancel_campaign, and cancel_stream, which settles a one-leaf campaign at once. */
#pragma once
#include "claim.h"

enum { CANCEL_AUTHORITY, CANCEL_TREE };
enum {
  STREAM_CREATOR,
  STREAM_BENEFICIARY,
  STREAM_TREE,
  STREAM_RECORD,
  STREAM_VAULT_AUTHORITY = 5,
  STREAM_VAULT,
  STREAM_BENEFICIARY_ATA,
  STREAM_CREATOR_ATA,
  STREAM_TOKEN_PROGRAM
};

static const AccountRule CANCEL_CAMPAIGN_ACCOUNTS[] = {
    ACCOUNT("cancel_authority", SIGNER, READ),
    ACCOUNT("vesting_tree", TREE, WRITE),
};

static const AccountRule CANCEL_STREAM_ACCOUNTS[] = {
    ACCOUNT("creator", SIGNER, WRITE),
    ACCOUNT("beneficiary", UNCHECKED, WRITE),
    ACCOUNT("vesting_tree", TREE, WRITE),
    ACCOUNT("claim_record", INIT_IF_NEEDED, WRITE),
    PROGRAM_ACCOUNT("system_program", READ, SYSTEM_PROGRAM),
    ACCOUNT("vault_authority", UNCHECKED, OPTIONAL),
    ACCOUNT("vault", TOKENS, WRITE | OPTIONAL),
    ACCOUNT("beneficiary_ata", UNCHECKED, WRITE | OPTIONAL),
    ACCOUNT("creator_ata", UNCHECKED, WRITE | OPTIONAL),
    PROGRAM_ACCOUNT("token_program", OPTIONAL, TOKEN_PROGRAM),
};

NOINLINE Result cancel_campaign(Context *context) {
  VestingTree tree;
  LOAD_ACCOUNTS(context, CANCEL_CAMPAIGN_ACCOUNTS, &tree);
  TRY(check_unique(context));
  TRY(check_writable(context, CANCEL_TREE));
  const Account *account = &context->accounts[CANCEL_TREE];
  REQUIRE(tree.cancellable, NotCancellable);
  REQUIRE(!tree.cancelled_at.present, AlreadyCancelled);
  REQUIRE(is_cancel_authority(&tree, &context->accounts[CANCEL_AUTHORITY]), Unauthorized);
  REQUIRE(!is_fully_claimed(&tree), FullyVested);
  set_cancelled(&tree, unix_time_now());
  emit_campaign_cancelled(account->key, &tree);
  return save_tree(account, &tree);
}

static Result check_stream_cancellable(const VestingTree *tree, const Account *creator) {
  REQUIRE(same_key(tree->creator, creator->key), Unauthorized);
  REQUIRE(tree->leaf_count == 1, NotSingleStream);
  REQUIRE(tree->cancellable, NotCancellable);
  REQUIRE(!tree->cancelled_at.present, AlreadyCancelled);
  REQUIRE(!is_fully_claimed(tree), FullyVested);
  return OK;
}

/* Creates the record first, at the creator's cost, even if no claim will be recorded in it. */
NOINLINE Result prepare_stream_end(Context *context, Claim *stream) {
  stream->beneficiary = &context->accounts[STREAM_BENEFICIARY];
  stream->tree_account = &context->accounts[STREAM_TREE];
  stream->beneficiary_ata = optional_account(context, STREAM_BENEFICIARY_ATA);
  stream->now = unix_time_now();
  RecordRequest request = {STREAM_RECORD, &context->accounts[STREAM_CREATOR], stream->beneficiary->key,
                           stream->tree_account->key, stream->tree.total_supply};
  return ensure_record(context, &request, &stream->record);
}

NOINLINE Result open_stream_end(Context *context, Claim *stream) {
  TRY(prepare_stream_end(context, stream));
  const Account *creator = &context->accounts[STREAM_CREATOR];
  TRY(check_unique(context));
  TRY(check_writable(context, STREAM_CREATOR));
  TRY(check_writable(context, STREAM_BENEFICIARY));
  TRY(check_writable(context, STREAM_TREE));
  TRY(check_stream_cancellable(&stream->tree, creator));
  TreasuryIndexes at = {STREAM_TREE, STREAM_VAULT_AUTHORITY, STREAM_VAULT, STREAM_TOKEN_PROGRAM};
  TRY(open_treasury(context, &stream->tree, &at, &stream->treasury));
  TRY(check_writable(context, STREAM_BENEFICIARY_ATA));
  return check_writable(context, STREAM_CREATOR_ATA);
}

/* The program's rules check both payees' token accounts, instead of their type. */
static Result check_payee(Context *context, u64 index, const Holder *holder) {
  REQUIRE(!is_absent(context, index), MintMismatch);
  const Account *account = &context->accounts[index];
  TRY(check_token_account_data(account, NULL));
  REQUIRE(same_key(token_mint(account), holder->mint), MintMismatch);
  if (!same_key(token_owner(account), holder->owner))
    return THROW(holder->owner_error);
  return OK;
}

NOINLINE Result check_payees(Context *context, const Claim *stream) {
  if (stream->treasury.native)
    return OK;
  Holder payee = {stream->tree.mint, stream->beneficiary->key, UnauthorizedClaimer};
  TRY(check_payee(context, STREAM_BENEFICIARY_ATA, &payee));
  Holder rest = {stream->tree.mint, context->accounts[STREAM_CREATOR].key, Unauthorized};
  return check_payee(context, STREAM_CREATOR_ATA, &rest);
}

/* Splits the balance: the vested and unclaimed part is the beneficiary's, the rest the creator's. */
NOINLINE Result split_stream(Claim *stream, u64 *held) {
  VestingTree *tree = &stream->tree;
  TRY(treasury_balance(&stream->treasury, held));
  stream->amount = vested_and_unclaimed(stream, stream->now);
  REQUIRE(*held >= stream->amount, InsufficientVault);
  REQUIRE(*held > 0, NothingToClaim);
  REQUIRE(add_u64(tree->total_claimed, stream->amount, &tree->total_claimed), Overflow);
  REQUIRE(tree->total_claimed <= tree->total_supply, OverClaim);
  if (stream->amount == 0)
    return OK;
  REQUIRE(has_room_for_leaf(stream->record, &stream->leaf), PerLeafCapExceeded);
  book_claim(stream->record, &stream->leaf, stream->amount, stream->now);
  return OK;
}

/* The creator's part of a SOL stream includes the tree's rent, so that the runtime deletes the tree. */
NOINLINE Result settle_stream(Context *context, const Claim *stream, u64 *to_creator) {
  const Account *creator = &context->accounts[STREAM_CREATOR];
  bool native = stream->treasury.native;
  TRY(pay_out(context, &stream->treasury, native ? stream->beneficiary : stream->beneficiary_ata,
              stream->amount));
  if (native)
    *to_creator = *stream->tree_account->lamports;
  TRY(pay_out(context, &stream->treasury, native ? creator : optional_account(context, STREAM_CREATOR_ATA),
              *to_creator));
  return save_tree(stream->tree_account, &stream->tree);
}

NOINLINE Result cancel_stream(Context *context) {
  Claim stream;
  u64 to_creator;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  read_schedule(&reader, &stream.leaf);
  if (reader.failed)
    return fail(InstructionDidNotDeserialize);
  LOAD_ACCOUNTS(context, CANCEL_STREAM_ACCOUNTS, &stream.tree);
  TRY(open_stream_end(context, &stream));
  TRY(check_payees(context, &stream));
  TRY(check_stream_leaf(&stream));
  TRY(split_stream(&stream, &to_creator));
  to_creator -= stream.amount;
  set_cancelled(&stream.tree, stream.now);
  TRY(settle_stream(context, &stream, &to_creator));
  emit_stream_cancelled(stream.tree_account->key, stream.now, stream.amount, to_creator);
  return OK;
}
