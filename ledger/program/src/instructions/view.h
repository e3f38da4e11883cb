/* get_vested_amount: the schedule's arithmetic for callers that need the program's own result. */
#pragma once
#include "../machine/context.h"
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
  if (reader.failed)
    return fail(InstructionDidNotDeserialize);
  /* Accepts any schedule, including those that no campaign can have. */
  bool is_released = has_bit(flags, leaf.milestone_idx);
  u64 vested = vested_amount(&leaf, vesting_time(now, &cancelled_at), is_released);
  sol_set_return_data((const u8 *)&vested, sizeof(vested));
  return OK;
}
