import { type CampaignDetail, campaignDetail } from "@/lib/contract/campaign";
import { buildTree } from "@/lib/core/merkle/tree";
import { type AnsweredLeaf, toLeaf } from "@/lib/core/plans/leaf-from-json";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { campaignOfAccount, checkVault } from "./accounts";
import {
  type ChainCampaign,
  calculateSettlement,
  chainFields,
  isWithdrawn,
  joinEvents,
} from "./campaign-state";
import { checkDerived, toLeafFacts } from "./derived-fields";
import { checkExistence, checkNewest, checkTime, type FreshnessCheck, NO_ACCOUNT } from "./freshness";
import { checkGeneration } from "./generation";
import { type ChainEvent, getType, readHistory } from "./history";
import { checkEventList, checkEventSources, checkPosition } from "./positions";
import { checkRootVersions } from "./root-versions";
import {
  type CheckContext,
  CheckStoppedError,
  checkAnswer,
  type Verification,
  type VerifyOptions,
} from "./verification";

export type VerifyCampaignOptions = VerifyOptions & {
  /** The campaign that was requested. */
  treeAddress: string;
  /** All leaves of the campaign, if known: milestones, first cliff and status then follow from its root. */
  leaves?: readonly AnsweredLeaf[];
};

const schema = campaignDetail.required({ proof: true });
type Detail = CampaignDetail & { proof: NonNullable<CampaignDetail["proof"]> };

/**
 * Checks a response of `api.campaign(treeAddress, { proof: true })` against a node, field by field. Uses the
 * account, the stated transactions, and the campaign's newest transactions up to `maxTransactions`.
 */
export const verifyCampaign = (answer: unknown, options: VerifyCampaignOptions): Promise<Verification> =>
  checkAnswer({ answer, schema, options, getReason }, (detail, context) => check(detail, context, options));

/** Why the network does not determine a field. */
const REASONS: readonly [RegExp, string][] = [
  [/^metadata/, "The creator's texts are not on the network."],
  [/^(?:asOf|hasDrift|drift)/, "The state of the service's index is not on the network."],
  [/^rootVersions\.\d+\.(?:createdAt|ipfsCid)/, "The service recorded it at the registration."],
  [/^(?:paidTwice|claimedMoreThanAllocated|allocatedBeyondSupply)/, "It follows from all leaves and claims."],
  [/^generations/, "Earlier campaigns of the address are not checked."],
  [/^proof\.nextCursor/, "A cursor belongs to the service."],
];

const getReason = (path: string): string =>
  REASONS.find(([pattern]) => pattern.test(path))?.[1] ?? "The network does not determine the value.";

async function check(detail: Detail, context: CheckContext, options: VerifyCampaignOptions): Promise<void> {
  const { report, reader } = context;
  const { treeAddress } = options;
  report.compare("treeAddress", treeAddress);
  const read = await reader.accounts([treeAddress]);
  const tree = campaignOfAccount(read.accounts[0], { treeAddress, programId: context.programId });
  checkTime(detail.proof.time, { context, time: read.time });
  const { earlierGeneration, createdAt } = detail;
  const isCurrent = await checkGeneration(context, {
    ...{ path: "earlierGeneration", treeAddress, tree },
    earlierGeneration: createdAt === tree?.createdAt.toString() ? null : earlierGeneration,
  });
  const identity = { treeAddress, createdAt: isCurrent && tree ? tree.createdAt : null };
  const stated = await checkStated(detail, { context, ...identity });
  if (!isCurrent) return report.skipRest(() => "The answer is about an earlier campaign of the address.");
  const history = await readHistory({
    ...{ reader, treeAddress, address: treeAddress },
    isLast: ({ name }) => name === "CampaignCreated",
  });
  const newest = history.events;
  const isWhole = history.isWhole && newest.at(-1)?.name === "CampaignCreated";
  if (!tree && !isWhole) {
    await checkExistence(context, { path: "treeAddress", slot: detail.proof.slot, history });
    throw new CheckStoppedError("NO_ACCOUNT", NO_ACCOUNT);
  }
  const events = isWhole ? newest : joinEvents(newest, stated);
  const campaign: ChainCampaign = { tree, time: read.time, isWhole, newest, events };
  const excuse = checkNewest(detail.proof.slot, { path: "proof.slot", context, history, time: read.time });
  checkEvents(detail, { context, history, isWhole, time: read.time });
  await checkState(detail, { context, campaign, excuse, options });
}

/** Checks the positions of the events that the answer states. Returns the events that exist. */
async function checkStated(
  { proof: { creation, events } }: Detail,
  { context, ...rest }: { context: CheckContext; treeAddress: string; createdAt: bigint | null },
): Promise<ChainEvent[]> {
  const { report, reader } = context;
  if (creation) {
    const isKind = ({ name }: ChainEvent) => name === "CampaignCreated";
    await checkPosition(context, { path: "proof.creation", position: creation, ...rest, others: [], isKind });
  } else report.skip("proof.creation", "The service does not know the creation.");
  // A node that lists a transaction and does not return it proves nothing.
  await reader.signatures(rest.treeAddress, {}).catch(() => undefined);
  return checkEventSources(context, { path: "proof.events", sources: events, ...rest });
}

type StateCheck = State & { options: VerifyCampaignOptions };

async function checkState(detail: Detail, { context, campaign, excuse, options }: StateCheck): Promise<void> {
  const { treeAddress } = options;
  checkFields({ context, campaign, excuse });
  checkIdentity(detail, { context, campaign, treeAddress });
  const mint = campaign.tree?.mint ?? detail.mint;
  const vaultBalance = await checkVault(context, { path: "vault", vault: detail.vault, treeAddress, mint });
  const { merkleRoot, minCliffTime } = chainFields(campaign);
  const leaves = await leavesOfRoot(options.leaves, merkleRoot);
  const { report } = context;
  checkDerived(detail, {
    report,
    campaign,
    leafFacts: toLeafFacts(detail, { leaves, minCliffTime }),
    ...{ excuse, vaultBalance },
  });
  checkRootVersions(detail, { report, campaign });
}

function checkEvents({ proof }: Detail, input: FreshnessCheck & { isWhole: boolean }): void {
  const { context, history, isWhole, time } = input;
  const listed = history.events.filter((event) => !["claimed", null].includes(getType(event)));
  const expected = proof.nextCursor === null ? listed : listed.slice(0, proof.events.length);
  checkEventList(context, {
    ...{ path: "proof.events", expected, positions: proof.events, isWhole, reason: history.reason },
    lateAfter: time - context.maxAge,
  });
  if (isWhole && listed.length <= proof.events.length) context.report.compare("proof.nextCursor", null);
}

/** Fields that no transaction changes after the creation. */
const CONSTANT = ["creator", "mint", "campaignId", "totalSupply", "cancellable"] as const;
const AUTHORITIES = ["cancelAuthority", "pauseAuthority", "createdAt"] as const;
const CHANGING = ["merkleRoot", "leafCount", "totalClaimed", "paused", "cancelledAt"] as const;

type State = { context: CheckContext; campaign: ChainCampaign; excuse: string | undefined };

function checkFields({ context: { report }, campaign, excuse }: State): void {
  const fields = chainFields(campaign);
  const unknown = "The account is closed, and its known transactions do not determine the value.";
  for (const name of [...CONSTANT, ...AUTHORITIES]) report.compare(name, fields[name], unknown);
  const settlement = calculateSettlement(campaign);
  const changing: Record<string, unknown> = {
    ...Object.fromEntries(CHANGING.map((name) => [name, fields[name]])),
    instantRefunded: fields.instantRefunded,
    settled: settlement === undefined ? undefined : settlement !== null,
    settledAmount: settlement === undefined ? undefined : (settlement ?? 0n),
    withdrawn: isWithdrawn(campaign),
  };
  const few = "Too few transactions of the campaign are known.";
  for (const [name, value] of Object.entries(changing)) report.compare(name, value, few, excuse);
}

/** The address follows from creator, mint and campaign id, also after the account is closed. */
function checkIdentity(
  { creator, mint, campaignId }: Detail,
  input: { context: CheckContext; campaign: ChainCampaign; treeAddress: string },
): void {
  const { context, campaign, treeAddress } = input;
  const { report, programId } = context;
  const isDerived = derives({ creator, mint, campaignId, programId }) === treeAddress;
  if (!campaign.tree && isDerived) for (const name of ["creator", "mint", "campaignId"]) report.accept(name);
  if (!isDerived)
    report.reject("treeAddress", undefined, "It does not follow from creator, mint and campaign ID.");
  if (campaign.tree) report.compare("verified", true);
}

function derives({
  campaignId,
  ...rest
}: Pick<Detail, "creator" | "mint" | "campaignId"> & { programId: string }) {
  try {
    return findVestingTreeAddress({ ...rest, campaignId: BigInt(campaignId) }).address;
  } catch {
    return null;
  }
}

/** Returns the caller's leaves if they have the campaign's root; other leaves are ignored. */
async function leavesOfRoot(
  input: readonly AnsweredLeaf[] | undefined,
  root: string | undefined,
): Promise<Leaf[] | null> {
  if (!input || root === undefined) return null;
  try {
    const leaves = input.map(toLeaf);
    return (await buildTree(leaves)).root === root ? leaves : null;
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return null;
    throw error;
  }
}
