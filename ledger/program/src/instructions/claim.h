/* claim and withdraw: a beneficiary takes what has vested. */
#pragma once
#include "../events.h"
#include "../merkle.h"
#include "../record.h"
#include "../treasury.h"

enum {
  CLAIM_BENEFICIARY,
  CLAIM_TREE,
  CLAIM_RECORD,
  CLAIM_VAULT_AUTHORITY,
  CLAIM_VAULT,
  CLAIM_TOKEN_PROGRAM = 7
};
/* The two instructions list these in opposite order. */
enum { CLAIM_BENEFICIARY_ATA = 5, CLAIM_MINT = 6 };
enum { WITHDRAW_MINT = 5, WITHDRAW_BENEFICIARY_ATA = 6 };
enum { CLAIM_ASSOCIATED_TOKEN_PROGRAM = 8 };

static const AccountRule CLAIM_ACCOUNTS[] = {
    ACCOUNT("beneficiary", WRITE | SIGN),
    ACCOUNT("vesting_tree", WRITE),
    ACCOUNT("claim_record", WRITE),
    ACCOUNT("vault_authority", OPTIONAL),
    ACCOUNT("vault", WRITE | OPTIONAL),
    ACCOUNT("beneficiary_ata", WRITE | OPTIONAL),
    ACCOUNT("mint", OPTIONAL),
    PROGRAM("token_program", OPTIONAL, TOKEN_PROGRAM),
    PROGRAM("associated_token_program", OPTIONAL, ASSOCIATED_TOKEN_PROGRAM),
    PROGRAM("system_program", READ, SYSTEM_PROGRAM),
};

static const AccountRule WITHDRAW_ACCOUNTS[] = {
    ACCOUNT("beneficiary", WRITE | SIGN),
    ACCOUNT("vesting_tree", WRITE),
    ACCOUNT("claim_record", WRITE),
    ACCOUNT("vault_authority", OPTIONAL),
    ACCOUNT("vault", WRITE | OPTIONAL),
    ACCOUNT("mint", OPTIONAL),
    ACCOUNT("beneficiary_ata", WRITE | OPTIONAL),
    PROGRAM("token_program", OPTIONAL, TOKEN_PROGRAM),
    PROGRAM("associated_token_program", OPTIONAL, ASSOCIATED_TOKEN_PROGRAM),
    PROGRAM("system_program", READ, SYSTEM_PROGRAM),
};

typedef struct {
  const Context *context;
  Account *beneficiary;
  Account *tree_account;
  Account *beneficiary_ata;
  Account *mint;
  VestingTree tree;
  Leaf leaf;
  RecordSlot slot;
  Treasury treasury;
  i64 now;
  u64 amount;
} Claim;

/* Reads and checks everything but the leaf: the tree, the record, the treasury, and where the money goes. */
NOINLINE Result open_claim(Context *context, u64 mint_index, u64 beneficiary_ata_index, Claim *claim) {
  claim->context = context;
  claim->beneficiary = &context->accounts[CLAIM_BENEFICIARY];
  claim->tree_account = &context->accounts[CLAIM_TREE];
  claim->mint = optional_account(context, mint_index);
  claim->beneficiary_ata = optional_account(context, beneficiary_ata_index);
  claim->now = unix_time_now();
  TRY(load_tree(context, claim->tree_account, &claim->tree));
  claim->slot.account = &context->accounts[CLAIM_RECORD];
  claim->slot.beneficiary = claim->beneficiary->key;
  claim->slot.tree = claim->tree_account->key;
  TRY(find_current_record(context, &claim->tree, &claim->slot));
  TreasuryAccounts accounts = {optional_account(context, CLAIM_VAULT_AUTHORITY),
                               optional_account(context, CLAIM_VAULT),
                               optional_account(context, CLAIM_TOKEN_PROGRAM)};
  TRY(open_treasury(context, &claim->tree, claim->tree_account, &accounts, &claim->treasury));
  if (claim->treasury.native)
    return OK;
  TRY(require_account(claim->mint, NAME("mint")));
  TRY(require_account(claim->beneficiary_ata, NAME("beneficiary_ata")));
  TRY(require_account(optional_account(context, CLAIM_ASSOCIATED_TOKEN_PROGRAM),
                      NAME("associated_token_program")));
  if (!same_key(claim->mint->key, claim->tree.mint))
    return fail_at(MintMismatch, NAME("mint"));
  return check_associated_address(claim->beneficiary_ata, claim->tree.mint, claim->beneficiary->key,
                                  NAME("beneficiary_ata"));
}

/*
 * That the campaign pays at all. Claims end with the grace period: from then on a claim record may be closed,
 * and a beneficiary without one would be paid again.
 */
static Result check_campaign_pays(const VestingTree *tree, i64 now) {
  REQUIRE(!tree->instant_refunded, InstantRefundedCampaign);
  REQUIRE(!is_grace_over(tree, now), CampaignCancelled);
  REQUIRE(!tree->paused || tree->cancelled_at.present, CampaignPaused);
  return OK;
}

/* How much of the leaf is due now: all of a released milestone, or what has vested and was not claimed. */
NOINLINE Result amount_due(const Claim *claim, u64 *amount) {
  const VestingTree *tree = &claim->tree;
  const Leaf *leaf = &claim->leaf;
  u64 claimed = claimed_of_leaf(claim->slot.record, leaf);
  if (leaf->release_type == MILESTONE) {
    bool is_claimed =
        claim->slot.record && has_bit(claim->slot.record->milestone_bitmap, leaf->milestone_idx);
    REQUIRE(!is_claimed, MilestoneAlreadyClaimed);
    REQUIRE(has_bit(tree->milestone_released_flags, leaf->milestone_idx), MilestoneNotReleased);
    *amount = leaf->amount;
    REQUIRE(*amount > 0, NothingToClaim);
    return OK;
  }
  i64 time = vesting_time(claim->now, &tree->cancelled_at);
  *amount = saturating_sub(vested_by_time(leaf, time), claimed);
  if (*amount == 0)
    return fail(time >= leaf->end_time ? StreamExpired : NothingToClaim);
  return OK;
}

/* That the treasury holds the amount, and that the campaign and the record have room for it. */
NOINLINE Result check_payable(const Claim *claim, u64 *total_claimed) {
  const VestingTree *tree = &claim->tree;
  u64 lamports = *claim->tree_account->lamports;
  u64 held = claim->treasury.native ? lamports : token_balance(claim->treasury.vault);
  REQUIRE(held >= claim->amount, InsufficientVault);
  REQUIRE(add_u64(tree->total_claimed, claim->amount, total_claimed), Overflow);
  REQUIRE(*total_claimed <= tree->total_supply, OverClaim);
  /* The final claim may eat into the rent, because it empties the account anyway. */
  bool leaves_tree = claim->treasury.native && *total_claimed < tree->total_supply;
  REQUIRE(!leaves_tree || lamports - claim->amount >= rent_exempt_balance(TREE_BYTES),
          NativeSolRentViolation);
  REQUIRE(has_room_for_leaf(claim->slot.record, &claim->leaf), PerLeafCapExceeded);
  return OK;
}

NOINLINE void emit_claimed(const Claim *claim) {
  Event event;
  begin_event(&event, CLAIMED, claim->tree_account->key);
  write_key(&event.writer, claim->beneficiary->key);
  write_u32(&event.writer, claim->leaf.leaf_index);
  write_u64(&event.writer, claim->amount);
  write_u64(&event.writer, claim->slot.record->claimed_amount);
  write_u64(&event.writer, claim->tree.total_claimed);
  bool is_milestone = claim->leaf.release_type == MILESTONE;
  write_u8(&event.writer, is_milestone);
  if (is_milestone)
    write_u8(&event.writer, claim->leaf.milestone_idx);
  emit(&event);
}

/* Pays a leaf that was proven to be in the tree. */
NOINLINE Result settle_claim(Claim *claim) {
  u64 total_claimed;
  TRY(amount_due(claim, &claim->amount));
  TRY(check_payable(claim, &total_claimed));

  TRY(ensure_record(claim->context, &claim->slot, claim->beneficiary));
  if (!claim->treasury.native) {
    NewTokenAccount new = {claim->beneficiary, claim->beneficiary_ata, claim->beneficiary, claim->mint};
    TRY(create_associated_account(claim->context, &new, NAME("beneficiary_ata")));
  }
  const Account *to = claim->treasury.native ? claim->beneficiary : claim->beneficiary_ata;
  TRY(pay_out(claim->context, &claim->treasury, to, claim->amount));
  book_claim(claim->slot.record, &claim->leaf, claim->amount, claim->now);
  claim->tree.total_claimed = total_claimed;
  emit_claimed(claim);
  if (claim->treasury.native && is_fully_claimed(&claim->tree))
    close_account(claim->tree_account, claim->beneficiary);
  else
    save_tree(claim->tree_account, &claim->tree);
  return OK;
}

NOINLINE Result claim(Context *context) {
  Claim claim;
  Proof proof;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  read_leaf(&reader, &claim.leaf);
  read_proof(&reader, &proof);
  REQUIRE(!reader.failed, InstructionDidNotDeserialize);
  CHECK_ACCOUNTS(context, CLAIM_ACCOUNTS);
  TRY(open_claim(context, CLAIM_MINT, CLAIM_BENEFICIARY_ATA, &claim));
  TRY(check_campaign_pays(&claim.tree, claim.now));
  REQUIRE(same_key(claim.leaf.beneficiary, claim.beneficiary->key), UnauthorizedClaimer);
  TRY(check_schedule(&claim.leaf));
  MerkleTree merkle = {claim.tree.merkle_root, claim.tree.leaf_count};
  TRY(check_proof(&claim.leaf, &proof, &merkle));
  return settle_claim(&claim);
}

/* The one leaf of a stream, from the schedule alone: its index is 0 and its amount the whole supply. */
static void complete_stream_leaf(const VestingTree *tree, const u8 *beneficiary, Leaf *leaf) {
  leaf->leaf_index = 0;
  copy_key(leaf->beneficiary, beneficiary);
  leaf->amount = tree->total_supply;
}

static Result check_stream_leaf(const VestingTree *tree, const Leaf *leaf) {
  TRY(check_schedule(leaf));
  Proof proof = {NULL, 0};
  MerkleTree merkle = {tree->merkle_root, 1};
  return check_proof(leaf, &proof, &merkle);
}

NOINLINE Result withdraw(Context *context) {
  Claim claim;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  read_schedule(&reader, &claim.leaf);
  REQUIRE(!reader.failed, InstructionDidNotDeserialize);
  CHECK_ACCOUNTS(context, WITHDRAW_ACCOUNTS);
  TRY(open_claim(context, WITHDRAW_MINT, WITHDRAW_BENEFICIARY_ATA, &claim));
  REQUIRE(claim.tree.leaf_count == 1, NotSingleStream);
  TRY(check_campaign_pays(&claim.tree, claim.now));
  complete_stream_leaf(&claim.tree, claim.beneficiary->key, &claim.leaf);
  TRY(check_stream_leaf(&claim.tree, &claim.leaf));
  return settle_claim(&claim);
}
