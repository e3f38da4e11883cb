/* The vesting program: finds the instruction that a caller names and runs it. */
#include "instructions/cancel.h"
#include "instructions/claim.h"
#include "instructions/close.h"
#include "instructions/create.h"
#include "instructions/fund.h"
#include "instructions/govern.h"
#include "instructions/sweep.h"
#include "instructions/view.h"

typedef struct {
  u64 discriminator; /* first eight bytes of sha256("global:" + name) */
  Bytes log_line;
  Result (*run)(Context *);
} Instruction;

#define INSTRUCTION(discriminator, name, run) {discriminator, BYTES_OF("Instruction: " name), run}
static const Instruction INSTRUCTIONS[] = {
    INSTRUCTION(0xf472c1a062bb836f, "CreateCampaign", create_campaign),
    INSTRUCTION(0x9d831dfee0fefa5f, "CreateCampaignNative", create_campaign_native),
    INSTRUCTION(0x9ee5286c7f6fbc47, "CreateStream", create_stream),
    INSTRUCTION(0x2b3739a2d176e7a4, "CreateStreamNative", create_stream_native),
    INSTRUCTION(0x79dd6f63ef38396d, "FundCampaign", fund_campaign),
    INSTRUCTION(0x6166f14cf024eaef, "FundCampaignNative", fund_campaign_native),
    INSTRUCTION(0xd26c9fd5c1d6c63e, "Claim", claim),
    INSTRUCTION(0x22a16d949c4612b7, "Withdraw", withdraw),
    INSTRUCTION(0xca86247a8a200a42, "CancelCampaign", cancel_campaign),
    INSTRUCTION(0x5bbccfb11926ddda, "CancelStream", cancel_stream),
    INSTRUCTION(0x2ef35c6ff18b980b, "SetMilestoneReleased", set_milestone_released),
    INSTRUCTION(0x8aaac674f639c33a, "UpdateRoot", update_root),
    INSTRUCTION(0x1c74600a361e33d3, "WithdrawUnvested", withdraw_unvested),
    INSTRUCTION(0x550903cf0bb164cc, "InstantRefundCampaign", instant_refund_campaign),
    INSTRUCTION(0xa1089ef0c036f73e, "PauseCampaign", pause_campaign),
    INSTRUCTION(0x5f57f2a9ce5b6fb1, "UnpauseCampaign", unpause_campaign),
    INSTRUCTION(0xf042220d5618c1fa, "CloseClaimRecord", close_claim_record),
    INSTRUCTION(0xc1cb4ed398b96159, "GetVestedAmount", get_vested_amount),
};
#define INSTRUCTION_COUNT (sizeof(INSTRUCTIONS) / sizeof(INSTRUCTIONS[0]))

Result entrypoint(u8 *input) {
  Context *context = HEAP;
  read_context(input, context);
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
