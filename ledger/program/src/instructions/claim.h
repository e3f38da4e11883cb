/* claim and withdraw: a beneficiary receives the vested amount. */
#pragma once
#include "../events.h"
#include "../merkle.h"
#include "../treasury.h"

enum {
  CLAIM_BENEFICIARY,
  CLAIM_TREE,
  CLAIM_RECORD,
  CLAIM_VAULT_AUTHORITY,
  CLAIM_VAULT,
  CLAIM_TOKEN_PROGRAM = 7,
  CLAIM_ASSOCIATED_TOKEN_PROGRAM
};
/* The two instructions list these in opposite order. */
enum { CLAIM_BENEFICIARY_ATA = 5, CLAIM_MINT = 6 };
enum { WITHDRAW_MINT = 5, WITHDRAW_BENEFICIARY_ATA = 6 };

#define CLAIM_FIRST                                                                                          \
  ACCOUNT("beneficiary", SIGNER, WRITE), ACCOUNT("vesting_tree", TREE, WRITE),                               \
      ACCOUNT("claim_record", INIT_IF_NEEDED, WRITE), ACCOUNT("vault_authority", UNCHECKED, OPTIONAL),       \
      ACCOUNT("vault", TOKENS, WRITE | OPTIONAL)
#define CLAIM_ATA ACCOUNT("beneficiary_ata", INIT_IF_NEEDED, WRITE | OPTIONAL)
#define CLAIM_LAST                                                                                           \
  PROGRAM_ACCOUNT("token_program", OPTIONAL, TOKEN_PROGRAM),                                                 \
      PROGRAM_ACCOUNT("associated_token_program", OPTIONAL, ASSOCIATED_TOKEN_PROGRAM),                       \
      PROGRAM_ACCOUNT("system_program", READ, SYSTEM_PROGRAM)

static const AccountRule CLAIM_ACCOUNTS[] = {CLAIM_FIRST, CLAIM_ATA, ACCOUNT("mint", MINT, OPTIONAL),
                                             CLAIM_LAST};
static const AccountRule WITHDRAW_ACCOUNTS[] = {CLAIM_FIRST, ACCOUNT("mint", MINT, OPTIONAL), CLAIM_ATA,
                                                CLAIM_LAST};

typedef struct {
  Account *beneficiary;
  Account *tree_account;
  Account *beneficiary_ata;
  VestingTree tree;
  Leaf leaf;
  ClaimRecord *record;
  Treasury treasury;
  i64 now;
  u64 amount;
} Claim;

/* The differences of the two instructions. */
typedef struct {
  u64 mint;
  u64 beneficiary_ata;
  bool single;
} ClaimForm;

static Result require_present(const Context *context, u64 index) {
  return is_absent(context, index) ? fail_at(ConstraintAccountIsNone, name_of(context, index)) : OK;
}

/* Creates the beneficiary's token account if it does not exist; does nothing if the caller omitted it. */
NOINLINE Result ensure_beneficiary_ata(const Context *context, const ClaimForm *form) {
  if (is_absent(context, form->beneficiary_ata))
    return OK;
  TRY(require_present(context, CLAIM_TOKEN_PROGRAM));
  TRY(require_present(context, CLAIM_ASSOCIATED_TOKEN_PROGRAM));
  TRY(require_present(context, form->mint));
  const Account *accounts = context->accounts;
  NewTokenAccount new = {&accounts[CLAIM_BENEFICIARY], &accounts[form->beneficiary_ata],
                         &accounts[CLAIM_BENEFICIARY], &accounts[form->mint]};
  TRY(ensure_associated_account(context, &new, name_of(context, form->beneficiary_ata)));
  return check_writable(context, form->beneficiary_ata);
}

/* Creates the accounts for a claim before any rule is checked. */
NOINLINE Result prepare_claim(Context *context, const ClaimForm *form, Claim *claim) {
  claim->beneficiary = &context->accounts[CLAIM_BENEFICIARY];
  claim->tree_account = &context->accounts[CLAIM_TREE];
  claim->beneficiary_ata = optional_account(context, form->beneficiary_ata);
  claim->now = unix_time_now();
  u64 entitled = form->single ? claim->tree.total_supply : 0;
  RecordRequest request = {CLAIM_RECORD, claim->beneficiary, claim->beneficiary->key,
                           claim->tree_account->key, entitled};
  TRY(ensure_record(context, &request, &claim->record));
  return ensure_beneficiary_ata(context, form);
}

NOINLINE Result open_claim(Context *context, const ClaimForm *form, Claim *claim) {
  TRY(prepare_claim(context, form, claim));
  TRY(check_unique(context));
  TRY(check_writable(context, CLAIM_BENEFICIARY));
  TRY(check_writable(context, CLAIM_TREE));
  REQUIRE(!form->single || claim->tree.leaf_count == 1, NotSingleStream);
  TreasuryIndexes at = {CLAIM_TREE, CLAIM_VAULT_AUTHORITY, CLAIM_VAULT, CLAIM_TOKEN_PROGRAM};
  TRY(open_treasury(context, &claim->tree, &at, &claim->treasury));
  bool is_right_mint =
      is_absent(context, form->mint) || same_key(context->accounts[form->mint].key, claim->tree.mint);
  return is_right_mint ? OK : fail_at(MintMismatch, name_of(context, form->mint));
}

/* Checks that the campaign pays. A cancelled one pays until its creator withdraws, even after the grace period. */
static Result check_campaign_pays(const VestingTree *tree) {
  REQUIRE(!tree->instant_refunded, InstantRefundedCampaign);
  REQUIRE(!tree->paused || tree->cancelled_at.present, CampaignPaused);
  return OK;
}

/* The vested and unclaimed amount of the leaf. */
static u64 vested_and_unclaimed(const Claim *claim, i64 time) {
  bool is_released = has_bit(claim->tree.milestone_released_flags, claim->leaf.milestone_idx);
  return saturating_sub(vested_amount(&claim->leaf, time, is_released),
                        claimed_of_leaf(claim->record, &claim->leaf));
}

static Result check_milestone(const Claim *claim) {
  u8 index = claim->leaf.milestone_idx;
  REQUIRE(!has_bit(claim->record->milestone_bitmap, index), MilestoneAlreadyClaimed);
  REQUIRE(has_bit(claim->tree.milestone_released_flags, index), MilestoneNotReleased);
  return OK;
}

/* The amount due now. withdraw treats a stream as over once all has vested, claim once its end has passed. */
NOINLINE Result amount_due(Claim *claim, bool single) {
  const Leaf *leaf = &claim->leaf;
  i64 time = vesting_time(claim->now, &claim->tree.cancelled_at);
  if (leaf->release_type == MILESTONE)
    TRY(check_milestone(claim));
  claim->amount = vested_and_unclaimed(claim, time);
  if (claim->amount > 0)
    return OK;
  i64 end = single && leaf->release_type == CLIFF ? leaf->cliff_time : leaf->end_time;
  REQUIRE(leaf->release_type == MILESTONE || time < end, StreamExpired);
  return THROW(NothingToClaim);
}

/* Checks that the campaign holds the amount above its rent, and that campaign and record have room for it. */
NOINLINE Result check_payable(const Claim *claim, u64 *total_claimed) {
  u64 held;
  TRY(treasury_balance(&claim->treasury, &held));
  REQUIRE(held >= claim->amount, InsufficientVault);
  REQUIRE(add_u64(claim->tree.total_claimed, claim->amount, total_claimed), Overflow);
  REQUIRE(*total_claimed <= claim->tree.total_supply, OverClaim);
  REQUIRE(has_room_for_leaf(claim->record, &claim->leaf), PerLeafCapExceeded);
  return OK;
}

NOINLINE void emit_claimed(const Claim *claim) {
  Event event;
  begin_event(&event, CLAIMED, claim->tree_account->key);
  write_key(&event.writer, claim->beneficiary->key);
  write_u32(&event.writer, claim->leaf.leaf_index);
  write_u64(&event.writer, claim->amount);
  write_u64(&event.writer, claim->record->claimed_amount);
  write_u64(&event.writer, claim->tree.total_claimed);
  bool is_milestone = claim->leaf.release_type == MILESTONE;
  write_u8(&event.writer, is_milestone);
  if (is_milestone)
    write_u8(&event.writer, claim->leaf.milestone_idx);
  emit(&event);
}

/* Pays a leaf with a verified proof. The claim that ends a SOL campaign also pays its rent. */
NOINLINE Result settle_claim(const Context *context, Claim *claim, bool single) {
  u64 total_claimed;
  TRY(amount_due(claim, single));
  TRY(check_payable(claim, &total_claimed));
  bool native = claim->treasury.native;
  TRY(pay_out(context, &claim->treasury, native ? claim->beneficiary : claim->beneficiary_ata,
              claim->amount));
  if (!single && is_first_claim(claim->record, &claim->leaf))
    claim->record->total_entitled = saturating_add(claim->record->total_entitled, claim->leaf.amount);
  book_claim(claim->record, &claim->leaf, claim->amount, claim->now);
  claim->tree.total_claimed = total_claimed;
  emit_claimed(claim);
  if (native && is_fully_claimed(&claim->tree))
    move_lamports(claim->tree_account, claim->beneficiary, *claim->tree_account->lamports);
  return save_tree(claim->tree_account, &claim->tree);
}

NOINLINE Result claim(Context *context) {
  static const ClaimForm form = {CLAIM_MINT, CLAIM_BENEFICIARY_ATA, false};
  Claim claim;
  Proof proof;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  read_leaf(&reader, &claim.leaf);
  read_proof(&reader, &proof);
  if (reader.failed)
    return fail(InstructionDidNotDeserialize);
  LOAD_ACCOUNTS(context, CLAIM_ACCOUNTS, &claim.tree);
  TRY(open_claim(context, &form, &claim));
  TRY(check_campaign_pays(&claim.tree));
  REQUIRE(same_key(claim.leaf.beneficiary, claim.beneficiary->key), UnauthorizedClaimer);
  TRY(check_schedule(&claim.leaf));
  MerkleTree merkle = {claim.tree.merkle_root, claim.tree.leaf_count};
  TRY(check_proof(&claim.leaf, &proof, &merkle));
  return settle_claim(context, &claim, false);
}

/* Checks the one leaf of a stream from the schedule alone: its index is 0 and its amount the whole supply. */
NOINLINE Result check_stream_leaf(Claim *stream) {
  stream->leaf.leaf_index = 0;
  copy_key(stream->leaf.beneficiary, stream->beneficiary->key);
  stream->leaf.amount = stream->tree.total_supply;
  TRY(check_schedule(&stream->leaf));
  Proof proof = {NULL, 0};
  MerkleTree merkle = {stream->tree.merkle_root, 1};
  return check_proof(&stream->leaf, &proof, &merkle);
}

NOINLINE Result withdraw(Context *context) {
  static const ClaimForm form = {WITHDRAW_MINT, WITHDRAW_BENEFICIARY_ATA, true};
  Claim claim;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  read_schedule(&reader, &claim.leaf);
  if (reader.failed)
    return fail(InstructionDidNotDeserialize);
  LOAD_ACCOUNTS(context, WITHDRAW_ACCOUNTS, &claim.tree);
  TRY(open_claim(context, &form, &claim));
  TRY(check_campaign_pays(&claim.tree));
  TRY(check_stream_leaf(&claim));
  return settle_claim(context, &claim, true);
}
