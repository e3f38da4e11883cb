import type { VestingTree } from "@/lib/core/solana/accounts";
import { type CampaignFacts, GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { type ChainEvent, getKey } from "./history";

/** A campaign on the network. */
export type ChainCampaign = {
  /** Null if the program has closed the account, or never created it. */
  tree: VestingTree | null;
  /** The network's time in unix seconds. */
  time: bigint;
  /** Known events of this campaign, newest first. */
  events: readonly ChainEvent[];
  /** The newest of these events, without gaps. */
  newest: readonly ChainEvent[];
  /** Whether `events` has all events since the creation. */
  isWhole: boolean;
};

/** Fields of the account, from the account or from events; undefined if unknown. */
export type ChainFields = { [K in (typeof FIELDS)[number]]: VestingTree[K] | undefined };
const FIELDS = [
  ...(["creator", "mint", "campaignId", "merkleRoot", "leafCount", "totalSupply", "totalClaimed"] as const),
  ...(["cancellable", "paused", "cancelledAt", "instantRefunded", "createdAt", "minCliffTime"] as const),
  ...(["cancelAuthority", "pauseAuthority", "releasedMilestones"] as const),
];

type Named<Name extends ChainEvent["name"]> = Extract<ChainEvent, { name: Name }>;
const isNamed =
  <Name extends ChainEvent["name"]>(...names: Name[]) =>
  (event: ChainEvent): event is Named<Name> =>
    names.some((name) => name === event.name);

export const isEnd = isNamed("CampaignCancelled", "StreamCancelled", "InstantRefunded");

/** Returns the event that ended a campaign, null if it has not ended, and undefined if that is unknown. */
function findEnd({ tree, events, isWhole }: ChainCampaign) {
  if (tree?.cancelledAt === null) return null;
  const end = events.filter(isEnd).find(({ data }) => !tree || data.cancelledAt === tree.cancelledAt);
  return end ?? (isWhole ? null : undefined);
}

/** Returns the amount that the stream's cancellation paid; null if it was not settled, undefined if unknown. */
export function calculateSettlement(campaign: ChainCampaign): bigint | null | undefined {
  const end = findEnd(campaign);
  if (!end) return end;
  return end.name === "StreamCancelled" ? end.data.amountToBeneficiary : null;
}

/** Returns whether the creator has withdrawn the rest; undefined if unknown. */
export function isWithdrawn(campaign: ChainCampaign): boolean | undefined {
  const { tree, time, events } = campaign;
  if (events.some(isNamed("UnvestedWithdrawn"))) return true;
  const end = findEnd(campaign);
  if (end === null || campaign.isWhole) return false;
  if (tree?.cancelledAt != null && time < tree.cancelledAt + GRACE_PERIOD_SECONDS) return false;
  // Any withdrawal would follow the end of the campaign.
  return end !== undefined && campaign.newest.includes(end) ? false : undefined;
}

/** Returns the fields of a campaign whose account is closed, as far as its events determine them. */
function fieldsOfEvents(campaign: ChainCampaign): ChainFields {
  const { events, isWhole } = campaign;
  const unknown = Object.fromEntries(FIELDS.map((name) => [name, undefined])) as ChainFields;
  const creation = events.find(isNamed("CampaignCreated"));
  if (!creation || !isWhole) return unknown;
  const { creator, mint, totalSupply, leafCount, cancellable } = creation.data;
  const end = findEnd(campaign);
  const root = events.find(isNamed("RootUpdated"))?.data;
  const pause = events.find(isNamed("CampaignPaused", "CampaignUnpaused"));
  return {
    ...unknown,
    ...{ creator, mint, totalSupply, cancellable, merkleRoot: root?.newRoot },
    leafCount: root?.newLeafCount ?? leafCount,
    totalClaimed: events.find(isNamed("Claimed"))?.data.totalClaimedOverall ?? 0n,
    cancelledAt: end?.data.cancelledAt ?? null,
    instantRefunded: end?.name === "InstantRefunded",
    paused: !end && pause?.name === "CampaignPaused",
    releasedMilestones: events.filter(isNamed("MilestoneReleased")).map(({ data }) => data.milestoneIdx),
  };
}

/** Returns the fields of a campaign as of the network. */
export function chainFields(campaign: ChainCampaign): ChainFields {
  const { tree } = campaign;
  if (!tree) return fieldsOfEvents(campaign);
  const settlement = calculateSettlement(campaign);
  return {
    ...tree,
    // The account of a settled stream also counts the amount that the settlement paid, which is not a claim.
    totalClaimed: settlement === undefined ? undefined : tree.totalClaimed - (settlement ?? 0n),
    // Streams state 0, and older accounts lack the field.
    minCliffTime: tree.minCliffTime === null || tree.minCliffTime === 0n ? undefined : tree.minCliffTime,
    instantRefunded: tree.layout === "current" ? tree.instantRefunded : refundedByEvents(campaign),
  };
}

function refundedByEvents(campaign: ChainCampaign): boolean | undefined {
  const end = findEnd(campaign);
  return end === undefined ? undefined : end?.name === "InstantRefunded";
}

/** Facts of a campaign's leaves, which its account does not contain. */
export type LeafFacts = Pick<CampaignFacts, "usedMilestones" | "firstTimedCliff" | "minCliffTime">;

/** Returns all facts of a campaign; undefined if one of them is unknown. */
export function toProgressFacts(
  campaign: ChainCampaign,
  leafFacts: LeafFacts & Pick<CampaignFacts, "vaultBalance">,
): CampaignFacts | undefined {
  const { minCliffTime: _, ...fields } = chainFields(campaign);
  const { totalSupply, totalClaimed, leafCount, cancellable } = fields;
  const { paused, cancelledAt, instantRefunded, releasedMilestones } = fields;
  const settlement = calculateSettlement(campaign);
  const withdrawn = isWithdrawn(campaign);
  const isUnknown =
    [totalSupply, totalClaimed, leafCount, cancellable, paused, cancelledAt, instantRefunded].includes(
      undefined,
    ) ||
    settlement === undefined ||
    withdrawn === undefined;
  if (isUnknown) return undefined;
  return {
    ...({ totalSupply, totalClaimed, leafCount, cancellable, paused, cancelledAt } as Pick<
      CampaignFacts,
      "totalSupply" | "totalClaimed" | "leafCount" | "cancellable" | "paused" | "cancelledAt"
    >),
    instantRefunded: instantRefunded === true,
    settled: settlement !== null,
    settledAmount: settlement ?? 0n,
    withdrawn,
    releasedMilestones: releasedMilestones ?? [],
    ...leafFacts,
  };
}

/** Joins consecutive events with stated ones that are older. */
export function joinEvents(newest: readonly ChainEvent[], stated: readonly ChainEvent[]): ChainEvent[] {
  const known = new Set(newest.map(getKey));
  return [...newest, ...stated.filter((event) => !known.has(getKey(event)))];
}
