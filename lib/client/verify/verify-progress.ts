import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { type BeneficiaryRow, toVestingProgress } from "@/lib/contract/portfolio/rows";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { campaignOfAccount, checkVault } from "./accounts";
import { type ChainCampaign, factsOf, joinEvents } from "./campaign-state";
import { type ClaimSources, claimedLeaf, recordOf } from "./claimed-leaves";
import { type ChainEvent, readHistory, typeOf } from "./history";
import { checkEventList, checkEventSources } from "./positions";
import {
  type Answer,
  checkLeaves,
  type Entry,
  LISTS_ARE_PRIVATE,
  type ProvenLeaf,
  answerSchema as schema,
} from "./proven-leaves";
import {
  type CheckContext,
  CheckStopped,
  checkAnswer,
  type Verification,
  type VerifyOptions,
} from "./verification";
import { checkExistence, checkNewest, checkTime } from "./verify-campaign";

export type VerifyProgressOptions = VerifyOptions & {
  /** The recipient that was requested. */
  address: string;
  /** As in the request. */
  unverified?: "include" | "exclude";
};

/**
 * Checks a response of `api.vestingProgress(address, { proof: true })` against a node: each leaf by its proof,
 * claims by the transactions of the recipient's claim record, and all amounts by computing them again.
 */
export const verifyProgress = (answer: unknown, options: VerifyProgressOptions): Promise<Verification> =>
  checkAnswer({ answer, schema, options, reasonOf }, (progress, context) =>
    check(progress, context, options),
  );

function reasonOf(path: string): string {
  if (path.includes(".metadata")) return "The creator's texts are not on the network.";
  if (path.startsWith("asOf") || path.endsWith("hasDrift"))
    return "The state of the service's index is not on the network.";
  return "The network does not determine the value.";
}

async function check(answer: Answer, context: CheckContext, options: VerifyProgressOptions): Promise<void> {
  const { report } = context;
  report.compare("address", options.address);
  const { time } = await context.reader.accounts([]);
  checkTime(answer.proof.time, { context, time });
  const rows: (BeneficiaryRow | null)[] = [];
  for (const [at, entry] of answer.campaigns.entries())
    rows.push(await checkEntry(entry, { context, options, path: `campaigns.${at}`, answer }));
  const trees = answer.campaigns.map(
    ({ treeAddress, earlierGeneration }) => `${treeAddress} ${earlierGeneration}`,
  );
  if (new Set(trees).size < trees.length)
    report.reject("campaigns", undefined, "The list has the same campaign twice.");
  else report.skip("campaigns", LISTS_ARE_PRIVATE);
  const known = rows.filter((row) => row !== null);
  if (known.length < rows.length) return report.skipAll("totals", "Some campaigns could not be checked.");
  report.compare("totals", expectedOf(answer, known, options).totals);
}

const expectedOf = (answer: Answer, rows: readonly BeneficiaryRow[], options: VerifyProgressOptions) =>
  toVestingProgress(
    { address: options.address, asOf: { slot: 0n, timestamp: 0n }, rows, unverified: options.unverified },
    BigInt(answer.proof.time),
  );

type EntryOf = { context: CheckContext; options: VerifyProgressOptions; path: string; answer: Answer };

/** Checks one campaign. Returns it as the network has it; null if that is not completely known. */
async function checkEntry(entry: Entry, of: EntryOf): Promise<BeneficiaryRow | null> {
  const { context, options, path, answer } = of;
  const { report } = context;
  const read = await readEntry(entry, of);
  if (!read) return null;
  const { campaign, excuse, claims } = read;
  await checkVault(context, {
    ...{ path: `${path}.proof.vault`, vault: entry.proof.vault, treeAddress: entry.treeAddress },
    mint: campaign.tree?.mint ?? entry.mint,
  });
  const leaves = await checkLeaves(entry, { context, path, tree: campaign.tree, address: options.address });
  const row = leaves && rowOf(entry, { campaign, claims, leaves });
  if (!row || !campaign.tree) {
    const reason = leaves ? "Too few transactions of the campaign are known." : "Its leaves are not proven.";
    skipComputed(entry, { report, path, reason });
    return null;
  }
  report.compare(`${path}.verified`, true);
  const [expected] = expectedOf(answer, [row], { ...options, unverified: "include" }).campaigns;
  compareEntry(expected, { report, path, excuse });
  return excuse === undefined ? row : null;
}

type ReadEntry = { campaign: ChainCampaign; excuse: string | undefined; claims: ClaimSources };

/** Reads a campaign's account, its newest transactions and the recipient's claims; null for another account. */
async function readEntry(entry: Entry, { context, options, path }: EntryOf): Promise<ReadEntry | null> {
  const { report, reader, programId } = context;
  const { treeAddress } = entry;
  const of = { treeAddress, beneficiary: options.address, programId };
  const recordAddress = addressOfRecord(of);
  const read = recordAddress === null ? null : await reader.accounts([treeAddress, recordAddress]);
  const tree = read && readTree(read.accounts[0], { context, treeAddress, path });
  if (!read || !recordAddress || tree === undefined) {
    report.rejectAll(`${path}.treeAddress`, undefined, "It is not the address of a campaign.");
    report.skipAll(path, "There is no such campaign.");
    return null;
  }
  if (!(await checkIsCurrent(entry, { context, path, tree }))) return null;
  const history = await readHistory({
    ...{ reader, treeAddress, address: treeAddress },
    isLast: lastEventOf(entry, { tree, time: read.time }),
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
  const record = recordOf(read.accounts[1], programId);
  return { campaign, excuse, claims: { record, history: claimHistory, mint: tree?.mint ?? entry.mint } };
}

function addressOfRecord(of: { treeAddress: string; beneficiary: string; programId: string }): string | null {
  try {
    return findClaimRecordAddress(of).address;
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
    if (!(error instanceof CheckStopped)) throw error;
    context.report.reject(`${path}.treeAddress`, undefined, error.message);
    return undefined;
  }
}

type Account = { context: CheckContext; path: string; tree: VestingTree | null };

/** Returns whether an entry is about the campaign whose account exists now. */
async function checkIsCurrent(
  { earlierGeneration, treeAddress }: Entry,
  { context, path, tree }: Account,
): Promise<boolean> {
  const { report } = context;
  if (earlierGeneration === null) {
    if (tree) report.accept(`${path}.earlierGeneration`);
    return true;
  }
  if (!tree || (await canBeEarlier(tree, { context, treeAddress }))) {
    report.skipAll(path, `Earlier campaigns of the address ${treeAddress} are not checked.`);
    return false;
  }
  report.compare(`${path}.earlierGeneration`, null);
  return true;
}

/** Only the address of a native campaign can have had an earlier campaign, with a creation of its own. */
async function canBeEarlier(
  { mint }: VestingTree,
  { context, treeAddress }: { context: CheckContext; treeAddress: string },
): Promise<boolean> {
  if (mint !== NATIVE_MINT) return false;
  const { reader } = context;
  const { events, isWhole } = await readHistory({ reader, treeAddress, address: treeAddress });
  const creations = events.filter(({ name }) => name === "CampaignCreated");
  return creations.length !== 1 || !isWhole;
}

/** After the grace period, only a later transaction shows whether the creator has withdrawn the rest. */
function lastEventOf(
  { proof: { slot } }: Entry,
  { tree, time }: { tree: VestingTree | null; time: bigint },
): (event: ChainEvent) => boolean {
  const isOverdue = tree?.cancelledAt != null && time >= tree.cancelledAt + GRACE_PERIOD_SECONDS;
  const isEnd = ({ name }: ChainEvent) =>
    name === "CampaignCancelled" || name === "StreamCancelled" || name === "InstantRefunded";
  return (event) => {
    if (event.name === "CampaignCreated") return true;
    if (slot === null || !tree || typeOf(event) === null || event.slot > BigInt(slot)) return false;
    return !isOverdue || isEnd(event);
  };
}

const END_TYPES: readonly (string | null)[] = [
  "cancelled",
  "stream_cancelled",
  "instant_refunded",
  "withdrawn",
];

function checkEnds(
  { proof }: Entry,
  of: { context: CheckContext; path: string; campaign: ChainCampaign; reason: string },
): void {
  const { context, path, campaign } = of;
  const ends = campaign.events.filter((event) => END_TYPES.includes(typeOf(event)));
  const isOpen = campaign.tree?.cancelledAt === null;
  checkEventList(context, {
    ...{ path: `${path}.proof.events`, positions: proof.events, expected: ends },
    isWhole: campaign.isWhole || isOpen || ends.some((end) => campaign.newest.includes(end)),
    ...{ reason: of.reason || "Not every transaction was read.", lateAfter: campaign.time - context.maxAge },
  });
}

type RowOf = {
  campaign: ChainCampaign;
  claims: ClaimSources;
  leaves: readonly ProvenLeaf[];
};

/** Returns the campaign with its leaves as the service's own rows have them; null if a fact is unknown. */
function rowOf(entry: Entry, { campaign, claims, leaves }: RowOf): BeneficiaryRow | null {
  const { tree } = campaign;
  const { vault } = entry.proof;
  const vaultBalance = vault && BigInt(vault.balance);
  const given = {
    usedMilestones: [],
    firstTimedCliff: null,
    minCliffTime: tree?.minCliffTime ?? null,
    vaultBalance,
  };
  const facts = factsOf(campaign, given);
  const own = leaves.map((leaf) => claimedLeaf(leaf, claims));
  if (!facts || !tree || !own.every((leaf) => leaf !== null)) return null;
  const { creator, mint, campaignId, merkleRoot, createdAt, cancelAuthority, pauseAuthority } = tree;
  return {
    campaign: {
      ...facts,
      ...{ treeAddress: entry.treeAddress, creator, mint, campaignId, merkleRoot, createdAt },
      ...{ cancelAuthority, pauseAuthority, metadata: null, verified: entry.verified, isCurrent: true },
      ...{ creationSignature: null, accountCreatedAt: createdAt, hasDrift: false },
    },
    leaves: own,
    claimedInCampaign: own.reduce((sum, { claimed }) => sum + claimed, 0n),
    rootRegistered: true,
  };
}

/** Fields of an entry that are computed from the campaign and its leaves. */
const COMPUTED = [
  ...(["mint", "status", "paused", "cancelledAt", "instantRefunded", "streamSettled"] as const),
  ...(["leaf", "milestoneReleased", "progress"] as const),
];
const LEAF_COMPUTED = ["milestoneReleased", "progress"] as const;

type Compared = { report: CheckContext["report"]; path: string; excuse: string | undefined };

function compareEntry(expected: VestingProgress["campaigns"][number] | undefined, of: Compared): void {
  const { report, path, excuse } = of;
  for (const name of COMPUTED) report.compare(`${path}.${name}`, expected?.[name], undefined, excuse);
  for (const [at, leaf] of (expected?.leaves ?? []).entries())
    for (const name of LEAF_COMPUTED)
      report.compare(`${path}.leaves.${at}.${name}`, leaf[name], undefined, excuse);
}

function skipComputed(
  entry: Entry,
  { report, path, reason }: { report: CheckContext["report"]; path: string; reason: string },
): void {
  for (const name of COMPUTED) report.skipAll(`${path}.${name}`, reason);
  for (const at of entry.leaves.keys())
    for (const name of LEAF_COMPUTED) report.skipAll(`${path}.leaves.${at}.${name}`, reason);
}
