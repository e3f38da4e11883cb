import type { VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readHistory } from "./history";
import type { CheckContext } from "./verification";

type Generation = {
  path: string;
  treeAddress: string;
  tree: VestingTree | null;
  /** The stated name of an earlier campaign of the address; null for the current one. */
  earlierGeneration: string | null;
};

/** Returns whether an answer is about the current campaign of its address, and not truly about an earlier one. */
export async function checkGeneration(context: CheckContext, generation: Generation): Promise<boolean> {
  const { path, tree, earlierGeneration } = generation;
  if (earlierGeneration !== null && (await canBeEarlier(context, generation))) return false;
  if (tree || earlierGeneration !== null) context.report.compare(path, null);
  return true;
}

/** Only the address of a native campaign can have had an earlier one, and each has a creation of its own. */
async function canBeEarlier({ reader }: CheckContext, { treeAddress, tree }: Generation): Promise<boolean> {
  if (tree && tree.mint !== NATIVE_MINT) return false;
  const { events, isWhole } = await readHistory({ reader, treeAddress, address: treeAddress });
  const creations = events.filter(({ name }) => name === "CampaignCreated");
  return creations.length > 1 || !isWhole;
}
