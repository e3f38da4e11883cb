import type { VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { lamportsAboveRent } from "@/lib/core/solana/rent";
import { tokenAccountBalance } from "@/lib/core/solana/tokens/tokens";
import { askBriefly } from "@/lib/service/chain/ask-briefly";
import { type Chain, decodeTree, type LedgerAccount } from "@/lib/service/chain/chain";
import type { CallOptions } from "@/lib/service/chain/rpc-client";
import type { Services } from "@/lib/service/services";

/** What the ledger says of a creator's trees. */
export type Told = {
  /** Base units that a tree lacks of what it owes, by tree; trees that lack nothing are not in it. */
  missing: Map<string, bigint>;
  /** Trees that are there. */
  there: Set<string>;
};

/** Trees asked for at once, so that a look at a desk costs a node two calls. */
const MOST_ASKED = 100;

/** What was funded stays so until the campaign ends, and then nobody asks. */
const funded = new WeakMap<Chain, Set<string>>();
const MOST_KEPT = 50_000;

/**
 * Asks the ledger which of some trees are there and what each lacks; those known to be funded are not asked for again. Null
 * while it does not tell.
 */
export async function askFunding(
  { chain, env, log }: Pick<Services, "chain" | "env" | "log">,
  trees: readonly string[],
): Promise<Told | null> {
  if (!chain) return null;
  const known = funded.get(chain) ?? new Set<string>();
  funded.set(chain, known);
  const asked = [...new Set(trees)].filter((tree) => !known.has(tree)).slice(0, MOST_ASKED);
  const told: Told = { missing: new Map(), there: new Set(trees.filter((tree) => known.has(tree))) };
  if (asked.length === 0) return told;
  const found = await askBriefly(chain, log, (limits) =>
    readHeld(chain, { trees: asked, programId: env.VESTING_PROGRAM_ID, limits }),
  );
  if (!found) return null;
  for (const { treeAddress, tree, held } of found) {
    told.there.add(treeAddress);
    if (tree.cancelledAt !== null || tree.instantRefunded) continue;
    const lacking = tree.totalSupply - tree.totalClaimed - held;
    if (lacking > 0n) told.missing.set(treeAddress, lacking);
    else if (known.size < MOST_KEPT) known.add(treeAddress);
  }
  return told;
}

type Held = { treeAddress: string; tree: VestingTree; held: bigint };
type Asked = { trees: readonly string[]; programId: string; limits: CallOptions };

async function readHeld(chain: Chain, { trees, programId, limits }: Asked): Promise<Held[]> {
  const { accounts } = await chain.getAccounts(trees, limits);
  const found = trees.flatMap((treeAddress, at) => {
    const account = accounts[at];
    const tree = decodeTree(account, programId);
    return account && tree ? [{ treeAddress, tree, account }] : [];
  });
  const tokens = found.filter(({ tree }) => tree.mint !== NATIVE_MINT);
  const vaults = tokens.map(({ tree }) => tree.vault);
  const held = vaults.length === 0 ? [] : (await chain.getAccounts(vaults, limits)).accounts;
  const balances = new Map(tokens.map(({ treeAddress }, at) => [treeAddress, balanceOf(held[at])]));
  return found.map(({ treeAddress, tree, account }) => ({
    ...{ treeAddress, tree },
    held: balances.get(treeAddress) ?? lamportsAboveRent(account),
  }));
}

const balanceOf = (vault: LedgerAccount | null | undefined): bigint =>
  vault ? tokenAccountBalance(vault.data) : 0n;
