/* get_vested_amount: the schedule's arithmetic for callers that want the ledger's own answer. */
#pragma once
#include "../context.h"
#include "../schedule.h"

NOINLINE Result get_vested_amount(Context *context) {
  Leaf leaf;
  OptionalTime cancelled_at;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  read_leaf(&reader, &leaf);
  read_optional_time(&reader, &cancelled_at);
  i64 now = read_i64(&reader);
  bool has_flags = read_bool(&reader);
  const u8 *flags = has_flags ? read_bytes(&reader, 32) : NO_BYTES;
  REQUIRE(!reader.failed, InstructionDidNotDeserialize);
  TRY(check_schedule(&leaf));
  u64 vested;
  if (leaf.release_type == MILESTONE && has_flags)
    vested = has_bit(flags, leaf.milestone_idx) ? leaf.amount : 0;
  else
    vested = vested_by_time(&leaf, vesting_time(now, &cancelled_at));
  sol_set_return_data((const u8 *)&vested, sizeof(vested));
  return OK;
}
