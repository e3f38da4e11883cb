import { type AccountInfo, type Connection, PublicKey } from "@solana/web3.js";
import {
  type Multisig,
  type Proposal,
  readMultisig,
  readProposal,
  readVaultTransaction,
  type VaultTransaction,
} from "@/lib/core/squads/accounts";
import {
  findSquadsProposalAddress,
  findSquadsTransactionAddress,
  type SquadsTransactionId,
} from "@/lib/core/squads/addresses";
import { type ProposalState, proposalState } from "@/lib/core/squads/plans";

/** The RPC methods that read a multisig. */
export type SquadsRpc = Pick<Connection, "getMultipleAccountsInfo" | "getSignaturesForAddress">;

/** Returns the multisig at an address, or null if the account is not a Squads v4 multisig. */
export async function fetchMultisig(connection: SquadsRpc, multisig: string): Promise<Multisig | null> {
  const [account] = await connection.getMultipleAccountsInfo([new PublicKey(multisig)]);
  return readMultisig(getAccount(account));
}

/** A proposed transaction with its votes and its multisig. */
export type ProposedTransaction = {
  multisig: Multisig;
  proposal: Proposal;
  transaction: VaultTransaction;
  state: ProposalState;
};

/** Returns a proposed vault transaction, or null if it does not exist. */
export async function fetchProposal(
  connection: SquadsRpc,
  id: SquadsTransactionId,
): Promise<ProposedTransaction | null> {
  const addresses = [id.multisig, findSquadsProposalAddress(id), findSquadsTransactionAddress(id)];
  const accounts = await connection.getMultipleAccountsInfo(
    addresses.map((address) => new PublicKey(address)),
  );
  const [first, second, third] = accounts.map(getAccount);
  const multisig = readMultisig(first ?? null);
  const proposal = readProposal(second ?? null);
  const transaction = readVaultTransaction(third ?? null);
  if (!multisig || !proposal || !transaction) return null;
  return { multisig, proposal, transaction, state: proposalState(proposal, multisig) };
}

/** The newest transactions of a proposal that are searched. A member can vote after others failed to. */
const MAX_SEARCHED = 20;

/**
 * Returns the signature of the transaction that executed a proposal, or null if the node does not have it. No
 * later transaction changes an executed proposal.
 */
export async function findExecution(connection: SquadsRpc, id: SquadsTransactionId): Promise<string | null> {
  const address = new PublicKey(findSquadsProposalAddress(id));
  const found = await connection.getSignaturesForAddress(address, { limit: MAX_SEARCHED });
  return found.find(({ err }) => err === null)?.signature ?? null;
}

function getAccount(account: AccountInfo<Buffer> | null | undefined) {
  return account ? { owner: account.owner.toBase58(), data: account.data } : null;
}
