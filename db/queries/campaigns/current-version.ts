import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, rootVersions } from "@/db/schema";
import { preparedQuery } from "../prepared-query";

/**
 * Returns SQL for the current root version of a campaign. That is the newest version with the root of the
 * campaign; after a rotation back it is not the newest of all. While no leaves of that root are registered,
 * it is the newest registered version. The campaign's row id must be SQL that has the same meaning within a
 * subquery.
 */
export function currentVersion(campaignRowId: SQL): SQL {
  const newest = (condition: SQL) =>
    sql`(select r.version from ${rootVersions} r where r.campaign_id = ${campaignRowId} and ${condition}
      order by r.version desc limit 1)`;
  const ofRoot = sql`r.merkle_root = (select c.merkle_root from ${campaigns} c where c.id = ${campaignRowId})`;
  return sql`coalesce(${newest(ofRoot)}, ${newest(sql`true`)})`;
}

const selectRegistered = preparedQuery((db) =>
  db
    .select({ version: rootVersions.version })
    .from(rootVersions)
    .where(
      sql`${rootVersions.campaignId} = ${sql.placeholder("campaignRowId")}
        and ${rootVersions.merkleRoot} = ${sql.placeholder("merkleRoot")}`,
    )
    .limit(1),
);

/** Returns whether the leaves of a campaign's root are stored. */
export async function hasRootVersion(
  db: Database,
  input: { campaignRowId: number; merkleRoot: string },
): Promise<boolean> {
  return (await selectRegistered(db, input)).length > 0;
}
