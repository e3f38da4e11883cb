import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction, RetryTransaction } from "@/db/in-transaction";
import { type Campaign, campaigns, metadataCorrections, rootVersions } from "@/db/schema";
import type { UnlockSums } from "@/lib/core/vesting/unlock-months";
import { reattributeTrees } from "../events/attribution";
import { projectCampaigns } from "../events/projection";
import { insertCampaignChecks } from "../indexing/campaign-checks";
import { reopenTransactionsOf } from "../indexing/program-transactions";
import type { LeafBatches } from "./leaf-rows";
import { type NewVersion, withLeaves } from "./root-version-rows";
import { detachVersions, discardDetached } from "./staged-versions";
import { checkLimit, type LimitCheck } from "./storage-limit";

/** The identity of a campaign: its tree, or its creator's campaign id under a mint. */
export type CampaignIdentity = Pick<Campaign, "treeAddress" | "creator" | "mint" | "campaignId">;

export type NewCampaign = CampaignIdentity &
  Pick<
    Campaign,
    | "merkleRoot"
    | "leafCount"
    | "totalSupply"
    | "cancellable"
    | "cancelAuthority"
    | "pauseAuthority"
    | "createdAt"
    | "metadata"
    | "verified"
    | "usedMilestones"
  > & {
    minCliffTime: bigint;
    /** True by default. */
    creatorSigned?: boolean;
    firstTimedCliff?: bigint | null;
    /** `created_at` of the account that confirms the registration. */
    accountCreatedAt?: bigint | null;
  };

/** A stored campaign and the root of its registration, which rotations do not change. */
export type Registration = { campaign: Campaign; registeredRoot: string | null };

export type RegistrationResult =
  | { outcome: "created" | "replaced"; campaignRowId: number }
  | { outcome: "exists"; existing: Registration };

/** Returns the condition for current campaigns with the same tree or the same (creator, mint, id). */
const sameCampaign = (identity: CampaignIdentity) =>
  and(
    campaigns.isCurrent,
    or(
      eq(campaigns.treeAddress, identity.treeAddress),
      and(
        eq(campaigns.creator, identity.creator),
        eq(campaigns.mint, identity.mint),
        eq(campaigns.campaignId, identity.campaignId),
      ),
    ),
  );

/**
 * Selects the current rows with the same tree or the same (creator, mint, id): none, one, or one each; the
 * row of the tree comes first.
 */
export async function selectRegistrations(db: Database, identity: CampaignIdentity): Promise<Registration[]> {
  const rows = await db
    .select({ campaign: campaigns, registeredRoot: rootVersions.merkleRoot })
    .from(campaigns)
    .leftJoin(rootVersions, and(eq(rootVersions.campaignId, campaigns.id), eq(rootVersions.version, 1)))
    .where(sameCampaign(identity))
    .orderBy(asc(campaigns.id))
    .limit(2);
  const isOwn = ({ campaign }: Registration) => campaign.treeAddress === identity.treeAddress;
  return rows.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

/**
 * Replaces unconfirmed rows that have the identity of a confirmed campaign. The row of the same tree is
 * reused with its events; the row of another tree is deleted. Returns null if a confirmed row has the
 * identity.
 */
async function takeOver(tx: Database, campaign: NewCampaign): Promise<number | null> {
  const rivals = await tx
    .select({ id: campaigns.id, treeAddress: campaigns.treeAddress, verified: campaigns.verified })
    .from(campaigns)
    .where(sameCampaign(campaign))
    .orderBy(asc(campaigns.id))
    .for("update");
  if (rivals.some((rival) => rival.verified)) return null;
  await detachVersions(
    tx,
    rivals.map((rival) => rival.id),
  );
  const own = rivals.find((rival) => rival.treeAddress === campaign.treeAddress);
  const others = rivals.filter((rival) => rival !== own).map((rival) => rival.id);
  if (others.length > 0) {
    await reopenTransactionsOf(tx, others);
    await tx.delete(campaigns).where(inArray(campaigns.id, others));
  }
  if (!own) return insertCampaignRow(tx, campaign);
  // The unconfirmed registration may come from someone else.
  await tx.delete(metadataCorrections).where(eq(metadataCorrections.campaignId, own.id));
  await tx.update(campaigns).set(campaign).where(eq(campaigns.id, own.id));
  return own.id;
}

async function insertCampaignRow(tx: Database, campaign: NewCampaign): Promise<number | null> {
  const [row] = await tx
    .insert(campaigns)
    .values(campaign)
    .onConflictDoNothing()
    .returning({ id: campaigns.id });
  return row?.id ?? null;
}

/**
 * Makes a campaign the current generation of its address. The earlier generation keeps its events and lists.
 * Returns null if the earlier generation is no longer the current one.
 */
async function supersede(tx: Database, campaign: NewCampaign, earlierId: number): Promise<number | null> {
  const { treeAddress } = campaign;
  const superseded = await tx
    .update(campaigns)
    .set({ isCurrent: false })
    .where(and(campaigns.isCurrent, eq(campaigns.id, earlierId), eq(campaigns.treeAddress, treeAddress)))
    .returning({ id: campaigns.id });
  return superseded.length === 0 ? null : insertCampaignRow(tx, campaign);
}

type ClaimedRow = Exclude<RegistrationResult, { outcome: "exists" }>;

/**
 * Returns the row of a campaign: a new row, or an unconfirmed row that it replaces. Returns null if another
 * registration conflicts.
 */
async function claimRow(
  tx: Database,
  campaign: NewCampaign,
  supersedes: number | undefined,
): Promise<ClaimedRow | null> {
  const created =
    supersedes === undefined
      ? await insertCampaignRow(tx, campaign)
      : await supersede(tx, campaign, supersedes);
  if (created !== null) return { outcome: "created", campaignRowId: created };
  const replaced = campaign.verified ? await takeOver(tx, campaign) : null;
  return replaced === null ? null : { outcome: "replaced", campaignRowId: replaced };
}

/**
 * Stores a campaign, its first root version and its leaves, and applies the events of its tree that were
 * indexed before; all of it becomes visible at once. Of concurrent registrations of the same campaign, one is
 * stored; the others return `exists`. A confirmed campaign replaces unconfirmed rows, and supersedes the
 * earlier generation of its address. Texts must not contain NUL, which Postgres rejects.
 */
export async function insertCampaign(
  db: Database,
  params: {
    campaign: NewCampaign;
    ipfsCid: string | null;
    leaves: LeafBatches;
    unlocks?: UnlockSums;
    /**
     * The row id of the address's current campaign, if the network confirms that this campaign is a later
     * generation.
     */
    supersedes?: number;
    /** Limits what is stored for unconfirmed campaigns; if it throws, nothing is stored. */
    checkUnconfirmed?: LimitCheck;
  },
): Promise<RegistrationResult> {
  const { campaign, ipfsCid, leaves, unlocks, supersedes, checkUnconfirmed } = params;
  const stored = await withLeaves(db, { ...campaign, leaves }, (insertVersion) =>
    inTransaction(db, async (tx): Promise<RegistrationResult> => {
      const row = await claimRow(tx, campaign, supersedes);
      if (!row) return { outcome: "exists", existing: await existingOrThrow(tx, campaign) };
      const { campaignRowId, outcome } = row;
      await insertVersion(tx, { ...campaign, campaignId: campaignRowId, version: 1, ipfsCid, unlocks });
      if (outcome === "replaced") await projectCampaigns(tx, [campaignRowId]);
      await reattributeTrees(tx, [campaign.treeAddress]);
      await insertCampaignChecks(tx, [campaign.treeAddress]);
      if (checkUnconfirmed && !campaign.verified) await checkLimit(tx, checkUnconfirmed);
      return row;
    }),
  );
  if (stored.outcome === "replaced") await discardDetached(db);
  return stored;
}

async function existingOrThrow(tx: Database, campaign: NewCampaign): Promise<Registration> {
  const [existing] = await selectRegistrations(tx, campaign);
  if (!existing) throw new RetryTransaction("A conflicting campaign was deleted meanwhile.");
  return existing;
}

/**
 * Stores the texts that the creator signs for a campaign that was registered without a signature, which the
 * network has confirmed. A campaign with a signature keeps its texts.
 */
export async function signRegistration(
  db: Database,
  { id, metadata }: Pick<Campaign, "id" | "metadata">,
): Promise<void> {
  await db
    .update(campaigns)
    .set({ metadata, creatorSigned: true })
    .where(and(eq(campaigns.id, id), eq(campaigns.creatorSigned, false)));
}

export type NewRootVersion = Omit<NewVersion, "campaignId" | "version" | "ipfsCid"> & {
  campaignRowId: number;
  ipfsCid: string | null;
  leaves: LeafBatches;
};

export type RotationResult = { outcome: "created"; version: number } | { outcome: "same_root" };

/**
 * Stores the next root version and its leaves and makes it current; other transactions see all of it at once.
 * Concurrent rotations are serialized: different roots get consecutive versions, and a rotation to the newest
 * root returns `same_root`. `createdAt` is the service's clock, which the projection compares with event
 * times.
 */
export function insertRootVersion(db: Database, params: NewRootVersion): Promise<RotationResult> {
  const { campaignRowId, leaves: _, ...values } = params;
  return withLeaves(db, params, (insertVersion) =>
    inTransaction(db, async (tx): Promise<RotationResult> => {
      await tx
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(eq(campaigns.id, campaignRowId))
        .for("update");
      const [newest] = await tx
        .select({ version: rootVersions.version, merkleRoot: rootVersions.merkleRoot })
        .from(rootVersions)
        .where(eq(rootVersions.campaignId, campaignRowId))
        .orderBy(desc(rootVersions.version))
        .limit(1);
      if (newest?.merkleRoot === values.merkleRoot) return { outcome: "same_root" };
      const version = (newest?.version ?? 0) + 1;
      await insertVersion(tx, { ...values, campaignId: campaignRowId, version });
      const { merkleRoot, leafCount, minCliffTime, usedMilestones, firstTimedCliff } = values;
      await tx
        .update(campaigns)
        .set({ merkleRoot, leafCount, minCliffTime, usedMilestones, firstTimedCliff })
        .where(eq(campaigns.id, campaignRowId));
      await projectCampaigns(tx, [campaignRowId]);
      return { outcome: "created", version };
    }),
  );
}

/** The storage cost of a campaign without its leaves, expressed in leaves. */
export const UNCONFIRMED_CAMPAIGN_COST = 100;

/**
 * Counts the leaves of registrations that the network has not confirmed, plus the fixed cost of each, for one
 * creator and for all creators.
 */
export async function countUnconfirmedLeaves(db: Database, creator: string) {
  const cost = sql`coalesce(sum(${campaigns.leafCount} + ${UNCONFIRMED_CAMPAIGN_COST}::integer), 0)`.mapWith(
    Number,
  );
  const own = and(eq(campaigns.verified, false), eq(campaigns.creator, creator));
  const [[mine], [all]] = await Promise.all([
    db.select({ cost }).from(campaigns).where(own),
    db.select({ cost }).from(campaigns).where(eq(campaigns.verified, false)),
  ]);
  return { own: mine?.cost ?? 0, all: all?.cost ?? 0 };
}
