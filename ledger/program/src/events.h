/* The program's events, each as one `Program data:` log line. */
#pragma once
#include "bytes/borsh.h"
#include "tree.h"

#define CAMPAIGN_CREATED 0x984083353d456209UL
#define CAMPAIGN_FUNDED 0xd418e36ec9d2532eUL
#define CLAIMED 0x21f8966c487bc0d9UL
#define CAMPAIGN_CANCELLED 0x2c79ea383715ab79UL
#define CAMPAIGN_PAUSED 0x2af0a568ec41c9afUL
#define CAMPAIGN_UNPAUSED 0xdf43094c8e6468deUL
#define ROOT_UPDATED 0xe762718d8016355eUL
#define UNVESTED_WITHDRAWN 0x3c6803653ad93db9UL
#define MILESTONE_RELEASED 0xb56da522df5be131UL
#define STREAM_CANCELLED 0x5cb806c2ed1dd75bUL
#define INSTANT_REFUNDED 0x19dae8b7cf1232dcUL
#define CLAIM_RECORD_CLOSED 0xe82871fa4786b643UL

/* The longest event, RootUpdated, takes 108 bytes. */
#define EVENT_BYTES 128

typedef struct {
  u8 bytes[EVENT_BYTES];
  Writer writer;
} Event;

/* Every event starts with its discriminator, sha256("event:" + name), and its tree. */
static void begin_event(Event *event, u64 discriminator, const u8 *tree) {
  event->writer.at = event->bytes;
  write_u64(&event->writer, discriminator);
  write_key(&event->writer, tree);
}

static void emit(const Event *event) {
  Bytes line = {event->bytes, (u64)(event->writer.at - event->bytes)};
  sol_log_data(&line, 1);
}

NOINLINE void emit_campaign_created(const u8 *address, const VestingTree *tree) {
  Event event;
  begin_event(&event, CAMPAIGN_CREATED, address);
  write_key(&event.writer, tree->creator);
  write_key(&event.writer, tree->mint);
  write_u64(&event.writer, tree->total_supply);
  write_u32(&event.writer, tree->leaf_count);
  write_u8(&event.writer, tree->cancellable);
  emit(&event);
}

NOINLINE void emit_campaign_funded(const u8 *tree, u64 amount, u64 vault_balance_after) {
  Event event;
  begin_event(&event, CAMPAIGN_FUNDED, tree);
  write_u64(&event.writer, amount);
  write_u64(&event.writer, vault_balance_after);
  emit(&event);
}

NOINLINE void emit_campaign_cancelled(const u8 *address, const VestingTree *tree) {
  Event event;
  begin_event(&event, CAMPAIGN_CANCELLED, address);
  write_u64(&event.writer, (u64)tree->cancelled_at.time);
  write_u64(&event.writer, tree->total_claimed);
  emit(&event);
}

/* CampaignPaused and CampaignUnpaused, which contain only their tree. */
NOINLINE void emit_bare(u64 discriminator, const u8 *tree) {
  Event event;
  begin_event(&event, discriminator, tree);
  emit(&event);
}

NOINLINE void emit_root_updated(const u8 *tree, const u8 *old_root, const u8 *new_root, u32 new_leaf_count) {
  Event event;
  begin_event(&event, ROOT_UPDATED, tree);
  write_key(&event.writer, old_root);
  write_key(&event.writer, new_root);
  write_u32(&event.writer, new_leaf_count);
  emit(&event);
}

NOINLINE void emit_unvested_withdrawn(const u8 *tree, u64 amount) {
  Event event;
  begin_event(&event, UNVESTED_WITHDRAWN, tree);
  write_u64(&event.writer, amount);
  emit(&event);
}

NOINLINE void emit_milestone_released(const u8 *tree, u8 milestone_idx, const u8 *released_by) {
  Event event;
  begin_event(&event, MILESTONE_RELEASED, tree);
  write_u8(&event.writer, milestone_idx);
  write_key(&event.writer, released_by);
  emit(&event);
}

NOINLINE void emit_stream_cancelled(const u8 *tree, i64 cancelled_at, u64 to_beneficiary, u64 to_creator) {
  Event event;
  begin_event(&event, STREAM_CANCELLED, tree);
  write_u64(&event.writer, (u64)cancelled_at);
  write_u64(&event.writer, to_beneficiary);
  write_u64(&event.writer, to_creator);
  emit(&event);
}

NOINLINE void emit_instant_refunded(const u8 *tree, i64 cancelled_at, const u8 *refunded_to, u64 amount) {
  Event event;
  begin_event(&event, INSTANT_REFUNDED, tree);
  write_u64(&event.writer, (u64)cancelled_at);
  write_key(&event.writer, refunded_to);
  write_u64(&event.writer, amount);
  emit(&event);
}

NOINLINE void emit_claim_record_closed(const u8 *tree, const u8 *beneficiary) {
  Event event;
  begin_event(&event, CLAIM_RECORD_CLOSED, tree);
  write_key(&event.writer, beneficiary);
  emit(&event);
}
