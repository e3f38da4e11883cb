import { inTransaction } from "@/db/in-transaction";
import {
  type ClaimedLeaf,
  type ClaimRecordAmount,
  deleteClaimRecordAmounts,
  replaceClaimRecordAmounts,
  selectClaimedLeaves,
} from "@/db/queries/indexing/claim-totals";
import { selectNewestReadSlot } from "@/db/queries/indexing/known-slots";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import type { Campaign } from "@/db/schema";
import type { ClaimRecord } from "@/lib/core/solana/accounts";
import { readClaimRecord, recordedAmount } from "@/lib/core/solana/claim-record";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { paidOut } from "@/lib/core/vesting/lifecycle";
import type { ContextOptions } from "@/lib/service/chain/history";
import { isOutOfTime, type RunContext } from "../context";
import type { CampaignComparison } from "./accounts";

/** Leaves whose records are read with one call. */
export const BATCH = 100;
/** Maximum calls of one repair for records. */
export const MAX_BATCHES = 100;

/**
 * Reads the claim records of a campaign with missing claims, until the missing sum is found. Stores records
 * that state more than the stored claims, so that responses never show more as claimable than the program
 * would pay.
 */
export async function readClaimRecords(
  run: RunContext,
  { row: campaign, tree }: CampaignComparison,
): Promise<void> {
  const paid = paidOut(campaign);
  const total = tree && tree.totalClaimed > paid ? tree.totalClaimed : paid;
  let missing = total - campaign.settledAmount - campaign.claimedSum;
  let from = 0;
  for (let batch = 0; batch < MAX_BATCHES && missing > 0n && !isOutOfTime(run); batch++) {
    const page = await selectClaimedLeaves(run.db, { campaignRowId: campaign.id, from, limit: BATCH });
    const last = page.at(-1);
    if (!last) break;
    const amounts = await readPage(run, { campaign, page, missing });
    const to = last.leafIndex + 1;
    await run.onStep?.("repair: claim records read");
    await inTransaction(run.db, async (tx) => {
      await holdRunLease(tx, run.lease);
      await replaceClaimRecordAmounts(tx, { campaignRowId: campaign.id, from, to, amounts });
    });
    for (const amount of amounts) missing -= amount.missing;
    from = to;
  }
  // Deletes amounts of earlier reads for leaves after those that explain the whole sum.
  if (missing <= 0n) await deleteClaimRecordAmounts(run.db, { campaignRowId: campaign.id, from });
}

type Page = { campaign: Campaign; page: readonly ClaimedLeaf[]; missing: bigint };

/**
 * Returns the amounts by which the records of a page's beneficiaries exceed the stored claims. The record of a settled
 * stream also counts the settlement, so no amount exceeds the missing sum of the campaign.
 */
async function readPage(
  run: RunContext,
  { campaign: { id: campaignId, treeAddress }, page, missing: limit }: Page,
): Promise<ClaimRecordAmount[]> {
  const minContextSlot = await selectNewestReadSlot(run.db);
  const { slot, records } = await readRecords(run, { treeAddress, page, options: { minContextSlot } });
  return unexplainedClaims(page, records).flatMap(({ amount, paidEarlier, ...leaf }) => {
    const excess = amount - paidEarlier;
    return excess > 0n ? [{ campaignId, ...leaf, missing: excess < limit ? excess : limit, slot }] : [];
  });
}

/** Claim records by beneficiary; null if there is no record. */
type Records = ReadonlyMap<string, ClaimRecord | null>;

/** Reads the claim records of the leaves' beneficiaries, and the slot at which they were read. */
export async function readRecords(
  { chain, programId }: RunContext,
  input: { treeAddress: string; page: readonly ClaimedLeaf[]; options: ContextOptions },
): Promise<{ slot: bigint; records: Records }> {
  const { treeAddress, page, options } = input;
  const beneficiaries = [...new Set(page.map(({ beneficiary }) => beneficiary))];
  const addresses = beneficiaries.map(
    (beneficiary) => findClaimRecordAddress({ treeAddress, beneficiary, programId }).address,
  );
  const { slot, accounts } = await chain.getAccounts(addresses, options);
  const records = new Map(
    beneficiaries.map((beneficiary, at) => [beneficiary, readClaimRecord(accounts[at], programId)]),
  );
  return { slot, records };
}

/** Returns the leaves whose beneficiary's record states more than the stored claims, with that amount. */
export function unexplainedClaims(page: readonly ClaimedLeaf[], records: Records) {
  return page.flatMap((leaf) => {
    const record = records.get(leaf.beneficiary);
    const claimed = record ? recordedAmount(record, leaf) : 0n;
    if (claimed <= leaf.claimed) return [];
    const { leafIndex, beneficiary, paidEarlier } = leaf;
    const milestoneIdx = leaf.releaseType === ReleaseType.Milestone ? leaf.milestoneIdx : null;
    return [{ beneficiary, leafIndex, milestoneIdx, paidEarlier, amount: claimed - leaf.claimed }];
  });
}
