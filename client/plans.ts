/** Every transaction of the vesting program, planned without a network, and what its accounts hold. */

export { planClaim, planCloseClaimRecord, planWithdraw } from "@/lib/core/plans/claim";
export {
  campaignKeys,
  type NewCampaign,
  type NewStream,
  planCreateCampaign,
  planCreateStream,
  planFundCampaign,
} from "@/lib/core/plans/create-campaign";
export { describeFailure, type NamedFailure } from "@/lib/core/plans/describe-failure";
export {
  type DurableNonce,
  MAX_NONCES,
  /** @deprecated Use `MAX_NONCES`. */
  MAX_NONCES as MOST_NONCES,
  NONCE_ACCOUNT_BYTES,
  nonceAddress,
  planCloseNonce,
  planCreateNonce,
  readNonceAccount,
  withDurableNonce,
  withFeePayer,
} from "@/lib/core/plans/durable-nonce";
export {
  planCancelCampaign,
  planCancelStream,
  planInstantRefund,
  planWithdrawUnvested,
  type StreamToCancel,
} from "@/lib/core/plans/end-campaign";
export {
  planPause,
  planReleaseMilestone,
  planUnpause,
  planUpdateRoot,
  type RootUpdate,
} from "@/lib/core/plans/govern-campaign";
export { type AnsweredLeaf, toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
export {
  campaignLookupAddresses,
  type LookupTableState,
  lookupTableBytes,
  needsLookupTable,
  planCloseLookupTable,
  planCreateLookupTable,
  planDeactivateLookupTable,
  readCampaignTable,
  readLookupTable,
  withNewLookupTable,
} from "@/lib/core/plans/lookup-table";
export {
  chooseVersion,
  hasRoomForPriorityFee,
  type PackedPlan as Packed,
  packInOrder,
  packPlans,
  type SupportedVersions,
  /** @deprecated Use `sizeWithWalletAdditions`. */
  sizeWithWalletAdditions as sizeWithPriorityFee,
  sizeWithWalletAdditions,
} from "@/lib/core/plans/pack-plans";
export {
  type CampaignKeys,
  joinPlans,
  type LookupTable,
  ProgramRefusalError,
  type SendablePlan,
  type TransactionPlan,
} from "@/lib/core/plans/plan";
export { planFailure, planRefusal } from "@/lib/core/plans/plan-failure";
export { PRIORITY_LEVELS, type PriorityLevel } from "@/lib/core/plans/priority-choices";
export {
  type ComputeBudget,
  calculatePriorityFee,
  type PriorityFee,
  withoutPriorityFee,
  withPriorityFee,
  writtenAccounts,
} from "@/lib/core/plans/priority-fee";
export {
  type RecentBlockhash,
  transactionSize,
  unsignedBytes,
  unsignedTransaction,
} from "@/lib/core/plans/serialize-plan";
export {
  type ClaimRecord,
  decodeClaimRecord,
  decodeVestingTree,
  type VestingTree,
} from "@/lib/core/solana/accounts";
export { DEFAULT_PROGRAM_ID, isAddress, NATIVE_MINT, SQUADS_PROGRAM_ID } from "@/lib/core/solana/addresses";
export { customErrorCode, type ProgramError, programError } from "@/lib/core/solana/errors";
export { parseProgramLogs } from "@/lib/core/solana/events";
export {
  findClaimRecordAddress,
  findVaultAddress,
  findVaultAuthorityAddress,
  findVestingTreeAddress,
} from "@/lib/core/solana/pdas";
export {
  createAssociatedTokenInstruction,
  findAssociatedTokenAddress,
} from "@/lib/core/solana/tokens/tokens";
export { MAX_PACKET_BYTES as MAX_TRANSACTION_BYTES } from "@/lib/core/solana/transaction/wire-transaction";
export {
  type Multisig,
  type Proposal,
  type ProposalStatus,
  readMultisig,
  readProposal,
  readVaultTransaction,
  type SquadsMember,
  type VaultMessage,
  type VaultTransaction,
} from "@/lib/core/squads/accounts";
export {
  findMultisigAddress,
  findSquadsProposalAddress,
  findSquadsTransactionAddress,
  findSquadsVaultAddress,
  type SquadsTransactionId,
  type SquadsVault,
} from "@/lib/core/squads/addresses";
export type { MemberAction } from "@/lib/core/squads/instructions";
export {
  executableFrom,
  type ProposalState,
  ProposalTooLargeError,
  planApproval,
  planExecution,
  planProposal,
  proposalState,
} from "@/lib/core/squads/plans";
