import { and, asc, desc, eq, inArray, or } from "drizzle-orm";
import type { Database } from "../client";
import { type Campaign, campaigns, rootVersions } from "../schema";
import { reopenTransactionsOf } from "./indexing-transactions";
import { insertLeaves, type LeafBatches } from "./leaf-rows";
import { refreshCampaignOverclaims } from "./overclaims";
import { projectCampaigns } from "./projection";

/** What identifies a campaign: its tree, or its creator's id for it under a mint. */
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
  > & { minCliffTime: bigint };

/** A stored campaign with the root that it was registered with, which rotations leave alone. */
export type Registration = { campaign: Campaign; registeredRoot: string | null };

export type Registered =
  | { outcome: "created" | "replaced"; campaignRowId: number }
  | { outcome: "exists"; existing: Registration };

const sameCampaign = (identity: CampaignIdentity) =>
  or(
    eq(campaigns.treeAddress, identity.treeAddress),
    and(
      eq(campaigns.creator, identity.creator),
      eq(campaigns.mint, identity.mint),
      eq(campaigns.campaignId, identity.campaignId),
    ),
  );

/** Rows that share the tree or the (creator, mint, id): none, one, or one each; the tree's own first. */
export async function selectRegistrations(db: Database, identity: CampaignIdentity): Promise<Registration[]> {
  const rows = await db
    .select({ campaign: campaigns, registeredRoot: rootVersions.merkleRoot })
    .from(campaigns)
    .leftJoin(rootVersions, and(eq(rootVersions.campaignId, campaigns.id), eq(rootVersions.version, 1)))
    .where(sameCampaign(identity))
    .orderBy(asc(campaigns.id))
    .limit(2);
  return rows.sort(
    (a, b) =>
      Number(b.campaign.treeAddress === identity.treeAddress) -
      Number(a.campaign.treeAddress === identity.treeAddress),
  );
}

/**
 * Makes room for a confirmed campaign whose identity unconfirmed rows hold. The tree's own row is taken over with its
 * events; another tree's is deleted. Null when a confirmed row is in the way.
 */
async function takeOver(tx: Database, campaign: NewCampaign): Promise<number | null> {
  const rivals = await tx
    .select({ id: campaigns.id, treeAddress: campaigns.treeAddress, verified: campaigns.verified })
    .from(campaigns)
    .where(sameCampaign(campaign))
    .orderBy(asc(campaigns.id))
    .for("update");
  if (rivals.some((rival) => rival.verified)) return null;
  const own = rivals.find((rival) => rival.treeAddress === campaign.treeAddress);
  const others = rivals.filter((rival) => rival !== own).map((rival) => rival.id);
  if (others.length > 0) {
    await reopenTransactionsOf(tx, others);
    await tx.delete(campaigns).where(inArray(campaigns.id, others));
  }
  if (!own) return insertCampaignRow(tx, campaign);
  await tx.delete(rootVersions).where(eq(rootVersions.campaignId, own.id));
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
 * Stores a campaign, its first root version and its leaves in one transaction. Registrations at once of the same
 * campaign store one; the others answer `exists`. A confirmed one replaces unconfirmed rows. Texts must be free of NUL,
 * which Postgres refuses.
 */
export function insertCampaign(
  db: Database,
  params: {
    campaign: NewCampaign;
    ipfsCid: string | null;
    leaves: LeafBatches;
    /** What has to be in the same transaction, as its last step. */
    onStored?: (tx: Database, campaignRowId: number) => Promise<unknown>;
  },
): Promise<Registered> {
  const { campaign, ipfsCid, leaves, onStored } = params;
  return db.transaction(async (tx) => {
    const created = await insertCampaignRow(tx, campaign);
    const campaignRowId = created ?? (campaign.verified ? await takeOver(tx, campaign) : null);
    if (campaignRowId === null) {
      const [existing] = await selectRegistrations(tx, campaign);
      if (!existing) throw new Error("A conflicting campaign was deleted meanwhile: register again");
      return { outcome: "exists", existing };
    }
    await insertVersion(tx, { ...campaign, campaignId: campaignRowId, version: 1, ipfsCid }, leaves);
    if (created === null) await projectCampaigns(tx, [campaignRowId]);
    await onStored?.(tx, campaignRowId);
    return { outcome: created === null ? "replaced" : "created", campaignRowId };
  });
}

type NewVersion = Pick<
  typeof rootVersions.$inferInsert,
  | "campaignId"
  | "merkleRoot"
  | "leafCount"
  | "minCliffTime"
  | "ipfsCid"
  | "version"
  | "createdAt"
  | "paidTwice"
> & { usedMilestones: number[] };

async function insertVersion(tx: Database, values: NewVersion, batches: LeafBatches): Promise<void> {
  const { campaignId, merkleRoot, leafCount, minCliffTime, ipfsCid, version, createdAt } = values;
  const { usedMilestones, paidTwice } = values;
  const [row] = await tx
    .insert(rootVersions)
    .values({
      ...{ campaignId, merkleRoot, leafCount, minCliffTime, ipfsCid, version, createdAt },
      ...{ usedMilestones, paidTwice },
    })
    .returning({ id: rootVersions.id });
  if (!row) throw new Error("The root version was not stored");
  await insertLeaves(tx, { rootVersionId: row.id, batches });
  await refreshCampaignOverclaims(tx, campaignId);
}

export type NewRootVersion = Omit<NewVersion, "campaignId" | "version" | "ipfsCid"> & {
  campaignRowId: number;
  ipfsCid: string | null;
  leaves: LeafBatches;
};

export type Rotated = { outcome: "created"; version: number } | { outcome: "same_root" };

/**
 * Stores the next root version and its leaves in one transaction and makes it current. Rotations at once take turns:
 * different roots get consecutive versions, and one that repeats the newest root answers `same_root`. `createdAt` is
 * the service's clock: the projection compares it with event times.
 */
export function insertRootVersion(db: Database, params: NewRootVersion): Promise<Rotated> {
  const { campaignRowId, leaves, ...values } = params;
  return db.transaction(async (tx) => {
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
    await insertVersion(tx, { ...values, campaignId: campaignRowId, version }, leaves);
    const { merkleRoot, leafCount, minCliffTime, usedMilestones } = values;
    await tx
      .update(campaigns)
      .set({ merkleRoot, leafCount, minCliffTime, usedMilestones })
      .where(eq(campaigns.id, campaignRowId));
    await projectCampaigns(tx, [campaignRowId]);
    return { outcome: "created", version };
  });
}
