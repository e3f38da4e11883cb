/**
 * A native SOL tree account is closed after the last claim or cancel_stream, and its creator can create the
 * same address again. Each life of an address is a generation, and each campaign is one generation.
 */

/** The on-chain position of an event. `blockTime` is in unix seconds. */
export type ChainPosition = {
  slot: bigint;
  /** Index of the transaction in its slot; null while unknown. */
  txIndex: number | null;
  signature: string;
  /** Index among the program's events of its transaction. */
  eventIndex: number;
  blockTime: bigint;
};

/** A CampaignCreated event, which begins a generation of its address. */
export type Creation = ChainPosition & {
  creator: string;
  mint: string;
  totalSupply: bigint;
  leafCount: number;
};

/** The fields of a registered campaign that determine its generation. */
export type RegisteredGeneration = Pick<Creation, "creator" | "mint" | "totalSupply"> & {
  id: number;
  verified: boolean;
  /** Leaf count of its first root version. */
  leafCount: number;
  /** As stated in the registration. */
  createdAt: bigint;
  /** `created_at` of the account that confirmed the registration: the block time of its creation. */
  accountCreatedAt: bigint | null;
};

/** The start of a generation: a creation, a block time if no creation is known, or neither. */
type Boundary = { campaignId: number | null; creation: Creation | null; time: bigint | null };

/** Inclusive bounds of a campaign's events, for a cheap preselection. Null means unbounded. */
export type EventRange = {
  minSlot: bigint | null;
  minTime: bigint | null;
  maxSlot: bigint | null;
  maxTime: bigint | null;
};

function compareCreations(a: Creation, b: Creation): number {
  if (a.slot !== b.slot) return a.slot < b.slot ? -1 : 1;
  if (a.signature === b.signature) return a.eventIndex - b.eventIndex;
  const order = (a.txIndex ?? -1) - (b.txIndex ?? -1);
  return order !== 0 ? order : a.signature < b.signature ? -1 : 1;
}

/**
 * Returns whether an event follows a creation. Within one slot it does, unless both positions are known and
 * contradict this.
 */
function isAtOrAfter(event: ChainPosition, creation: Creation): boolean {
  if (event.slot !== creation.slot) return event.slot > creation.slot;
  if (event.signature === creation.signature) return event.eventIndex >= creation.eventIndex;
  return event.txIndex === null || creation.txIndex === null || event.txIndex >= creation.txIndex;
}

/** The generations of one address: links campaigns to creations, and attributes events to campaigns. */
export class Generations {
  /** The creation of each campaign, by campaign id; absent while unknown. */
  readonly links = new Map<number, Creation>();
  private readonly boundaries: Boundary[];

  /**
   * Expects `campaigns` in order of their ids. The result depends only on the sets, not on the order of
   * arrival.
   */
  constructor(campaigns: readonly RegisteredGeneration[], creations: readonly Creation[]) {
    const ordered = [...creations].sort(compareCreations);
    const free = new Set(ordered);
    for (const campaign of campaigns.toReversed()) {
      const creation = findCreation(campaign, [...free]);
      if (!creation) continue;
      free.delete(creation);
      this.links.set(campaign.id, creation);
    }
    const owners = new Map([...this.links].map(([id, creation]) => [creation, id]));
    this.boundaries = ordered.map((creation) => ({
      campaignId: owners.get(creation) ?? null,
      creation,
      time: creation.blockTime,
    }));
    for (const campaign of campaigns) {
      if (!this.links.has(campaign.id)) this.insertUnlinked(campaign, campaigns.length > 1);
    }
  }

  /**
   * Inserts the start of a campaign with an unknown creation: the time of its account, or the time in its
   * registration.
   */
  private insertUnlinked(campaign: RegisteredGeneration, hasSiblings: boolean): void {
    const { id: campaignId, accountCreatedAt, createdAt } = campaign;
    if (accountCreatedAt !== null) {
      const later = this.boundaries.findIndex(({ time }) => time !== null && time >= accountCreatedAt);
      const at = later === -1 ? this.boundaries.length : later;
      this.boundaries.splice(at, 0, { campaignId, creation: null, time: accountCreatedAt });
      return;
    }
    // An unverified campaign without a matching creation has no generation, so it keeps all events of its
    // address.
    const isBounded = campaign.verified || hasSiblings;
    const earlier = isBounded
      ? this.boundaries.findLastIndex(({ time }) => time !== null && time <= createdAt)
      : this.boundaries.length - 1;
    const creation = isBounded ? (this.boundaries[earlier]?.creation ?? null) : null;
    this.boundaries.splice(earlier + 1, 0, { campaignId, creation, time: null });
  }

  /** Returns the campaign of an event; null if its generation is not registered. */
  getCampaign(event: ChainPosition): number | null {
    return this.boundaries.findLast((boundary) => hasBegun(boundary, event))?.campaignId ?? null;
  }

  /** Returns whether the address had a generation before the campaign's. */
  hasEarlier(campaignId: number): boolean {
    return this.boundaries.findIndex((boundary) => boundary.campaignId === campaignId) > 0;
  }

  /**
   * Returns a superset of the range of a campaign's events; the interior of the range contains no other
   * campaign's events.
   */
  getRange(campaignId: number): EventRange {
    const at = this.boundaries.findIndex((boundary) => boundary.campaignId === campaignId);
    const [own, next] = [this.boundaries[at], this.boundaries[at + 1]];
    return {
      minSlot: own?.creation?.slot ?? null,
      minTime: own?.creation ? null : (own?.time ?? null),
      maxSlot: next?.creation?.slot ?? null,
      maxTime: next?.creation ? null : (next?.time ?? null),
    };
  }
}

function hasBegun({ creation, time }: Boundary, event: ChainPosition): boolean {
  if (creation) return isAtOrAfter(event, creation);
  return time === null || event.blockTime >= time;
}

/** Returns the creation of a campaign among those that no newer campaign is linked to. */
function findCreation(campaign: RegisteredGeneration, creations: readonly Creation[]): Creation | undefined {
  const hasTerms = ({ creator, mint, totalSupply }: Creation) =>
    creator === campaign.creator && mint === campaign.mint && totalSupply === campaign.totalSupply;
  const isExact = (creation: Creation) => hasTerms(creation) && creation.leafCount === campaign.leafCount;
  const { accountCreatedAt } = campaign;
  if (accountCreatedAt !== null) {
    // The program stores the Clock's unix timestamp, which is the block time of its slot.
    const sameTime = creations.filter(({ blockTime }) => blockTime === accountCreatedAt);
    return sameTime.findLast(isExact) ?? sameTime.at(-1);
  }
  const sameTerms = creations.filter(hasTerms);
  return (
    sameTerms.findLast(({ blockTime }) => blockTime === campaign.createdAt) ??
    sameTerms.findLast(isExact) ??
    sameTerms.at(-1)
  );
}
