/*
 * Every error of this program: its own from 6000 on, and the framework's where Anchor would return one. A
 * failure is logged as an Anchor program logs it, because clients read code and message from that line.
 */
#pragma once
#include "bytes/bytes.h"

/* The runtime's own errors have higher numbers than those of programs. */
#define BUILTIN(number) (number##UL << 32)

#define FRAMEWORK_ERRORS(X)                                                                                  \
  X(101, InstructionFallbackNotFound, "Fallback functions are not supported")                                \
  X(102, InstructionDidNotDeserialize, "The program could not deserialize the given instruction")            \
  X(2000, ConstraintMut, "A mut constraint was violated")                                                    \
  X(2001, ConstraintHasOne, "A has one constraint was violated")                                             \
  X(2005, ConstraintRentExempt, "A rent exemption constraint was violated")                                  \
  X(2006, ConstraintSeeds, "A seeds constraint was violated")                                                \
  X(2009, ConstraintAssociated, "An associated constraint was violated")                                     \
  X(2014, ConstraintTokenMint, "A token mint constraint was violated")                                       \
  X(2015, ConstraintTokenOwner, "A token owner constraint was violated")                                     \
  X(2019, ConstraintSpace, "A space constraint was violated")                                                \
  X(2020, ConstraintAccountIsNone, "A required account for the constraint is None")                          \
  X(2040, ConstraintDuplicateMutableAccount, "A duplicate mutable account constraint was violated")          \
  X(3001, AccountDiscriminatorNotFound, "No discriminator was found on the account")                         \
  X(3002, AccountDiscriminatorMismatch, "Account discriminator did not match what was expected")             \
  X(3003, AccountDidNotDeserialize, "Failed to deserialize the account")                                     \
  X(3004, AccountDidNotSerialize, "Failed to serialize the account")                                         \
  X(3005, AccountNotEnoughKeys, "Not enough account keys given to the instruction")                          \
  X(3007, AccountOwnedByWrongProgram, "The given account is owned by a different program than expected")     \
  X(3008, InvalidProgramId, "Program ID was not as expected")                                                \
  X(3010, AccountNotSigner, "The given account did not sign")                                                \
  X(3012, AccountNotInitialized, "The program expected this account to be already initialized")              \
  X(3014, AccountNotAssociatedTokenAccount, "The given account is not the associated token account")         \
  X(3015, AccountSysvarMismatch, "The given public key does not match the required sysvar")

/* The test double of another program, which shares this file, has its own list. */
#ifndef PROGRAM_ERRORS
#define PROGRAM_ERRORS(X)                                                                                    \
  X(6000, EmptyRoot, "The Merkle root is all zeros")                                                         \
  X(6001, EmptyCampaign, "The campaign has no leaves")                                                       \
  X(6002, ZeroAmount, "The amount is zero")                                                                  \
  X(6003, MissingCancelAuthority, "A cancellable campaign needs a cancel authority")                         \
  X(6004, SameRoot, "The new Merkle root is the current one")                                                \
  X(6005, Unauthorized, "The signer may not do this")                                                        \
  X(6006, OverFunded, "The vault would hold more than the campaign can pay out")                             \
  X(6007, MintMismatch, "The mint is not the campaign's")                                                    \
  X(6008, Overflow, "An amount does not fit 64 bits")                                                        \
  X(6009, CampaignPaused, "The campaign is paused")                                                          \
  X(6010, UnauthorizedClaimer, "The signer is not the leaf's beneficiary")                                   \
  X(6011, InvalidSchedule, "The schedule's times are out of order or missing")                               \
  X(6012, InvalidScheduleType, "The release type is unknown")                                                \
  X(6013, InvalidProof, "The leaf is not in the campaign's Merkle tree")                                     \
  X(6014, MilestoneAlreadyClaimed, "The beneficiary has claimed this milestone")                             \
  X(6015, NothingToClaim, "Nothing can be paid out now")                                                     \
  X(6016, InsufficientVault, "The vault holds less than what is due")                                        \
  X(6017, OverClaim, "Claims would exceed the campaign's total supply")                                      \
  X(6018, WrongVault, "The vault is not the campaign's")                                                     \
  X(6019, NotCancellable, "The campaign cannot be cancelled")                                                \
  X(6020, AlreadyCancelled, "The campaign is already cancelled")                                             \
  X(6021, NotPausable, "The campaign has no pause authority")                                                \
  X(6022, AlreadyPaused, "The campaign is already paused")                                                   \
  X(6023, CampaignCancelled, "The campaign is cancelled")                                                    \
  X(6024, NotPaused, "The campaign is not paused")                                                           \
  X(6025, CampaignCompleted, "The campaign is fully claimed")                                                \
  X(6026, NotCancelled, "The campaign is not cancelled")                                                     \
  X(6027, GracePeriodActive, "The grace period after the cancellation is not over")                          \
  X(6028, CannotClose, "The claim record is still needed")                                                   \
  X(6029, NotSingleStream, "The campaign has more than one leaf")                                            \
  X(6030, ProofTooLong, "The proof is longer than the tree is deep")                                         \
  X(6031, FullyVested, "The campaign is fully claimed and cannot be cancelled")                              \
  X(6032, StreamExpired, "The leaf is past its end and fully claimed")                                       \
  X(6033, MilestoneNotReleased, "The milestone is not released")                                             \
  X(6034, MilestoneAlreadyReleased, "The milestone is already released")                                     \
  X(6035, InstantRefundedCampaign, "The campaign was refunded")                                              \
  X(6036, CampaignAlreadyStarted, "The campaign's first cliff has passed")                                   \
  X(6037, NativeSolVaultNotEmpty, "A campaign of native SOL takes no vault account")                         \
  X(6038, NativeSolRentViolation, "The tree account would fall below its rent-exempt balance")               \
  X(6039, UnsupportedMint, "The mint is not one of the classic SPL Token program")                           \
  X(6040, NotMultiLeafCampaign, "The campaign has only one leaf")                                            \
  X(6041, PerLeafCapExceeded, "The beneficiary already claims from 8 cliff or linear leaves")
#endif

#define BUILTIN_ERRORS(X)                                                                                    \
  X(BUILTIN(4), InvalidAccountData, "An account's data contents was invalid")                                \
  X(BUILTIN(10), UninitializedAccount, "An attempt to operate on an account that hasn't been initialized")

#define ERRORS(X) FRAMEWORK_ERRORS(X) PROGRAM_ERRORS(X) BUILTIN_ERRORS(X)

#define ERROR_CODE(code, name, message) name = code,
typedef enum { ERRORS(ERROR_CODE) } ErrorCode;

typedef struct {
  u64 code;
  Bytes name;
  Bytes message;
} ErrorText;
#define ERROR_TEXT(code, name, message) {code, BYTES_OF(#name), BYTES_OF(message)},
static const ErrorText ERROR_TEXTS[] = {ERRORS(ERROR_TEXT)};
#define ERROR_COUNT (sizeof(ERROR_TEXTS) / sizeof(ERROR_TEXTS[0]))

/* Room for the longest line: its parts stay under 250 bytes together. */
#define ERROR_LINE_BYTES 320

INLINE char *append(char *at, const Bytes *text) {
  sol_memcpy_(at, text->at, text->len);
  return at + text->len;
}
#define APPEND(at, text) append(at, &(Bytes)BYTES_OF(text))

static char *append_decimal(char *at, u64 value) {
  u64 power = 1;
  while (value / power >= 10)
    power *= 10;
  for (; power > 0; power /= 10)
    *at++ = (char)('0' + value / power % 10);
  return at;
}

/* The origin of an error: an account, a line of this source, or neither. */
typedef struct {
  const Bytes *account;
  const Bytes *file;
  u64 line;
} ErrorOrigin;

static char *append_origin(char *at, const ErrorOrigin *origin) {
  if (origin->account) {
    at = APPEND(at, " caused by account: ");
    return append(at, origin->account);
  }
  if (!origin->file)
    return APPEND(at, " occurred");
  at = APPEND(at, " thrown in ");
  at = append(at, origin->file);
  *at++ = ':';
  return append_decimal(at, origin->line);
}

/* Logs the error and returns the entry point's result. */
NOINLINE Result fail_from(ErrorCode code, const ErrorOrigin *origin) {
  const ErrorText *text = ERROR_TEXTS;
  while (text < ERROR_TEXTS + ERROR_COUNT - 1 && text->code != code)
    text++;
  char line[ERROR_LINE_BYTES];
  char *end = line;
  end = code >= BUILTIN(1) ? APPEND(end, "ProgramError") : APPEND(end, "AnchorError");
  end = append_origin(end, origin);
  end = APPEND(end, ". Error Code: ");
  end = append(end, &text->name);
  end = APPEND(end, ". Error Number: ");
  end = append_decimal(end, text->code);
  end = APPEND(end, ". Error Message: ");
  end = append(end, &text->message);
  *end++ = '.';
  sol_log_(line, (u64)(end - line));
  return text->code;
}

static Result fail_at(ErrorCode code, const Bytes *account_name) {
  ErrorOrigin origin = {account_name, NULL, 0};
  return fail_from(code, &origin);
}

/* Fails like fail_at, and logs the two addresses that should be equal. */
NOINLINE Result fail_unequal(ErrorCode code, const Bytes *account_name, const u8 *left, const u8 *right) {
  Result result = fail_at(code, account_name);
  sol_log_("Left:", 5);
  sol_log_pubkey(left);
  sol_log_("Right:", 6);
  sol_log_pubkey(right);
  return result;
}

/* Fails for the arguments or for the account list as a whole. */
INLINE Result fail(ErrorCode code) { return fail_at(code, NULL); }

NOINLINE Result fail_in(ErrorCode code, const Bytes *file, u64 line) {
  ErrorOrigin origin = {NULL, file, line};
  return fail_from(code, &origin);
}

/* A rule of the program itself; its failure names the line, as the framework's macro does. */
#define THROW(error) fail_in(error, &(const Bytes)BYTES_OF(__FILE_NAME__), __LINE__)
#define REQUIRE(condition, error)                                                                            \
  do {                                                                                                       \
    if (!(condition))                                                                                        \
      return THROW(error);                                                                                   \
  } while (0)
