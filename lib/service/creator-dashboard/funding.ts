import type { VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { lamportsAboveRent } from "@/lib/core/solana/rent";
import { tokenAccountBalance } from "@/lib/core/solana/tokens/tokens";
import { type Chain, decodeTree, type RpcAccount } from "@/lib/service/chain/chain";
import { requestOptional } from "@/lib/service/chain/optional-request";
import type { CallOptions } from "@/lib/service/chain/rpc-client";
import type { Services } from "@/lib/service/services";

/** The on-chain funding state of a creator's trees. */
export type Funding = {
  /** Missing base units by tree; fully funded trees are absent. */
  missing: Map<string, bigint>;
  /** Trees that exist on chain. */
  there: Set<string>;
};

/** Maximum trees per request, so that a creator dashboard costs a node two calls. */
const MAX_TREES_PER_REQUEST = 100;

/**
 * Cache of funded generations. A generation stays funded until the campaign ends, and ended campaigns are not
 * queried. The creator of a native SOL campaign that ended can create its tree again.
 */
const funded = new WeakMap<Chain, Set<string>>();
const MAX_CACHED_TREES = 50_000;

/**
 * Reads which trees exist on chain and the amount that each one lacks. Skips trees whose generation is known to
 * be funded: `generations` has a unique name of it by tree. Returns null if the network does not respond.
 */
export async function fetchFunding(
  { chain, env, log }: Pick<Services, "chain" | "env" | "log">,
  generations: ReadonlyMap<string, string>,
): Promise<Funding | null> {
  if (!chain) return null;
  const known = funded.get(chain) ?? new Set<string>();
  funded.set(chain, known);
  const trees = [...generations.keys()];
  const isKnown = (tree: string) => known.has(generations.get(tree) ?? "");
  const requested = trees.filter((tree) => !isKnown(tree)).slice(0, MAX_TREES_PER_REQUEST);
  const response: Funding = { missing: new Map(), there: new Set(trees.filter(isKnown)) };
  if (requested.length === 0) return response;
  const found = await requestOptional(chain, log, (limits) =>
    readHeld(chain, { trees: requested, programId: env.VESTING_PROGRAM_ID, limits }),
  );
  if (!found) return null;
  for (const { treeAddress, tree, held } of found) {
    response.there.add(treeAddress);
    if (tree.cancelledAt !== null || tree.instantRefunded) continue;
    const lacking = tree.totalSupply - tree.totalClaimed - held;
    if (lacking > 0n) response.missing.set(treeAddress, lacking);
    else if (known.size < MAX_CACHED_TREES) known.add(generations.get(treeAddress) ?? "");
  }
  return response;
}

type Held = { treeAddress: string; tree: VestingTree; held: bigint };
type Params = { trees: readonly string[]; programId: string; limits: CallOptions };

async function readHeld(chain: Chain, { trees, programId, limits }: Params): Promise<Held[]> {
  const { accounts } = await chain.getAccounts(trees, limits);
  const found = trees.flatMap((treeAddress, at) => {
    const account = accounts[at];
    const tree = decodeTree(account, programId);
    return account && tree ? [{ treeAddress, tree, account }] : [];
  });
  const tokens = found.filter(({ tree }) => tree.mint !== NATIVE_MINT);
  const vaults = tokens.map(({ tree }) => tree.vault);
  const held = vaults.length === 0 ? [] : (await chain.getAccounts(vaults, limits)).accounts;
  const balances = new Map(tokens.map(({ treeAddress }, at) => [treeAddress, getBalance(held[at])]));
  return found.map(({ treeAddress, tree, account }) => ({
    ...{ treeAddress, tree },
    held: balances.get(treeAddress) ?? lamportsAboveRent(account),
  }));
}

const getBalance = (vault: RpcAccount | null | undefined): bigint =>
  vault ? tokenAccountBalance(vault.data) : 0n;
