/*
 * A test double of the Squads v4 program, which this project may not
 * redistribute. It implements the instructions of a vault transaction from
 * proposal to execution, with the layouts and checks of the published
 * interface. The ledger's README lists the differences.
 */

/* The shared headers also have functions that only the vesting program needs.
 */
#pragma clang diagnostic ignored "-Wunused-function"

#define PROGRAM_ERRORS(X)                                                      \
  X(6004, Unauthorized, "Attempted to perform an unauthorized action")         \
  X(6005, NotAMember, "Provided pubkey is not a member of multisig")           \
  X(6006, InvalidTransactionMessage, "TransactionMessage is malformed.")       \
  X(6007, StaleProposal, "Proposal is stale")                                  \
  X(6008, InvalidProposalStatus, "Invalid proposal status")                    \
  X(6009, InvalidTransactionIndex, "Invalid transaction index")                \
  X(6010, AlreadyApproved, "Member already approved the transaction")          \
  X(6011, AlreadyRejected, "Member already rejected the transaction")          \
  X(6012, AlreadyCancelled, "Member already cancelled the transaction")        \
  X(6013, InvalidNumberOfAccounts, "Wrong number of accounts provided")        \
  X(6014, InvalidAccount, "Invalid account provided")                          \
  X(6021, TimeLockNotReleased, "Proposal time lock has not been released")     \
  X(6029, ProtectedAccount,                                                    \
    "Account is protected, it cannot be passed into a CPI as writable")
#include "accounts.h"
#include "message.h"

/* Checks that the account at an index signed. */
static Result check_signer(const Context *context, u64 index,
                           const Bytes *name) {
  return context->accounts[index].is_signer ? OK
                                            : fail_at(AccountNotSigner, name);
}

/* The accounts of both instructions that create an account. */
enum {
  NEW_MULTISIG,
  NEW_ACCOUNT,
  NEW_CREATOR,
  NEW_RENT_PAYER,
  NEW_SYSTEM_PROGRAM,
  NEW_ACCOUNTS
};

static Result load_new_accounts(Context *context, Multisig *multisig) {
  TRY(require_accounts(context, NEW_ACCOUNTS));
  TRY(load_multisig(context, NEW_MULTISIG, multisig));
  TRY(check_signer(context, NEW_CREATOR, NAME("creator")));
  TRY(check_signer(context, NEW_RENT_PAYER, NAME("rent_payer")));
  const u8 *system = context->accounts[NEW_SYSTEM_PROGRAM].key;
  if (!same_key(system, SYSTEM_PROGRAM))
    return fail_unequal(InvalidProgramId, NAME("system_program"), system,
                        SYSTEM_PROGRAM);
  return context->accounts[NEW_RENT_PAYER].is_writable
             ? OK
             : fail_at(ConstraintMut, NAME("rent_payer"));
}

typedef struct {
  u8 vault_index;
  const u8 *message;
  u64 message_len;
} TransactionArgs;

/* A memo is accepted and, as in the original, not stored. */
NOINLINE Result read_transaction_args(const Context *context,
                                      TransactionArgs *args) {
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  args->vault_index = read_u8(&reader);
  u8 ephemeral_signers = read_u8(&reader);
  args->message_len = read_u32(&reader);
  args->message = read_bytes(&reader, args->message_len);
  if (read_bool(&reader))
    read_bytes(&reader, read_u32(&reader));
  if (reader.failed)
    return fail(InstructionDidNotDeserialize);
  REQUIRE(ephemeral_signers == 0, InvalidTransactionMessage);
  return OK;
}

static void find_vault(const u8 *multisig, u8 index, const u8 *program_id,
                       DerivedAddress *found) {
  Bytes seeds[] = {PREFIX_SEED, {multisig, 32}, VAULT_SEED, {&index, 1}};
  find_address(seeds, 4, program_id, found);
}

NOINLINE Result vault_transaction_create(Context *context) {
  TransactionArgs args;
  Multisig multisig;
  TRY(read_transaction_args(context, &args));
  TRY(load_new_accounts(context, &multisig));
  Account *account = &context->accounts[NEW_ACCOUNT];
  u64 index = multisig.transaction_index + 1, message_bytes = 0;
  DerivedAddress expected, vault;
  find_transaction(multisig.key, index, context->program_id, &expected);
  if (!same_key(account->key, expected.address))
    return fail_unequal(ConstraintSeeds, NAME("transaction"), account->key,
                        expected.address);
  REQUIRE(expand_message(args.message, args.message_len, NULL, &message_bytes),
          InvalidTransactionMessage);
  Bytes seeds[] = {PREFIX_SEED,
                   {multisig.key, 32},
                   TRANSACTION_SEED,
                   {&index, 8},
                   {&expected.bump, 1}};
  NewAccount new = {&context->accounts[NEW_RENT_PAYER],
                    account,
                    TRANSACTION_MESSAGE_AT + message_bytes,
                    {seeds, 5}};
  TRY(create_account(context, &new));
  if (!context->accounts[NEW_MULTISIG].is_writable)
    return fail_at(ConstraintMut, NAME("multisig"));
  TRY(require_permission(&multisig, context->accounts[NEW_CREATOR].key,
                         INITIATE));

  find_vault(multisig.key, args.vault_index, context->program_id, &vault);
  Writer writer = {account->data};
  write_u64(&writer, TRANSACTION_DISCRIMINATOR);
  write_key(&writer, multisig.key);
  write_key(&writer, context->accounts[NEW_CREATOR].key);
  write_u64(&writer, index);
  write_u8(&writer, expected.bump);
  write_u8(&writer, args.vault_index);
  write_u8(&writer, vault.bump);
  write_u32(&writer, 0); /* no ephemeral signers */
  expand_message(args.message, args.message_len, &writer, &message_bytes);
  store_u64(multisig.data + MULTISIG_TRANSACTION_INDEX_AT, index);
  return OK;
}

NOINLINE Result proposal_create(Context *context) {
  Multisig multisig;
  Reader reader = {context->data + 8, context->data + context->data_len, false};
  u64 index = read_u64(&reader);
  bool draft = read_bool(&reader);
  if (reader.failed)
    return fail(InstructionDidNotDeserialize);
  TRY(load_new_accounts(context, &multisig));
  Account *account = &context->accounts[NEW_ACCOUNT];
  DerivedAddress expected;
  find_proposal(multisig.key, index, context->program_id, &expected);
  if (!same_key(account->key, expected.address))
    return fail_unequal(ConstraintSeeds, NAME("proposal"), account->key,
                        expected.address);
  Bytes seeds[] = {PREFIX_SEED, {multisig.key, 32}, TRANSACTION_SEED,
                   {&index, 8}, PROPOSAL_SEED,      {&expected.bump, 1}};
  u64 data_len = PROPOSAL_LISTS_AT + 3 * (4 + 32 * (u64)multisig.member_count);
  NewAccount new = {
      &context->accounts[NEW_RENT_PAYER], account, data_len, {seeds, 6}};
  TRY(create_account(context, &new));
  REQUIRE(index <= multisig.transaction_index, InvalidTransactionIndex);
  REQUIRE(index > multisig.stale_transaction_index, StaleProposal);
  TRY(require_permission(&multisig, context->accounts[NEW_CREATOR].key,
                         INITIATE | VOTE));

  Writer writer = {account->data};
  write_u64(&writer, PROPOSAL_DISCRIMINATOR);
  write_key(&writer, multisig.key);
  write_u64(&writer, index);
  write_u8(&writer, draft ? DRAFT : ACTIVE);
  write_u64(&writer, (u64)unix_time_now());
  write_u8(&writer, expected.bump);
  return OK;
}

enum { VOTE_MULTISIG, VOTE_MEMBER, VOTE_PROPOSAL, VOTE_ACCOUNTS };

/* Adds the member to one of a proposal's lists, and changes the status when
 * enough members are in it. */
NOINLINE Result vote(Context *context, ProposalList list) {
  Multisig multisig;
  Proposal proposal;
  TRY(require_accounts(context, VOTE_ACCOUNTS));
  TRY(load_multisig(context, VOTE_MULTISIG, &multisig));
  TRY(check_signer(context, VOTE_MEMBER, NAME("member")));
  TRY(load_proposal(context, VOTE_PROPOSAL, &multisig, &proposal));
  if (!context->accounts[VOTE_MEMBER].is_writable)
    return fail_at(ConstraintMut, NAME("member"));
  const u8 *member = context->accounts[VOTE_MEMBER].key;
  TRY(require_permission(&multisig, member, VOTE));
  if (list == CANCELLED_BY) {
    REQUIRE(proposal.status == APPROVED, InvalidProposalStatus);
  } else {
    REQUIRE(proposal.status == ACTIVE, InvalidProposalStatus);
    REQUIRE(proposal.index > multisig.stale_transaction_index, StaleProposal);
    remove_voter(&proposal, list == APPROVED_BY ? REJECTED_BY : APPROVED_BY,
                 member);
  }
  TRY(add_voter(&proposal, list, member));
  u64 needed = list == REJECTED_BY
                   ? voter_count(&multisig) - multisig.threshold + 1
                   : multisig.threshold;
  static const u8 OUTCOMES[] = {APPROVED, REJECTED, CANCELLED};
  if (load_u32(voters(&proposal, list)) >= needed)
    set_status(&proposal, OUTCOMES[list]);
  return OK;
}

NOINLINE Result proposal_approve(Context *context) {
  return vote(context, APPROVED_BY);
}
NOINLINE Result proposal_reject(Context *context) {
  return vote(context, REJECTED_BY);
}
NOINLINE Result proposal_cancel(Context *context) {
  return vote(context, CANCELLED_BY);
}

enum {
  EXECUTE_MULTISIG,
  EXECUTE_PROPOSAL,
  EXECUTE_TRANSACTION,
  EXECUTE_MEMBER,
  EXECUTE_ACCOUNTS
};

/* Checks that the accounts after the own ones are those of the message, with
 * their rights. */
NOINLINE Result check_message_accounts(const Context *context,
                                       const Message *message,
                                       const u8 *vault) {
  REQUIRE(context->account_count - EXECUTE_ACCOUNTS == message->key_count,
          InvalidNumberOfAccounts);
  for (u64 i = 0; i < message->key_count; i++) {
    const Account *account = &context->accounts[EXECUTE_ACCOUNTS + i];
    REQUIRE(same_key(account->key, message->keys + 32 * i), InvalidAccount);
    bool must_sign =
        i < message->signer_count && !same_key(account->key, vault);
    REQUIRE(!must_sign || account->is_signer, InvalidAccount);
    REQUIRE(!is_writable_index(message, i) || account->is_writable,
            InvalidAccount);
  }
  return OK;
}

/* Calls the next instruction of the message with the vault's signature. */
NOINLINE Result call_next(const Context *context, const Message *message,
                          Reader *reader, const SignerSeeds *signer) {
  const Account *accounts = &context->accounts[EXECUTE_ACCOUNTS];
  const u8 *proposal = context->accounts[EXECUTE_PROPOSAL].key;
  /* Unused heap behind the context. */
  CallAccount *call_accounts = (CallAccount *)(HEAP + sizeof(Context));
  const u8 *program_id = accounts[read_u8(reader)].key;
  u64 count = read_u32(reader);
  const u8 *indexes = read_bytes(reader, count);
  for (u64 i = 0; i < count; i++) {
    CallAccount *one = &call_accounts[i];
    one->key = accounts[indexes[i]].key;
    one->is_signer = indexes[i] < message->signer_count;
    one->is_writable = is_writable_index(message, indexes[i]);
    REQUIRE(!one->is_writable || !same_key(one->key, proposal),
            ProtectedAccount);
  }
  u64 data_len = read_u32(reader);
  const u8 *data = read_bytes(reader, data_len);
  REQUIRE(!reader->failed, InvalidTransactionMessage);
  Call call = {program_id, call_accounts, count, data, data_len};
  return sol_invoke_signed_c(&call, context->accounts,
                             (i32)context->account_count, signer, 1);
}

NOINLINE Result vault_transaction_execute(Context *context) {
  Multisig multisig;
  Proposal proposal;
  Transaction transaction;
  TRY(require_accounts(context, EXECUTE_ACCOUNTS));
  TRY(load_multisig(context, EXECUTE_MULTISIG, &multisig));
  TRY(load_transaction(context, EXECUTE_TRANSACTION, &multisig, &transaction));
  TRY(load_proposal(context, EXECUTE_PROPOSAL, &multisig, &proposal));
  TRY(check_signer(context, EXECUTE_MEMBER, NAME("member")));
  if (proposal.index != transaction.index)
    return fail_at(ConstraintSeeds, NAME("proposal"));
  TRY(require_permission(&multisig, context->accounts[EXECUTE_MEMBER].key,
                         EXECUTE));
  REQUIRE(proposal.status == APPROVED, InvalidProposalStatus);
  REQUIRE(unix_time_now() - proposal.since >= (i64)multisig.time_lock,
          TimeLockNotReleased);

  Message message;
  Reader reader = {transaction.data + TRANSACTION_MESSAGE_AT, transaction.end,
                   false};
  open_message(&reader, &message);
  DerivedAddress vault;
  find_vault(multisig.key, transaction.vault_index, context->program_id,
             &vault);
  TRY(check_message_accounts(context, &message, vault.address));
  Bytes seeds[] = {PREFIX_SEED,
                   {multisig.key, 32},
                   VAULT_SEED,
                   {&transaction.vault_index, 1},
                   {&vault.bump, 1}};
  SignerSeeds signer = {seeds, 5};
  u64 count = read_u32(&reader);
  for (u64 i = 0; i < count; i++)
    TRY(call_next(context, &message, &reader, &signer));
  set_status(&proposal, EXECUTED);
  return OK;
}

typedef struct {
  u64 discriminator; /* first eight bytes of sha256("global:" + name) */
  Bytes log_line;
  Result (*run)(Context *);
} Instruction;

#define INSTRUCTION(discriminator, name, run)                                  \
  {discriminator, BYTES_OF("Instruction: " name), run}
static const Instruction INSTRUCTIONS[] = {
    INSTRUCTION(0xd3dae2d0a84efa30, "VaultTransactionCreate",
                vault_transaction_create),
    INSTRUCTION(0x9f4f6c1ee0493cdc, "ProposalCreate", proposal_create),
    INSTRUCTION(0xf82ad8bc88a42590, "ProposalApprove", proposal_approve),
    INSTRUCTION(0x87f66ae69c863ef3, "ProposalReject", proposal_reject),
    INSTRUCTION(0xcb54a326ed7f2a1b, "ProposalCancel", proposal_cancel),
    INSTRUCTION(0xab19a49957a108c2, "VaultTransactionExecute",
                vault_transaction_execute),
};
#define INSTRUCTION_COUNT (sizeof(INSTRUCTIONS) / sizeof(INSTRUCTIONS[0]))

Result entrypoint(u8 *input) {
  Context *context = HEAP;
  read_context(input, context);
  context->rule_count = context->account_count; /* Calls pass every account. */
  if (context->data_len < 8)
    return fail(InstructionFallbackNotFound);
  u64 discriminator = load_u64(context->data);
  for (u64 i = 0; i < INSTRUCTION_COUNT; i++) {
    if (INSTRUCTIONS[i].discriminator != discriminator)
      continue;
    sol_log_(INSTRUCTIONS[i].log_line.at, INSTRUCTIONS[i].log_line.len);
    return INSTRUCTIONS[i].run(context);
  }
  return fail(InstructionFallbackNotFound);
}
