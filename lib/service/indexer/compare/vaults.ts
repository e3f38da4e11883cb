import { inTransaction } from "@/db/in-transaction";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import {
  selectNextVaultOwners,
  selectVaultOwners,
  selectVaultRound,
  updateVaultRound,
  updateVaults,
  type VaultOwner,
  type VaultReading,
} from "@/db/queries/indexing/vaults";
import { isAddress } from "@/lib/core/solana/addresses";
import { getVaultAccount, vaultBalance } from "@/lib/core/solana/vault";
import { isEarlierGeneration, isReusable } from "@/lib/core/vesting/account-generation";
import { decodeTree, type RpcAccount } from "@/lib/service/chain/chain";
import { NetworkUnavailableError, RpcRejectionError } from "@/lib/service/chain/errors";
import { type IndexerContext, isOutOfTime, type RunContext } from "../context";

/** Maximum accounts per RPC call. */
const BATCH = 100;
/** Vaults that one run reads in addition to those of the campaigns with new events. */
const MAX_VAULTS_PER_RUN = 1_000;
/**
 * Minimum time between the starts of two rounds, so that a small index does not read its vaults in every run.
 */
const ROUND_MS = 60_000;

/**
 * Reads the vault balances of trees, at a slot no older than `minContextSlot`. Balances are optional: if no
 * node responds, the stored balances remain.
 */
export async function refreshVaults(
  context: IndexerContext,
  treeAddresses: readonly string[],
  minContextSlot?: bigint,
): Promise<void> {
  const owners = await selectVaultOwners(context.db, treeAddresses);
  await ignoreUnavailable(context, "vault balances", async () =>
    updateVaults(context.db, await readVaults(context, owners, minContextSlot)),
  );
}

/**
 * Continues the round over the vaults of all unfinished campaigns, which detects deposits without an event.
 * Reads at most 1,000 vaults per run.
 */
export async function continueVaultRound(run: RunContext): Promise<void> {
  const last = await selectVaultRound(run.db);
  let round = last ?? { after: 0, startedMs: run.nowMs() };
  if (last?.after === 0) {
    if (run.nowMs() - last.startedMs < ROUND_MS) return;
    round = { after: 0, startedMs: run.nowMs() };
  }
  await ignoreUnavailable(run, "vault balances", async () => {
    for (let read = 0; read < MAX_VAULTS_PER_RUN && !isOutOfTime(run); read += BATCH) {
      const owners = await selectNextVaultOwners(run.db, { after: round.after, limit: BATCH });
      const readings = await readVaults(run, owners);
      const isAtEnd = owners.length < BATCH;
      round = { ...round, after: isAtEnd ? 0 : (owners.at(-1)?.id ?? 0) };
      await inTransaction(run.db, async (tx) => {
        await holdRunLease(tx, run.lease);
        await updateVaults(tx, readings);
        await updateVaultRound(tx, round);
      });
      if (isAtEnd) return;
    }
  });
}

async function readVaults(
  { chain, programId }: IndexerContext,
  owners: readonly VaultOwner[],
  minContextSlot?: bigint,
): Promise<VaultReading[]> {
  // The columns are text, and one invalid address would fail the call for all others.
  const requested = owners.filter(({ treeAddress, mint }) => isAddress(treeAddress) && isAddress(mint));
  if (requested.length === 0) return [];
  const getAccounts = requested.map((owner) => getVaultAccount({ ...owner, programId }));
  const { slot, accounts } = await chain.getAccounts(getAccounts, { minContextSlot });
  return requested.map((owner, at) => ({
    id: owner.id,
    balance: getBalance(owner, accounts[at], programId),
    slot,
  }));
}

/**
 * Returns the vault's balance for one generation of its address: 0 once a later generation owns the account.
 */
function getBalance(owner: VaultOwner, account: RpcAccount | null | undefined, programId: string): bigint {
  if (!owner.isCurrent) return 0n;
  const tree = owner.verified && isReusable(owner) ? decodeTree(account, programId) : null;
  if (tree && isEarlierGeneration(owner, tree)) return 0n;
  return vaultBalance(account, { ...owner, programId });
}

/** Runs optional work; if the network does not respond, the next run does it. */
export async function ignoreUnavailable(
  { log }: IndexerContext,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NetworkUnavailableError || error instanceof RpcRejectionError)) throw error;
    log.warn({ error }, `indexer: ${name} could not be read`);
  }
}
