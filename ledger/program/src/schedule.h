/* Leaves, and the vested amount of a leaf. */
#pragma once
#include "bytes/borsh.h"
#include "errors.h"
#include "bytes/u128.h"

enum { CLIFF = 0, LINEAR = 1, MILESTONE = 2 };

typedef struct {
  u32 leaf_index;
  Key beneficiary;
  u64 amount;
  u8 release_type;
  i64 start_time;
  i64 cliff_time;
  i64 end_time;
  u8 milestone_idx;
} Leaf;

static void read_schedule(Reader *reader, Leaf *leaf) {
  leaf->release_type = read_u8(reader);
  leaf->start_time = read_i64(reader);
  leaf->cliff_time = read_i64(reader);
  leaf->end_time = read_i64(reader);
  leaf->milestone_idx = read_u8(reader);
}

static void read_leaf(Reader *reader, Leaf *leaf) {
  leaf->leaf_index = read_u32(reader);
  read_key(reader, leaf->beneficiary);
  leaf->amount = read_u64(reader);
  read_schedule(reader, leaf);
}

static Result check_schedule(const Leaf *leaf) {
  REQUIRE(leaf->start_time <= leaf->cliff_time && leaf->cliff_time <= leaf->end_time, InvalidSchedule);
  REQUIRE(leaf->release_type <= MILESTONE, InvalidScheduleType);
  return OK;
}

/* The time of a schedule's evaluation: a cancellation stops the clock. */
INLINE i64 vesting_time(i64 now, const OptionalTime *cancelled_at) {
  return cancelled_at->present && cancelled_at->time < now ? cancelled_at->time : now;
}

/* The difference of two times, which aborts where the real program's overflow check does. */
static u64 time_between(i64 from, i64 to) {
  u64 length = (u64)to - (u64)from;
  if (length >> 63) {
    sol_log_("panicked: attempt to subtract with overflow", 43);
    sol_panic_(__FILE_NAME__, sizeof(__FILE_NAME__) - 1, __LINE__, 0);
  }
  return length;
}

/* The amount vested by `time`. A milestone vests whole once released, an unknown type never. */
NOINLINE u64 vested_amount(const Leaf *leaf, i64 time, bool is_released) {
  switch (leaf->release_type) {
  case CLIFF:
    return time >= leaf->cliff_time ? leaf->amount : 0;
  case LINEAR:
    if (time >= leaf->end_time)
      return leaf->amount;
    if (time <= leaf->cliff_time)
      return 0;
    return mul_div(leaf->amount, time_between(leaf->cliff_time, time),
                   time_between(leaf->cliff_time, leaf->end_time));
  case MILESTONE:
    return is_released ? leaf->amount : 0;
  default:
    return 0;
  }
}
