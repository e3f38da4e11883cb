import { END_EVENT_TYPES } from "@/lib/core/events/event-types";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { readClaimRecord } from "@/lib/core/solana/claim-record";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { campaignOfAccount } from "./accounts";
import { type ChainCampaign, isEnd, joinEvents } from "./campaign-state";
import type { RecordedClaims } from "./claimed-leaves";
import { checkExistence, checkNewest, NO_ACCOUNT } from "./freshness";
import { checkGeneration } from "./generation";
import { type ChainEvent, getType, readHistory } from "./history";
import { checkEventList, checkEventSources } from "./positions";
import type { ProgressEntry } from "./proven-leaves";
import { type CheckContext, CheckStoppedError } from "./verification";

type EntryCheck = { context: CheckContext; path: string; address: string };

type ReadEntry = { campaign: ChainCampaign; excuse: string | undefined; claims: RecordedClaims };

/** Reads a campaign's account, its newest transactions and the recipient's claims; null for another account. */
export async function readEntry(
  entry: ProgressEntry,
  { context, path, address }: EntryCheck,
): Promise<ReadEntry | null> {
  const { report, reader, programId } = context;
  const { treeAddress } = entry;
  const identity = { treeAddress, beneficiary: address, programId };
  const recordAddress = addressOfRecord(identity);
  const read = recordAddress === null ? null : await reader.accounts([treeAddress, recordAddress]);
  const tree = read && readTree(read.accounts[0], { context, treeAddress, path });
  if (!read || !recordAddress || tree === undefined) {
    report.rejectAll(`${path}.treeAddress`, undefined, "It is not the address of a campaign.");
    report.skipAll(path, "There is no such campaign.");
    return null;
  }
  const { earlierGeneration } = entry;
  const generation = { path: `${path}.earlierGeneration`, treeAddress, tree, earlierGeneration };
  if (!(await checkGeneration(context, generation))) {
    report.skipAll(path, "Earlier campaigns of the address are not checked.");
    return null;
  }
  const history = await readHistory({
    ...{ reader, treeAddress, address: treeAddress },
    isLast: getLastEvent(entry, { tree, time: read.time }),
  });
  const stated = await checkEventSources(context, {
    ...{ path: `${path}.proof.events`, sources: entry.proof.events, treeAddress },
    createdAt: tree?.createdAt ?? null,
  });
  const newest = history.events;
  const isWhole = history.isWhole && newest.at(-1)?.name === "CampaignCreated";
  const campaign = { tree, time: read.time, newest, isWhole, events: joinEvents(newest, stated) };
  if (tree || isWhole) report.accept(`${path}.treeAddress`);
  else await checkExistence(context, { path: `${path}.treeAddress`, slot: entry.proof.slot, history });
  if (!tree && campaign.events.length === 0) {
    report.skipAll(path, NO_ACCOUNT);
    return null;
  }
  const excuse = checkNewest(entry.proof.slot, {
    path: `${path}.proof.slot`,
    context,
    history,
    time: read.time,
  });
  checkEnds(entry, { context, path, campaign, reason: history.reason });
  const claimHistory = await readHistory({
    ...{ reader, treeAddress, address: recordAddress },
    isBeyond: ({ blockTime }) => tree !== null && blockTime !== null && blockTime < tree.createdAt,
  });
  const record = readClaimRecord(read.accounts[1], programId);
  return { campaign, excuse, claims: { record, history: claimHistory, mint: tree?.mint ?? entry.mint } };
}

function addressOfRecord(input: {
  treeAddress: string;
  beneficiary: string;
  programId: string;
}): string | null {
  try {
    return findClaimRecordAddress(input).address;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readTree(
  account: Parameters<typeof campaignOfAccount>[0],
  { context, treeAddress, path }: { context: CheckContext; treeAddress: string; path: string },
): VestingTree | null | undefined {
  try {
    return campaignOfAccount(account, { treeAddress, programId: context.programId });
  } catch (error) {
    if (!(error instanceof CheckStoppedError)) throw error;
    context.report.reject(`${path}.treeAddress`, undefined, error.message);
    return undefined;
  }
}

/** After the grace period, only a later transaction shows whether the creator has withdrawn the rest. */
function getLastEvent(
  { proof: { slot } }: ProgressEntry,
  { tree, time }: { tree: VestingTree | null; time: bigint },
): (event: ChainEvent) => boolean {
  const isOverdue = tree?.cancelledAt != null && time >= tree.cancelledAt + GRACE_PERIOD_SECONDS;
  return (event) => {
    if (event.name === "CampaignCreated") return true;
    if (slot === null || !tree || getType(event) === null || event.slot > BigInt(slot)) return false;
    return !isOverdue || isEnd(event);
  };
}

function checkEnds(
  { proof }: ProgressEntry,
  input: { context: CheckContext; path: string; campaign: ChainCampaign; reason: string },
): void {
  const { context, path, campaign } = input;
  const ends = campaign.events.filter((event) => END_EVENT_TYPES.some((type) => type === getType(event)));
  const isOpen = campaign.tree?.cancelledAt === null;
  checkEventList(context, {
    ...{ path: `${path}.proof.events`, positions: proof.events, expected: ends },
    isWhole: campaign.isWhole || isOpen || ends.some((end) => campaign.newest.includes(end)),
    ...{
      reason: input.reason || "Not every transaction was read.",
      lateAfter: campaign.time - context.maxAge,
    },
  });
}
