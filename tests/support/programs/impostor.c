/*
 * A program that logs given lines and calls given programs: the worst case for parsing the vesting program's log lines.
 * Its data is a list of steps: a letter, a u16 length, and that many bytes.
 */
/* The header's checks are the vesting program's; this one checks nothing. */
#pragma clang diagnostic ignored "-Wunused-function"
#include "../../../ledger/program/src/machine/context.h"

enum {
  PRINT_DATA = 'd',  /* as an event of this program */
  PRINT_LINES = 'l', /* so many lines of a hundred characters; the length is the count, no bytes follow */
  CALL = 'c'         /* the program of account 0 with the other accounts and these bytes */
};

static const char LINE[] =
    "Program log: Program G6iaigUdi2btFwUc2N65twfxwA8Ew5uKKhKJ5RJa8wvu invoke [1] and so on, one hundred bytes ";

NOINLINE Result call_onwards(const Context *context, const u8 *data, u64 data_len) {
  CallAccount *accounts = (CallAccount *)(context + 1);
  u64 count = context->account_count - 1;
  for (u64 i = 0; i < count; i++) {
    const Account *account = &context->accounts[i + 1];
    accounts[i].key = account->key;
    accounts[i].is_writable = account->is_writable;
    accounts[i].is_signer = account->is_signer;
  }
  Call call = {context->accounts[0].key, accounts, count, data, data_len};
  return invoke(context, &call, NULL);
}

Result entrypoint(u8 *input) {
  Context *context = HEAP;
  read_context(input, context);
  /* A call may use every account given. */
  context->rule_count = context->account_count;
  const u8 *at = context->data, *end = context->data + context->data_len;
  while (at + 3 <= end) {
    u8 step = at[0];
    u64 len = at[1] | (u64)at[2] << 8;
    at += 3;
    if (step == PRINT_LINES) {
      for (u64 i = 0; i < len; i++)
        sol_log_(LINE, sizeof(LINE) - 1);
      continue;
    }
    Bytes bytes = {at, len};
    at += len;
    if (step == PRINT_DATA)
      sol_log_data(&bytes, 1);
    else if (step == CALL)
      TRY(call_onwards(context, bytes.at, len));
  }
  return OK;
}
