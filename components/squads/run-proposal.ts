import { solanaConnection } from "@/components/network/connection";
import type { SendPhase } from "@/components/network/send-phase";
import { sendPlan, settleSent } from "@/components/network/send-plan";
import { deleteSent, type Intent } from "@/components/network/sent-transactions";
import { requireDone } from "@/components/offline-signing/look-up";
import {
  fetchMultisig,
  fetchProposal,
  findExecution,
  type ProposedTransaction,
} from "@/lib/client/network/squads";
import type { Translator } from "@/lib/core/i18n/translator";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { MAX_PACKET_BYTES } from "@/lib/core/solana/transaction/wire-transaction";
import { getMember, type Multisig, type SquadsMember } from "@/lib/core/squads/accounts";
import { findSquadsProposalAddress, type SquadsTransactionId } from "@/lib/core/squads/addresses";
import { isSameMessage } from "@/lib/core/squads/message";
import {
  executableFrom,
  ProposalTooLargeError,
  planApproval,
  planExecution,
  planProposal,
  vaultMessage,
} from "@/lib/core/squads/plans";
import { deleteProposed, findProposed, storeProposed } from "./proposal-store";
import type { VaultRequest } from "./vault-signing-store";

type Running = { t: Translator; onPhase: (phase: SendPhase) => void };

/**
 * Reads a multisig.
 * @throws Error with a sentence for the user if the account is not one
 */
export async function readMultisigOrThrow(t: Translator, address: string): Promise<Multisig> {
  const multisig = await fetchMultisig(solanaConnection(), address);
  if (!multisig) throw new Error(t("There is no Squads multisig at this address."));
  return multisig;
}

/**
 * Returns a member of a multisig.
 * @throws Error with a sentence for the user if the address is not a member
 */
export function requireMember(t: Translator, multisig: Multisig, address: string): SquadsMember {
  const member = getMember(multisig, address);
  if (!member) throw new Error(t("This wallet is not a member of the multisig. Connect a member’s wallet."));
  return member;
}

/**
 * Returns the proposal of this request that was stored in the browser; null if there is none, if it did not
 * reach the network, or if it proposes another transaction.
 */
export async function readProposed({
  plan,
  intent,
  vault,
}: VaultRequest): Promise<ProposedTransaction | null> {
  const id = findProposed(intent);
  if (id?.multisig !== vault.multisig) return null;
  const proposed = await fetchProposal(solanaConnection(), id);
  if (proposed?.transaction.vaultIndex !== vault.vaultIndex) return null;
  return isSameMessage(proposed.transaction.message, vaultMessage(plan, vault)) ? proposed : null;
}

/** Returns whether a member can execute a proposal at a time in unix seconds. */
export const canExecute = (
  proposed: ProposedTransaction,
  member: SquadsMember | null,
  now: bigint,
): boolean =>
  member?.canExecute === true && proposed.state === "approved" && lockedSeconds(proposed, now) === 0n;

/** Returns the seconds until the time lock of an approved proposal ends. */
export function lockedSeconds({ proposal, multisig }: ProposedTransaction, now: bigint): bigint {
  const from = executableFrom(proposal, multisig);
  // The clock of this device can be behind the network's, which does not matter without a time lock.
  if (multisig.timeLock === 0 || from === null || from <= now) return 0n;
  return from - now;
}

/**
 * Proposes the plan as the next transaction of the multisig, with the approval of the member. Earlier
 * attempts are looked up first, so that the plan is proposed once.
 * @throws Error with a sentence for the user
 */
export async function propose(request: VaultRequest, { t, onPhase }: Running): Promise<void> {
  const { plan, intent, vault, member } = request;
  const own = getIntent(request, "propose");
  await settleSent({ intent: own, onPhase, t });
  if (await readProposed(request)) return;
  const multisig = await readMultisigOrThrow(t, vault.multisig);
  const proposer = requireMember(t, multisig, member.address);
  const transactionIndex = multisig.transactionIndex + 1n;
  const proposal = sized(t, () => planProposal({ plan, vault, member: proposer, transactionIndex }));
  storeProposed(intent, { multisig: vault.multisig, transactionIndex });
  await sendPlan(proposal, { account: member, intent: own, onPhase, t });
}

function sized(t: Translator, build: () => SendablePlan): SendablePlan {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof ProposalTooLargeError)) throw error;
    throw new Error(
      t(
        "The proposal would need {bytes} bytes, but a Solana transaction has at most {max}. Use a smaller transaction, such as one with fewer claims.",
        { bytes: String(error.bytes), max: String(MAX_PACKET_BYTES) },
      ),
    );
  }
}

/** Approves the proposal of a request with the wallet of the member. */
export async function approve(
  request: VaultRequest,
  { proposal }: ProposedTransaction,
  { t, onPhase }: Running,
): Promise<void> {
  const { vault, member } = request;
  const { transactionIndex } = proposal;
  const plan = planApproval({ multisig: vault.multisig, member: member.address, transactionIndex });
  await sendPlan(plan, { account: member, intent: getIntent(request, "approve"), onPhase, t });
}

/** Executes the approved transaction with the wallet of the member. Returns the signature. */
export async function execute(
  request: VaultRequest,
  { proposal, transaction }: ProposedTransaction,
  { t, onPhase }: Running,
): Promise<string> {
  const { intent, member } = request;
  const own = executionIntent(request, proposal);
  const before = await settleSent({ intent: own, onPhase, t });
  const plan = planExecution({ member: member.address, transaction });
  const { signature } = before ?? (await sendPlan(plan, { account: member, intent: own, onPhase, t }));
  deleteProposed(intent);
  return signature;
}

/**
 * Returns the signature of the transaction that executed a proposal.
 * @throws Error with a sentence for the user if the network does not have it yet
 */
export async function findExecuted(
  t: Translator,
  request: VaultRequest,
  { proposal }: ProposedTransaction,
): Promise<string> {
  const { plan, intent } = request;
  const signature = await findExecution(solanaConnection(), proposal);
  if (signature === null)
    throw new Error(t("The network does not list the executed transaction yet. Try again in a moment."));
  await requireDone(t, signature, { plan, slot: 0 });
  deleteProposed(intent);
  deleteSent(executionIntent(request, proposal));
  return signature;
}

/** A step of the member has its own intent, beside the one of the vault's transaction. */
const getIntent = ({ intent, member }: VaultRequest, step: string): Intent => ({
  ...intent,
  signer: member.address,
  what: `${step} ${intent.what}`,
});

/** A later proposal has another intent, because an execution must not settle an earlier one. */
const executionIntent = (request: VaultRequest, proposal: SquadsTransactionId): Intent =>
  getIntent(request, `execute ${findSquadsProposalAddress(proposal)}`);
