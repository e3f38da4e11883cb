/* The runtime's ABI: fixed-width types, system calls, and the structures of cross-program calls. */
#pragma once

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;
typedef int i32;
typedef long i64;
typedef _Bool bool;
#define true 1
#define false 0
#define NULL ((void *)0)

#define INLINE static inline __attribute__((always_inline))
/* A frame holds 4096 bytes, so functions with large locals keep a separate frame. */
#define NOINLINE static __attribute__((noinline))

/* The result of an entry point: 0, or a custom error code. */
typedef u64 Result;
#define OK 0UL
#define TRY(call)                                                                                            \
  do {                                                                                                       \
    Result result_ = (call);                                                                                 \
    if (result_ != OK)                                                                                       \
      return result_;                                                                                        \
  } while (0)

/* A sequence of bytes: a seed, a part of a hash's input, or a field of a log line. */
typedef struct {
  const void *at;
  u64 len;
} Bytes;
#define BYTES_OF(text) {(text), sizeof(text) - 1}

/* The seeds by which this program signs for one of its derived addresses. */
typedef struct {
  const Bytes *seeds;
  u64 count;
} SignerSeeds;

typedef struct {
  u8 *key;
  u64 *lamports;
  u64 data_len;
  u8 *data;
  u8 *owner;
  u64 rent_epoch;
  u8 is_signer;
  u8 is_writable;
  u8 executable;
} Account;

typedef struct {
  const u8 *key;
  u8 is_writable;
  u8 is_signer;
} CallAccount;

typedef struct {
  const u8 *program_id;
  const CallAccount *accounts;
  u64 account_count;
  const u8 *data;
  u64 data_len;
} Call;

typedef struct {
  u64 slot;
  i64 epoch_start_time;
  u64 epoch;
  u64 leader_schedule_epoch;
  i64 unix_time;
} Clock;

typedef struct {
  u64 lamports_per_byte;
  u64 exemption_threshold; /* the bits of a double */
  u8 burn_percent;
  u8 padding[7];
} RentSysvar;

extern void sol_log_(const char *, u64);
extern void sol_log_data(const Bytes *, u64);
extern void sol_log_pubkey(const u8 *);
extern void sol_panic_(const char *, u64, u64, u64);
extern void sol_memcpy_(void *, const void *, u64);
extern void sol_memset_(void *, u8, u64);
extern u64 sol_keccak256(const Bytes *, u64, u8 *);
extern u64 sol_try_find_program_address(const Bytes *, u64, const u8 *, u8 *, u8 *);
extern u64 sol_get_clock_sysvar(Clock *);
extern u64 sol_get_rent_sysvar(RentSysvar *);
extern void sol_set_return_data(const u8 *, u64);
extern u64 sol_invoke_signed_c(const Call *, const Account *, i32, const SignerSeeds *, i32);
