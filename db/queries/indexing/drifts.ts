import { asc, count, countDistinct, eq, inArray, min, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaignChecks, campaigns, claimRecordAmounts, drifts } from "@/db/schema";
import { insertFromArrays } from "../array-rows";
import { lockCampaigns } from "../events/projection";

/** The field that compares the stored claims with the program's running total. */
export const CLAIMED_SUM = "claimedSum";
/** The fields that differ while stored claims are missing. */
const CLAIM_FIELDS = [CLAIMED_SUM, "totalClaimed"];

/** A persistent difference between a campaign and the network. Times are unix seconds. */
export type StoredDrift = {
  treeAddress: string;
  field: string;
  indexed: string;
  onChain: string;
  slot: bigint;
  detectedAt: bigint;
  /** Number of repairs that did not resolve the difference. */
  attempts: number;
};

/** The result of a comparison with the network; `differences` is empty when index and network agree. */
export type ComparedCampaign = {
  campaignRowId: number;
  slot: bigint;
  differences: readonly { field: string; indexed: string; onChain: string }[];
};

/** Row ids as one parameter, because a statement has at most 65,534. */
const anyOf = (ids: readonly number[]) => sql`any(${sql.param(ids.map(String))}::integer[])`;

/** Replaces the stored differences of any number of campaigns; a persistent difference keeps its detection time. */
export async function replaceDrifts(
  tx: Database,
  compared: readonly ComparedCampaign[],
  now: bigint,
): Promise<void> {
  if (compared.length === 0) return;
  const ids = compared.map(({ campaignRowId }) => campaignRowId);
  await lockCampaigns(tx, ids);
  const rows = compared.flatMap(({ campaignRowId, slot, differences }) =>
    differences.map((difference) => ({ campaignId: campaignRowId, slot, detectedAt: now, ...difference })),
  );
  const stored = sql`select * from unnest(${sql.param(rows.map((row) => String(row.campaignId)))}::integer[],
    ${sql.param(rows.map((row) => row.field))}::text[]) kept (campaign_id, field)`;
  await tx
    .delete(drifts)
    .where(
      sql`${drifts.campaignId} = ${anyOf(ids)} and (${drifts.campaignId}, ${drifts.field}) not in (${stored})`,
    );
  if (rows.length > 0) {
    await tx.execute(sql`${insertFromArrays(drifts, rows)}
      on conflict (campaign_id, field) do update set
        indexed = excluded.indexed, on_chain = excluded.on_chain, slot = excluded.slot
      where (${drifts.indexed}, ${drifts.onChain}) is distinct from (excluded.indexed, excluded.on_chain)`);
  }
  const complete = compared.filter(
    ({ differences }) => !differences.some(({ field }) => CLAIM_FIELDS.includes(field)),
  );
  await deleteClaimRecordAmounts(
    tx,
    complete.map(({ campaignRowId }) => campaignRowId),
  );
  const drifting = new Set(rows.map(({ campaignId }) => campaignId));
  await updateHasDrift(
    tx,
    ids.filter((id) => drifting.has(id)),
    true,
  );
  await updateHasDrift(
    tx,
    ids.filter((id) => !drifting.has(id)),
    false,
  );
}

async function updateHasDrift(tx: Database, ids: readonly number[], hasDrift: boolean): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(campaigns)
    .set({ hasDrift })
    .where(sql`${campaigns.id} = ${anyOf(ids)} and ${campaigns.hasDrift} <> ${hasDrift}`);
}

async function deleteClaimRecordAmounts(tx: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(claimRecordAmounts).where(sql`${claimRecordAmounts.campaignId} = ${anyOf(ids)}`);
}

/** Selects the stored differences of some campaigns, by campaign row id. */
export async function selectStoredDifferences(
  db: Database,
  campaignRowIds: readonly number[],
): Promise<Map<number, ComparedCampaign["differences"]>> {
  if (campaignRowIds.length === 0) return new Map();
  const { campaignId, field, indexed, onChain } = drifts;
  const rows = await db
    .select({ campaignId, field, indexed, onChain })
    .from(drifts)
    .where(inArray(campaignId, [...campaignRowIds]));
  return new Map(campaignRowIds.map((id) => [id, rows.filter((row) => row.campaignId === id)]));
}

/**
 * Returns whether two comparisons found the same differences. Sums of claims are compared by the missing
 * amount, because later indexed claims change both sides equally.
 */
export const isSameDifference = (
  a: ComparedCampaign["differences"],
  b: ComparedCampaign["differences"],
): boolean => differenceKeys(a).join(" ") === differenceKeys(b).join(" ");

const differenceKeys = (differences: ComparedCampaign["differences"]) =>
  differences
    .map(({ field, indexed, onChain }) =>
      CLAIM_FIELDS.includes(field)
        ? `${field}:${BigInt(onChain) - BigInt(indexed)}`
        : `${field}:${indexed}:${onChain}`,
    )
    .sort();

const attempts = sql`coalesce((select ${campaignChecks.attempts} from ${campaignChecks}
  where ${campaignChecks.treeAddress} = ${campaigns.treeAddress}), 0)`.mapWith(Number);

/** Selects the first differences, of one campaign or of all. */
export function selectDrifts(
  db: Database,
  { campaignRowId, limit }: { campaignRowId?: number; limit: number },
): Promise<StoredDrift[]> {
  const { field, indexed, onChain, slot, detectedAt } = drifts;
  return db
    .select({ treeAddress: campaigns.treeAddress, field, indexed, onChain, slot, detectedAt, attempts })
    .from(drifts)
    .innerJoin(campaigns, eq(campaigns.id, drifts.campaignId))
    .where(campaignRowId === undefined ? undefined : eq(drifts.campaignId, campaignRowId))
    .orderBy(asc(detectedAt), asc(drifts.campaignId), asc(field))
    .limit(limit);
}

export type DriftSummary = {
  /** Number of campaigns that differ from the network, and the total number of their differing fields. */
  campaigns: number;
  differences: number;
  /** When the oldest difference was detected, in unix seconds; null if there is none. */
  since: bigint | null;
};

/**
 * Counts the campaigns that differ from the network. The query reads a table that is empty while index and
 * network agree.
 */
export async function selectDriftSummary(db: Database): Promise<DriftSummary> {
  const [row] = await db
    .select({
      campaigns: countDistinct(drifts.campaignId),
      differences: count(),
      since: min(drifts.detectedAt),
    })
    .from(drifts);
  return row ?? { campaigns: 0, differences: 0, since: null };
}
