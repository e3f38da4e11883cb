import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { type BeneficiaryRow, toVestingProgress } from "@/lib/contract/portfolio/rows";
import { MAX_PROGRESS_CAMPAIGNS } from "@/lib/core/lists/progress-limits";
import { checkVault } from "./accounts";
import { type ChainCampaign, toProgressFacts } from "./campaign-state";
import { claimedLeaf, type RecordedClaims } from "./claimed-leaves";
import { checkTime } from "./freshness";
import { readEntry } from "./progress-entry";
import {
  type Answer,
  checkLeaves,
  LISTS_ARE_PRIVATE,
  type ProgressEntry,
  type ProvenLeaf,
  answerSchema as schema,
} from "./proven-leaves";
import { type CheckContext, checkAnswer, type Verification, type VerifyOptions } from "./verification";

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
  checkAnswer({ answer, schema, options, getReason }, (progress, context) =>
    check(progress, context, options),
  );

function getReason(path: string): string {
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
  if (answer.truncated && options.unverified !== "exclude" && rows.length < MAX_PROGRESS_CAMPAIGNS)
    report.reject("truncated", false, "The list is shorter than its maximum length.");
  else report.skip("truncated", LISTS_ARE_PRIVATE);
  const known = rows.filter((row) => row !== null);
  if (known.length < rows.length) return report.skipAll("totals", "Some campaigns could not be checked.");
  report.compare("totals", createExpected(answer, known, options).totals);
}

const createExpected = (answer: Answer, rows: readonly BeneficiaryRow[], options: VerifyProgressOptions) =>
  toVestingProgress(
    { address: options.address, asOf: { slot: 0n, timestamp: 0n }, rows, unverified: options.unverified },
    BigInt(answer.proof.time),
  );

type EntryCheck = { context: CheckContext; options: VerifyProgressOptions; path: string; answer: Answer };

/** Checks one campaign. Returns it as the network has it; null if that is not completely known. */
async function checkEntry(entry: ProgressEntry, input: EntryCheck): Promise<BeneficiaryRow | null> {
  const { context, options, path, answer } = input;
  const { report } = context;
  const read = await readEntry(entry, { context, path, address: options.address });
  if (!read) return null;
  const { campaign, excuse, claims } = read;
  const vaultBalance = await checkVault(context, {
    ...{ path: `${path}.proof.vault`, vault: entry.proof.vault, treeAddress: entry.treeAddress },
    mint: campaign.tree?.mint ?? entry.mint,
  });
  const leaves = await checkLeaves(entry, { context, path, tree: campaign.tree, address: options.address });
  const row = leaves && toRow(entry, { campaign, claims, leaves, vaultBalance });
  if (!row || !campaign.tree) {
    const reason = leaves ? "Too few transactions of the campaign are known." : "Its leaves are not proven.";
    skipComputed(entry, { report, path, reason });
    return null;
  }
  report.compare(`${path}.verified`, true);
  const [expected] = createExpected(answer, [row], { ...options, unverified: "include" }).campaigns;
  compareEntry(expected, { report, path, excuse });
  return excuse === undefined ? row : null;
}

type RowCheck = {
  campaign: ChainCampaign;
  claims: RecordedClaims;
  leaves: readonly ProvenLeaf[];
  vaultBalance: bigint | null;
};

/** Returns the campaign with its leaves as the service's own rows have them; null if a fact is unknown. */
function toRow(
  entry: ProgressEntry,
  { campaign, claims, leaves, vaultBalance }: RowCheck,
): BeneficiaryRow | null {
  const { tree } = campaign;
  const defaults = {
    usedMilestones: [],
    firstTimedCliff: null,
    minCliffTime: tree?.minCliffTime ?? null,
    vaultBalance,
  };
  const facts = toProgressFacts(campaign, defaults);
  if (!facts) return null;
  const own = leaves.map((leaf) => claimedLeaf(leaf, { ...claims, leaves, settlement: facts.settledAmount }));
  if (!tree || !own.every((leaf) => leaf !== null)) return null;
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

function compareEntry(expected: VestingProgress["campaigns"][number] | undefined, input: Compared): void {
  const { report, path, excuse } = input;
  for (const name of COMPUTED) report.compare(`${path}.${name}`, expected?.[name], undefined, excuse);
  for (const [at, leaf] of (expected?.leaves ?? []).entries())
    for (const name of LEAF_COMPUTED)
      report.compare(`${path}.leaves.${at}.${name}`, leaf[name], undefined, excuse);
}

function skipComputed(
  entry: ProgressEntry,
  { report, path, reason }: { report: CheckContext["report"]; path: string; reason: string },
): void {
  for (const name of COMPUTED) report.skipAll(`${path}.${name}`, reason);
  for (const at of entry.leaves.keys())
    for (const name of LEAF_COMPUTED) report.skipAll(`${path}.leaves.${at}.${name}`, reason);
}
