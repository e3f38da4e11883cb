import { type AccountInfo, PublicKey } from "@solana/web3.js";
import { solanaConnection } from "@/components/network/connection";
import { serviceApi } from "@/components/service/service-api";
import { entryState } from "@/lib/contract/live-state";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { chunk } from "@/lib/core/chunk";
import { message } from "@/lib/core/i18n/translator";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { campaignIn, campaignOrNull } from "@/lib/core/solana/tree-account";
import { getVaultAccount, vaultBalance } from "@/lib/core/solana/vault";
import type { ActionRequest } from "./action-request";

/** Maximum number of accounts in one RPC request. */
const MAX_ACCOUNTS = 100;

/** Shown when a plan does not match the current state. Nothing was signed in that case. */
export const CAMPAIGN_CHANGED = message(
  "The campaign has changed since the simulation. Nothing was signed. Review the new amounts, then sign.",
);

/** The campaign changed between check and signature. No wallet was opened. */
export class CampaignChangedError extends Error {
  override readonly name = "CampaignChangedError";
}

type Claimant = { beneficiary: string; programId: string };

/**
 * The state on the Solana network that a plan depends on. Equal values of `basis` mean an unchanged state.
 */
export type ChainState = { basis: string; tree: VestingTree | null };

/** The response of the service about a recipient in a campaign. */
type Entry = VestingProgress["campaigns"][number];

/**
 * The state that the plan of an action depends on. `entry` is null unless the action is a claim of a
 * recipient. `held` is the balance of the vault in base units, or null unless the action funds the campaign.
 */
export type ActionBasis = ChainState & { entry: Entry | null; held: bigint | null };

/** Reads the state that the plan of an action depends on. */
export async function readActionBasis(request: ActionRequest): Promise<ActionBasis> {
  const { treeAddress, programId } = request.campaign;
  if (request.kind === "claim") {
    const beneficiary = request.leaves[0]?.beneficiary ?? "";
    const [[only], { campaigns }] = await Promise.all([
      readClaimBases([treeAddress], { beneficiary, programId }),
      serviceApi().vestingProgress(beneficiary),
    ]);
    const entry =
      campaigns.find((each) => each.treeAddress === treeAddress && each.earlierGeneration === null) ?? null;
    const indexed = entry ? entryState(entry) : "not a recipient";
    return { entry, held: null, tree: only?.tree ?? null, basis: `${only?.basis} ${indexed}` };
  }
  const vaultAddress = getVaultAccount(request.campaign);
  const [account, vault] = await solanaConnection().getMultipleAccountsInfo([
    new PublicKey(treeAddress),
    new PublicKey(vaultAddress),
  ]);
  const tree = campaignIn(account, { address: treeAddress, programId });
  const held = request.kind === "fund" ? getBalance(vault, request.campaign) : null;
  return { entry: null, held, tree, basis: `${getState(tree)} ${tree?.totalClaimed} ${held}` };
}

/** Returns the balance of a campaign's vault; 0 if the account does not exist. */
const getBalance = (vault: AccountInfo<Uint8Array> | null | undefined, campaign: ActionRequest["campaign"]) =>
  vaultBalance(
    vault && { owner: vault.owner.toBase58(), lamports: BigInt(vault.lamports), data: vault.data },
    campaign,
  );

/**
 * Reads the states that the claims of a beneficiary depend on, in the order of `trees`. Claims of other
 * recipients do not change these states.
 */
export async function readClaimBases(trees: readonly string[], claimant: Claimant): Promise<ChainState[]> {
  const bases: ChainState[] = [];
  for (const batch of chunk(trees, MAX_ACCOUNTS / 2)) {
    const records = batch.map((treeAddress) => findClaimRecordAddress({ ...claimant, treeAddress }).address);
    const accounts = await solanaConnection().getMultipleAccountsInfo(
      [...batch, ...records].map((address) => new PublicKey(address)),
    );
    for (const [at, address] of batch.entries()) {
      const record = accounts[batch.length + at];
      const tree = campaignOrNull(accounts[at], { address, programId: claimant.programId });
      bases.push({ tree, basis: `${getState(tree)} ${record ? record.data.toString() : "none"}` });
    }
  }
  return bases;
}

function getState(tree: VestingTree | null): string {
  if (tree === null) return "gone";
  const { merkleRoot, leafCount, paused, cancelledAt, instantRefunded, releasedMilestones } = tree;
  return [merkleRoot, leafCount, paused, cancelledAt, instantRefunded, ...releasedMilestones].join(" ");
}
