import { and, count, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { type CampaignMetadata, campaigns, metadataCorrections } from "@/db/schema";
import { cutForward, readCursor, writeCursor } from "../cursor";

/**
 * The metadata that a creator published for a campaign, before and after a correction; `correctedAt` in unix
 * seconds.
 */
export type Correction = Omit<typeof metadataCorrections.$inferSelect, "id" | "campaignId">;

/** New texts by field; null removes a text, and an absent field stays unchanged. */
export type MetadataChange = { [Field in keyof CampaignMetadata]?: string | null | undefined };

export type CorrectionResult =
  | { outcome: "corrected" | "same"; metadata: CampaignMetadata | null }
  | { outcome: "unknown" | "forbidden" }
  /** The daily limit is reached; the next correction is possible at `againAt`. */
  | { outcome: "too_many"; againAt: bigint };

const FIELDS = ["name", "description", "logoUri"] as const;
const DAY = 86_400n;

type CorrectionParams = {
  treeAddress: string;
  wallet: string;
  change: MetadataChange;
  /** Unix seconds. */
  now: bigint;
  /** Maximum number of corrections per campaign and day. */
  limit: number;
};

/**
 * Corrects the metadata of a campaign and stores the previous version. A row lock serializes concurrent
 * corrections, so each one starts from the result of the previous one. A correction without changes is not
 * stored.
 */
export function correctMetadata(db: Database, query: CorrectionParams): Promise<CorrectionResult> {
  const { treeAddress, wallet, change, now, limit } = query;
  return inTransaction(db, async (tx): Promise<CorrectionResult> => {
    const [campaign] = await tx
      .select({ id: campaigns.id, creator: campaigns.creator, metadata: campaigns.metadata })
      .from(campaigns)
      .where(and(campaigns.isCurrent, eq(campaigns.treeAddress, treeAddress)))
      .for("update");
    if (!campaign) return { outcome: "unknown" };
    if (campaign.creator !== wallet) return { outcome: "forbidden" };
    const before = campaign.metadata;
    const after = changed(before, change);
    if (FIELDS.every((field) => before?.[field] === after?.[field]))
      return { outcome: "same", metadata: before };
    const againAt = await selectAgainAt(tx, { campaignRowId: campaign.id, now, limit });
    if (againAt !== null) return { outcome: "too_many", againAt };
    await tx
      .update(campaigns)
      .set({ metadata: after, creatorSigned: true })
      .where(eq(campaigns.id, campaign.id));
    await tx
      .insert(metadataCorrections)
      .values({ campaignId: campaign.id, wallet, correctedAt: now, before, after });
    return { outcome: "corrected", metadata: after };
  });
}

function changed(before: CampaignMetadata | null, change: MetadataChange): CampaignMetadata | null {
  const entries = FIELDS.flatMap((field) => {
    const text = change[field] === undefined ? before?.[field] : (change[field] ?? undefined);
    return text === undefined ? [] : [[field, text]];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

type Within = { campaignRowId: number; now: bigint; limit: number };

/**
 * Returns when the oldest of the last `limit` corrections becomes a day old; null if there are fewer within a
 * day.
 */
async function selectAgainAt(tx: Database, { campaignRowId, now, limit }: Within): Promise<bigint | null> {
  const rows = await tx
    .select({ correctedAt: metadataCorrections.correctedAt })
    .from(metadataCorrections)
    .where(
      and(eq(metadataCorrections.campaignId, campaignRowId), gt(metadataCorrections.correctedAt, now - DAY)),
    )
    .orderBy(desc(metadataCorrections.id))
    .limit(limit);
  const oldest = rows.at(-1);
  return rows.length === limit && oldest ? oldest.correctedAt + DAY : null;
}

type Page = { campaignRowId: number; limit: number; cursor?: string };

/** Selects a campaign's corrections, newest first. */
export async function selectCorrections(
  db: Database,
  { campaignRowId, limit, cursor }: Page,
): Promise<{ corrections: Correction[]; total: number; nextCursor: string | null }> {
  const from = readCursor("corrections", cursor);
  const { id, wallet, correctedAt, before, after } = metadataCorrections;
  const isTheirs = eq(metadataCorrections.campaignId, campaignRowId);
  const [rows, [all]] = await Promise.all([
    db
      .select({ id, wallet, correctedAt, before, after })
      .from(metadataCorrections)
      .where(and(isTheirs, from ? lt(id, sql`${from.id}::bigint`) : undefined))
      .orderBy(desc(id))
      .limit(limit + 1),
    db.select({ total: count() }).from(metadataCorrections).where(isTheirs),
  ]);
  const { shown, nextCursor } = cutForward(rows, limit, (last) =>
    writeCursor("corrections", { id: last.id }),
  );
  return {
    corrections: shown.map(({ id: _, ...correction }) => correction),
    total: all?.total ?? 0,
    nextCursor,
  };
}
