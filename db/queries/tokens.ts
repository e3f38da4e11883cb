import { and, desc, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../client";
import { campaigns, tokenLogos, tokenMetadata, tokenPrices } from "../schema";
import { insertFromArrays, rowsFrom } from "./array-rows";

export type StoredMetadata = typeof tokenMetadata.$inferSelect & {
  /** Unix milliseconds at which the logo of this `uri` was last found missing; null otherwise. */
  noLogoAt: number | null;
};

/** Selects the stored metadata of mints; mints that were never read are absent. */
export async function selectTokenMetadata(db: Database, mints: readonly string[]): Promise<StoredMetadata[]> {
  if (mints.length === 0) return [];
  const rows = await db
    .select({
      ...getTableColumns(tokenMetadata),
      noLogoAt: sql<string | null>`case when ${tokenLogos.content} is null then ${tokenLogos.fetchedAt} end`,
    })
    .from(tokenMetadata)
    .leftJoin(tokenLogos, and(eq(tokenLogos.mint, tokenMetadata.mint), eq(tokenLogos.uri, tokenMetadata.uri)))
    .where(inArray(tokenMetadata.mint, [...mints]));
  return rows.map((row) => ({ ...row, noLogoAt: row.noLogoAt === null ? null : Number(row.noLogoAt) }));
}

export type ReadMetadata = typeof tokenMetadata.$inferSelect;

/**
 * Stores the metadata of mints. Mints without a campaign are skipped, so that third parties cannot fill the
 * table.
 */
export async function upsertTokenMetadata(db: Database, rows: readonly ReadMetadata[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`${insertFromArrays(tokenMetadata, rows)}
    where exists (select from ${campaigns} c where c.mint = rows.mint)
    on conflict (mint) do update set found = excluded.found, symbol = excluded.symbol, name = excluded.name,
      uri = excluded.uri, fetched_at = excluded.fetched_at`);
}

/** Returns whether any campaign uses this mint. */
export async function isCampaignMint(db: Database, mint: string): Promise<boolean> {
  const rows = await db.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.mint, mint)).limit(1);
  return rows.length > 0;
}

export type StoredLogo = typeof tokenLogos.$inferSelect;

export async function selectTokenLogo(db: Database, mint: string): Promise<StoredLogo | null> {
  const [row] = await db.select().from(tokenLogos).where(eq(tokenLogos.mint, mint));
  return row ?? null;
}

/** Stores a logo, or its absence, and evicts the oldest logos beyond `most`. */
export async function upsertTokenLogo(
  db: Database,
  { mint, ...logo }: StoredLogo,
  max: number,
): Promise<void> {
  await db
    .insert(tokenLogos)
    .values({ mint, ...logo })
    .onConflictDoUpdate({ target: tokenLogos.mint, set: logo });
  const beyond = db
    .select({ mint: tokenLogos.mint })
    .from(tokenLogos)
    .where(isNotNull(tokenLogos.content))
    .orderBy(desc(tokenLogos.fetchedAt), desc(tokenLogos.mint))
    .offset(max);
  await db.delete(tokenLogos).where(inArray(tokenLogos.mint, beyond));
}

/**
 * Stores token prices for an hour, counted from 1970; the first price of an hour stays. Mints without a
 * campaign are skipped.
 */
export async function insertTokenPrices(
  db: Database,
  { hour, prices }: { hour: number; prices: readonly { mint: string; usd: number }[] },
): Promise<void> {
  await db.execute(sql`insert into ${tokenPrices} (mint, hour, usd)
    select mint, ${hour}::integer, usd from ${rowsFrom("given", [
      { name: "mint", type: "text", values: prices.map(({ mint }) => mint) },
      { name: "usd", type: "float8", values: prices.map(({ usd }) => usd) },
    ])}
    where exists (select from ${campaigns} c where c.mint = given.mint)
    on conflict do nothing`);
}
