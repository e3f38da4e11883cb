/* Leaves, and how much of one has vested. */
#pragma once
#include "borsh.h"
#include "errors.h"
#include "u128.h"

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

/* The time at which a schedule is read: a cancellation stops the clock. */
INLINE i64 vesting_time(i64 now, const OptionalTime *cancelled_at) {
  return cancelled_at->present && cancelled_at->time < now ? cancelled_at->time : now;
}

/*
 * What has vested by `time` on a leaf whose schedule was checked. A milestone's time curve is a step at its
 * cliff; whether its milestone was released is the caller's question.
 */
NOINLINE u64 vested_by_time(const Leaf *leaf, i64 time) {
  if (leaf->release_type != LINEAR)
    return time >= leaf->cliff_time ? leaf->amount : 0;
  if (time >= leaf->end_time)
    return leaf->amount;
  if (time <= leaf->cliff_time)
    return 0;
  /* The differences of two i64 fit u64, and wrap-around arithmetic yields them. */
  u64 elapsed = (u64)time - (u64)leaf->cliff_time;
  u64 duration = (u64)leaf->end_time - (u64)leaf->cliff_time;
  return mul_div(leaf->amount, elapsed, duration);
}
