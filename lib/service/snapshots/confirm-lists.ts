import type { VestingTree } from "@/lib/core/solana/accounts";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import type { ChainReader } from "@/lib/service/indexer/context";
import type { CampaignLine, ListLine } from "./lines";
import type { SnapshotLine } from "./read-files";

type Network = { chain: ChainReader; programId: string };

/** Fields of a campaign that its account repeats for its whole life. */
const FIXED = [
  "creator",
  "mint",
  "campaignId",
  "totalSupply",
  "cancellable",
  "cancelAuthority",
  "pauseAuthority",
] as const satisfies (keyof CampaignLine & keyof VestingTree)[];

/**
 * Returns the account of a campaign; null if it was closed, or belongs to a later campaign of the address.
 * @throws SnapshotError if the campaign differs from its account
 */
export async function confirmCampaign(
  { chain, programId }: Network,
  campaign: CampaignLine,
  line: SnapshotLine,
): Promise<VestingTree | null> {
  const { treeAddress, creation } = campaign;
  if (findVestingTreeAddress({ ...campaign, programId }).address !== treeAddress)
    throw line.refusal("The address is not that of its creator, mint and campaignId.");
  const { trees } = await chain.getVestingTrees([treeAddress]);
  const account = trees[0] ?? null;
  if (!account || account.createdAt > creation.blockTime) return null;
  if (account.createdAt !== creation.blockTime)
    throw line.refusal(`The account was created at ${account.createdAt}, not ${creation.blockTime}.`);
  for (const field of FIXED)
    if (account[field] !== campaign[field])
      throw line.refusal(`${field} is ${campaign[field]}, but ${account[field]} on the network.`);
  return account;
}

/** Pages of an account's history that are read to find a rotation after the snapshot. */
const MAX_PAGES = 20;
const PAGE = 1_000;

/**
 * Returns whether the network confirms the root of a list: by the account, by the rotation that the list names, or by
 * a rotation after the snapshot that replaced the root.
 */
export async function isRootConfirmed(
  { chain }: Network,
  input: { treeAddress: string; account: VestingTree; list: ListLine; lastSlot: bigint },
): Promise<boolean> {
  const { treeAddress, account, list, lastSlot } = input;
  if (account.merkleRoot === list.merkleRoot) return account.leafCount === list.leafCount;
  if (list.rotation) return (await rotationsIn(chain, [list.rotation.signature], input)).length > 0;
  let before: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const options = { before, limit: PAGE, commitment: "finalized" as const };
    const listed = await chain.getSignatures(treeAddress, options);
    const later = listed.filter(({ slot, failed }) => slot > lastSlot && !failed);
    const signatures = later.map(({ signature }) => signature);
    if ((await rotationsIn(chain, signatures, input)).length > 0) return true;
    before = listed.at(-1)?.signature;
    if (listed.length === 0 || listed.some(({ slot }) => slot <= lastSlot)) return false;
  }
  return false;
}

/** Returns the rotations of a tree in transactions that name the root of a list. */
async function rotationsIn(
  chain: ChainReader,
  signatures: readonly string[],
  { treeAddress, list }: { treeAddress: string; list: ListLine },
) {
  if (signatures.length === 0) return [];
  const answers = await chain.getTransactions(signatures, { commitment: "finalized" });
  return answers
    .flatMap((answer) => (answer && "events" in answer ? answer.events : []))
    .filter(({ name, data }) => name === "RootUpdated" && data.tree === treeAddress)
    .filter(({ data }) => "newRoot" in data && [data.newRoot, data.oldRoot].includes(list.merkleRoot));
}
