/* cancel_campaign, and cancel_stream, which settles a one-leaf campaign on the spot. */
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
    ACCOUNT("cancel_authority", SIGN),
    ACCOUNT("vesting_tree", WRITE),
};

static const AccountRule CANCEL_STREAM_ACCOUNTS[] = {
    ACCOUNT("creator", WRITE | SIGN),
    ACCOUNT("beneficiary", WRITE),
    ACCOUNT("vesting_tree", WRITE),
    ACCOUNT("claim_record", WRITE),
    PROGRAM("system_program", READ, SYSTEM_PROGRAM),
    ACCOUNT("vault_authority", OPTIONAL),
    ACCOUNT("vault", WRITE | OPTIONAL),
    ACCOUNT("beneficiary_ata", WRITE | OPTIONAL),
    ACCOUNT("creator_ata", WRITE | OPTIONAL),
    PROGRAM("token_program", OPTIONAL, TOKEN_PROGRAM),
};

static void set_cancelled(VestingTree *tree, i64 now) {
  tree->cancelled_at.present = true;
  tree->cancelled_at.time = now;
}

NOINLINE Result cancel_campaign(Context *context) {
  VestingTree tree;
  CHECK_ACCOUNTS(context, CANCEL_CAMPAIGN_ACCOUNTS);
  const Account *account = &context->accounts[CANCEL_TREE];
  TRY(load_tree(context, account, &tree));
  REQUIRE(tree.cancellable, NotCancellable);
  REQUIRE(!tree.cancelled_at.present, AlreadyCancelled);
  REQUIRE(is_cancel_authority(&tree, &context->accounts[CANCEL_AUTHORITY]), Unauthorized);
  REQUIRE(!is_fully_claimed(&tree), FullyVested);
  set_cancelled(&tree, unix_time_now());
  tree.paused = false;
  save_tree(account, &tree);
  emit_campaign_cancelled(account->key, &tree);
  return OK;
}

typedef struct {
  Account *creator;
  Account *creator_ata;
  u64 to_creator;
} StreamEnd;

/* A claim on behalf of the beneficiary, with the creator's side of the account list checked as well. */
NOINLINE Result open_stream(Context *context, Claim *stream, StreamEnd *end) {
  stream->context = context;
  stream->beneficiary = &context->accounts[STREAM_BENEFICIARY];
  stream->tree_account = &context->accounts[STREAM_TREE];
  stream->beneficiary_ata = optional_account(context, STREAM_BENEFICIARY_ATA);
  stream->now = unix_time_now();
  end->creator = &context->accounts[STREAM_CREATOR];
  end->creator_ata = optional_account(context, STREAM_CREATOR_ATA);
  TRY(load_tree(context, stream->tree_account, &stream->tree));
  stream->slot.account = &context->accounts[STREAM_RECORD];
  stream->slot.beneficiary = stream->beneficiary->key;
  stream->slot.tree = stream->tree_account->key;
  TRY(find_current_record(context, &stream->tree, &stream->slot));
  TreasuryAccounts accounts = {optional_account(context, STREAM_VAULT_AUTHORITY),
                               optional_account(context, STREAM_VAULT),
                               optional_account(context, STREAM_TOKEN_PROGRAM)};
  return open_treasury(context, &stream->tree, stream->tree_account, &accounts, &stream->treasury);
}

NOINLINE Result check_stream_payees(const Claim *stream, const StreamEnd *end) {
  const u8 *mint = stream->tree.mint, *beneficiary = stream->beneficiary->key;
  if (stream->treasury.native)
    return OK;
  TRY(require_account(stream->beneficiary_ata, NAME("beneficiary_ata")));
  TRY(require_account(end->creator_ata, NAME("creator_ata")));
  TRY(check_associated_address(stream->beneficiary_ata, mint, beneficiary, NAME("beneficiary_ata")));
  TRY(check_token_account(stream->beneficiary_ata, mint, beneficiary, NAME("beneficiary_ata")));
  return check_token_account(end->creator_ata, mint, end->creator->key, NAME("creator_ata"));
}

static Result check_stream_cancellable(const VestingTree *tree, const Account *creator) {
  REQUIRE(tree->leaf_count == 1, NotSingleStream);
  REQUIRE(same_key(tree->creator, creator->key), Unauthorized);
  REQUIRE(tree->cancellable, NotCancellable);
  REQUIRE(!tree->cancelled_at.present, AlreadyCancelled);
  REQUIRE(!is_fully_claimed(tree), FullyVested);
  return OK;
}

/* Splits the treasury: what has vested and was not claimed is the beneficiary's, the rest the creator's. */
NOINLINE Result split_stream(Claim *stream, StreamEnd *end, u64 *total_claimed) {
  const VestingTree *tree = &stream->tree;
  const Leaf *leaf = &stream->leaf;
  bool is_released = has_bit(tree->milestone_released_flags, leaf->milestone_idx);
  u64 vested = leaf->release_type != MILESTONE ? vested_by_time(leaf, stream->now)
               : is_released                   ? leaf->amount
                                               : 0;
  stream->amount = saturating_sub(vested, claimed_of_leaf(stream->slot.record, leaf));
  u64 held =
      stream->treasury.native ? *stream->tree_account->lamports : token_balance(stream->treasury.vault);
  REQUIRE(held >= stream->amount, InsufficientVault);
  REQUIRE(add_u64(tree->total_claimed, stream->amount, total_claimed), Overflow);
  REQUIRE(*total_claimed <= tree->total_supply, OverClaim);
  REQUIRE(stream->amount == 0 || has_room_for_leaf(stream->slot.record, leaf), PerLeafCapExceeded);
  end->to_creator = saturating_sub(treasury_balance(&stream->treasury), stream->amount);
  return OK;
}

/*
 * Books the beneficiary's part, so that records and tree still agree and nothing is due a second time. A
 * native tree is gone afterwards; a record that does not exist yet is not made for its sake.
 */
NOINLINE Result book_stream(Claim *stream, const StreamEnd *end, u64 total_claimed) {
  stream->tree.total_claimed = total_claimed;
  if (stream->amount == 0 || (stream->treasury.native && !stream->slot.record))
    return OK;
  TRY(ensure_record(stream->context, &stream->slot, end->creator));
  book_claim(stream->slot.record, &stream->leaf, stream->amount, stream->now);
  return OK;
}

NOINLINE Result cancel_stream(Context *context) {
  Claim stream;
  StreamEnd end;
  u64 total_claimed;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  read_schedule(&reader, &stream.leaf);
  REQUIRE(!reader.failed, InstructionDidNotDeserialize);
  CHECK_ACCOUNTS(context, CANCEL_STREAM_ACCOUNTS);
  TRY(open_stream(context, &stream, &end));
  TRY(check_stream_cancellable(&stream.tree, end.creator));
  TRY(check_stream_payees(&stream, &end));
  complete_stream_leaf(&stream.tree, stream.beneficiary->key, &stream.leaf);
  TRY(check_stream_leaf(&stream.tree, &stream.leaf));
  TRY(split_stream(&stream, &end, &total_claimed));

  bool native = stream.treasury.native;
  TRY(book_stream(&stream, &end, total_claimed));
  TRY(pay_out(context, &stream.treasury, native ? stream.beneficiary : stream.beneficiary_ata,
              stream.amount));
  set_cancelled(&stream.tree, stream.now);
  if (native) {
    close_account(stream.tree_account, end.creator);
  } else {
    TRY(pay_out(context, &stream.treasury, end.creator_ata, end.to_creator));
    save_tree(stream.tree_account, &stream.tree);
  }
  emit_stream_cancelled(stream.tree_account->key, stream.now, stream.amount, end.to_creator);
  return OK;
}
