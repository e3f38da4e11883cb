import type { BuiltProposal } from "@/lib/contract/operations";
import { ApiError } from "@/lib/core/errors";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { getMember, type Multisig, readMultisig, type SquadsMember } from "@/lib/core/squads/accounts";
import {
  findSquadsProposalAddress,
  findSquadsTransactionAddress,
  findSquadsVaultAddress,
} from "@/lib/core/squads/addresses";
import { ProposalTooLargeError, planProposal } from "@/lib/core/squads/plans";
import { validationError } from "@/lib/core/validation";
import { type Chain, REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import type { SquadsOptions } from "./action-contract";

/** A member that proposes as a vault, and the current state of the multisig. */
export type Proposer = { vault: string; options: SquadsOptions; multisig: Multisig; member: SquadsMember };

/**
 * Reads the multisig of a request from the network.
 * @throws VALIDATION_ERROR if the account is not a multisig
 * @throws FORBIDDEN if the wallet is not a member that can initiate transactions
 */
export async function readProposer(
  chain: Pick<Chain, "getAccounts">,
  { options, wallet }: { options: SquadsOptions; wallet: string },
): Promise<Proposer> {
  const { accounts } = await chain.getAccounts([options.multisig], REQUEST_DEADLINE);
  const multisig = readMultisig(accounts[0] ?? null);
  if (!multisig) {
    const message = "must be the address of a Squads v4 multisig on this network, not of its vault";
    throw validationError([{ path: "squads.multisig", message }]);
  }
  const member = getMember(multisig, wallet);
  if (!member) {
    throw new ApiError(
      "FORBIDDEN",
      "The wallet is not a member of the multisig. Sign in with a member's wallet.",
    );
  }
  if (!member.canInitiate) {
    throw new ApiError(
      "FORBIDDEN",
      "The member lacks the permission to initiate transactions. Sign in with another member's wallet.",
    );
  }
  return { vault: findSquadsVaultAddress(options), options, multisig, member };
}

/**
 * Returns the plan that proposes an action to the multisig, with the instruction and the accounts of the action.
 * The member signs and pays.
 * @throws FORBIDDEN if the action needs the signature of another account than the vault
 * @throws VALIDATION_ERROR if the proposal does not fit in a transaction
 */
export function proposeAction(
  action: TransactionPlan,
  { vault, options, multisig, member }: Proposer,
): { plan: TransactionPlan; proposal: BuiltProposal } {
  const other = action.signers.find((signer) => signer !== vault);
  if (other !== undefined) {
    const message = `The action also needs the signature of ${other}, so vault ${vault} cannot execute it.`;
    throw new ApiError("FORBIDDEN", message);
  }
  const id = { multisig: options.multisig, transactionIndex: multisig.transactionIndex + 1n };
  const { transactionIndex } = id;
  const { memo } = options;
  const { instruction, accounts } = action;
  const plan = requireSize(options, () =>
    planProposal({ plan: action, vault: options, member, transactionIndex, memo }),
  );
  return {
    plan: { ...plan, instruction, accounts },
    proposal: {
      ...{ multisig: options.multisig, vault, transactionIndex: transactionIndex.toString() },
      transaction: findSquadsTransactionAddress(id),
      proposal: findSquadsProposalAddress(id),
      approves: member.canVote,
      ...{ threshold: multisig.threshold, timeLock: multisig.timeLock },
    },
  };
}

function requireSize<Plan>({ memo }: SquadsOptions, build: () => Plan): Plan {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof ProposalTooLargeError)) throw error;
    throw validationError([
      memo
        ? { path: "squads.memo", message: `is too long. ${error.message}` }
        : { path: "squads", message: `does not allow this action. ${error.message}` },
    ]);
  }
}
