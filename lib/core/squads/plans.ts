import { ComputeBudgetProgram, type TransactionInstruction } from "@solana/web3.js";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { defaultComputeUnits, withoutPriorityFee } from "@/lib/core/plans/priority-fee";
import { transactionSize } from "@/lib/core/plans/serialize-plan";
import { MAX_PACKET_BYTES } from "@/lib/core/solana/transaction/wire-transaction";
import type { Multisig, Proposal, SquadsMember, VaultMessage, VaultTransaction } from "./accounts";
import {
  findSquadsProposalAddress,
  findSquadsTransactionAddress,
  findSquadsVaultAddress,
  type SquadsVault,
} from "./addresses";
import {
  approveProposal,
  createProposal,
  createVaultTransaction,
  executeVaultTransaction,
  type MemberAction,
} from "./instructions";
import { compileVaultMessage } from "./message";

/** Thrown when a transaction with its proposal does not fit in a packet. `bytes` is the required size. */
export class ProposalTooLargeError extends RangeError {
  override readonly name = "ProposalTooLargeError";

  constructor(readonly bytes: number) {
    super(`The proposal needs ${bytes} bytes, and a transaction has at most ${MAX_PACKET_BYTES}.`);
  }
}

/**
 * Returns the message that executes a plan as a vault. A priority fee is omitted, because each transaction of
 * a member has its own.
 * @throws RangeError if the plan needs the signature of another account
 */
export const vaultMessage = (plan: Pick<SendablePlan, "instructions">, vault: SquadsVault): VaultMessage =>
  compileVaultMessage(withoutPriorityFee(plan).instructions, findSquadsVaultAddress(vault));

/**
 * Plans the proposal of a plan: stores its instructions, opens the vote, and approves if the member can vote.
 * The member signs and pays. `transactionIndex` follows the newest index of the multisig. `memo` is text for
 * the other members.
 * @throws ProposalTooLargeError if the transaction does not fit in a packet
 * @throws RangeError if the plan needs the signature of another account
 */
export function planProposal(input: {
  plan: Pick<SendablePlan, "instructions">;
  vault: SquadsVault;
  member: SquadsMember;
  transactionIndex: bigint;
  memo?: string | null;
}): SendablePlan {
  const { plan, vault, member, transactionIndex, memo } = input;
  const action = { multisig: vault.multisig, member: member.address, transactionIndex };
  const message = vaultMessage(plan, vault);
  const proposal = memberPlan(action, [
    createVaultTransaction({ ...action, vaultIndex: vault.vaultIndex, message, memo }),
    createProposal(action),
    ...(member.canVote ? [approveProposal(action)] : []),
  ]);
  const bytes = transactionSize(proposal);
  if (bytes > MAX_PACKET_BYTES) throw new ProposalTooLargeError(bytes);
  return proposal;
}

/** Plans the approval of an active proposal. The member signs. */
export const planApproval = (action: MemberAction): SendablePlan =>
  memberPlan(action, [approveProposal(action)]);

/**
 * Plans the execution of an approved transaction. The member signs. `tables` are the addresses in the lookup
 * tables that the transaction names.
 * @throws RangeError if a lookup table lacks an address
 */
export function planExecution(
  input: { member: string; transaction: VaultTransaction },
  tables?: ReadonlyMap<string, readonly string[]>,
): SendablePlan {
  const { member, transaction } = input;
  const { multisig, transactionIndex, message } = transaction;
  // The network counts one instruction, which executes all instructions of the message.
  const units = defaultComputeUnits(message.instructions.length + 1);
  return memberPlan({ multisig, transactionIndex, member }, [
    ComputeBudgetProgram.setComputeUnitLimit({ units }),
    executeVaultTransaction(input, tables),
  ]);
}

const memberPlan = (action: MemberAction, instructions: readonly TransactionInstruction[]): SendablePlan => ({
  instructions,
  feePayer: action.member,
  signers: [action.member],
  accounts: {
    multisig: action.multisig,
    transaction: findSquadsTransactionAddress(action),
    proposal: findSquadsProposalAddress(action),
    member: action.member,
  },
});

/** The state of a proposal for its members. `stale`: members can no longer vote on it. */
export type ProposalState = Proposal["status"] | "stale";

/** Returns the state of a proposal. The multisig still executes a stale proposal that was approved before. */
export const proposalState = (proposal: Proposal, multisig: Multisig): ProposalState =>
  (proposal.status === "active" || proposal.status === "draft") &&
  proposal.transactionIndex <= multisig.staleTransactionIndex
    ? "stale"
    : proposal.status;

/** Returns the time from which an approved proposal can be executed, in unix seconds; null if not approved. */
export const executableFrom = (proposal: Proposal, { timeLock }: Multisig): bigint | null =>
  proposal.status === "approved" && proposal.since !== null ? proposal.since + BigInt(timeLock) : null;
