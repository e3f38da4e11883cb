import { and, asc, eq, gt, inArray, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Campaign, campaigns, syncState } from "@/db/schema";
import { toInt8 } from "@/db/schema/u64";

const { id, treeAddress, mint, isCurrent, verified, totalSupply, totalClaimed, settled } = campaigns;
const { cancellable, cancelAuthority, pauseAuthority, accountCreatedAt, creationTime } = campaigns;

/** The columns that identify a vault and the campaign's generation at its address. */
const columns = {
  ...{ id, treeAddress, mint, isCurrent, verified, totalSupply, totalClaimed, settled },
  ...{ cancellable, cancelAuthority, pauseAuthority, accountCreatedAt, creationTime },
};

/** A campaign whose vault is due to be read. */
export type VaultOwner = Pick<Campaign, keyof typeof columns>;

/**
 * Selects the campaigns of trees, including those that are over: the last claim or withdrawal changes the
 * vault too.
 */
export async function selectVaultOwners(
  db: Database,
  treeAddresses: readonly string[],
): Promise<VaultOwner[]> {
  if (treeAddresses.length === 0) return [];
  return db
    .select(columns)
    .from(campaigns)
    .where(inArray(campaigns.treeAddress, [...treeAddresses]));
}

/** A vault that the creator has emptied is read again after this many slots, about an hour. */
const SLOTS_BETWEEN_EMPTY_READS = 9_000;

/**
 * Selects the campaigns after a row id whose vault may change or was never read, in order of row id. These
 * are campaigns that are not over, and earlier generations that still have a stored balance. Tokens can reach a vault
 * after the creator's withdrawal, so it is read again, but rarely.
 */
export function selectNextVaultOwners(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<VaultOwner[]> {
  const isDue = sql`${campaigns.vaultSlot} + ${SLOTS_BETWEEN_EMPTY_READS}::bigint <=
    (select value::bigint from ${syncState} where key = 'last_synced_slot')`;
  const isOpen = and(
    notInArray(campaigns.phase, ["claimed", "settled", "instant_refunded"]),
    or(eq(campaigns.withdrawn, false), ne(campaigns.vaultBalance, 0n), isDue),
  );
  const isStale = and(eq(campaigns.isCurrent, false), ne(campaigns.vaultBalance, 0n));
  return db
    .select(columns)
    .from(campaigns)
    .where(and(gt(campaigns.id, after), or(isOpen, isStale, isNull(campaigns.vaultSlot))))
    .orderBy(asc(campaigns.id))
    .limit(limit);
}

/**
 * An unchanged balance is written again only after this many slots, about ten minutes, because each write
 * creates a new row version.
 */
const SLOTS_BETWEEN_WRITES = 1_500;

export type VaultReading = { id: number; balance: bigint; slot: bigint };

/** Stores vault balances at a slot; a reading that is older than the stored one changes nothing. */
export async function updateVaults(tx: Database, readings: readonly VaultReading[]): Promise<void> {
  if (readings.length === 0) return;
  const ids = sql.param(readings.map(({ id }) => String(id)));
  const balances = sql.param(readings.map(({ balance }) => toInt8(balance)));
  const slots = sql.param(readings.map(({ slot }) => String(slot)));
  await tx.execute(sql`update ${campaigns} set vault_balance = seen.balance, vault_slot = seen.slot
    from unnest(${ids}::integer[], ${balances}::bigint[], ${slots}::bigint[]) seen (id, balance, slot)
    where ${campaigns.id} = seen.id and (${campaigns.vaultSlot} is null or (${campaigns.vaultSlot} <= seen.slot
      and (${campaigns.vaultBalance} <> seen.balance
        or ${campaigns.vaultSlot} + ${SLOTS_BETWEEN_WRITES}::bigint <= seen.slot)))`);
}

const ROUND = "vault_round";

/**
 * The position of the round over all vaults: the last row id that was read, and the start of the round in
 * unix milliseconds.
 */
export type VaultRound = { after: number; startedMs: number };

export async function selectVaultRound(db: Database): Promise<VaultRound | null> {
  const [row] = await db.select().from(syncState).where(eq(syncState.key, ROUND));
  const [after, startedMs] = row?.value.split(" ").map(Number) ?? [];
  return after === undefined || startedMs === undefined ? null : { after, startedMs };
}

export async function updateVaultRound(tx: Database, { after, startedMs }: VaultRound): Promise<void> {
  const value = `${after} ${startedMs}`;
  const updatedAt = sql`extract(epoch from clock_timestamp())::bigint`;
  await tx
    .insert(syncState)
    .values({ key: ROUND, value, updatedAt })
    .onConflictDoUpdate({ target: syncState.key, set: { value, updatedAt } });
}
