import { decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";

/** Thrown for an account that is not a campaign of the vesting program; the message says why. */
export class NotACampaign extends Error {
  override readonly name = "NotACampaign";
}

type Account = { address: string; owner: string; data: Uint8Array };

/**
 * Reads a campaign's account from a node that is not trusted to have chosen it. Anyone can create an account with the same
 * bytes, but only the program owns accounts at the address that it derives from creator, mint and campaign id.
 *
 * @throws NotACampaign
 */
export function readTreeAccount({ address, owner, data }: Account, programId: string): VestingTree {
  if (owner !== programId)
    throw new NotACampaign(
      `The account ${address} belongs to the program ${owner}, not to the vesting program ${programId}.`,
    );
  const tree = decoded(address, data);
  const { creator, mint, campaignId } = tree;
  const derived = findVestingTreeAddress({ creator, mint, campaignId, programId }).address;
  if (derived !== address)
    throw new NotACampaign(
      `The account ${address} states a creator, mint and campaign id whose campaign is at ${derived}.`,
    );
  return tree;
}

function decoded(address: string, data: Uint8Array): VestingTree {
  try {
    return decodeVestingTree(data);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new NotACampaign(`The account ${address} does not hold a campaign.`);
  }
}
