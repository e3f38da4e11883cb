import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, rootVersions } from "@/db/schema";
import { preparedQuery } from "../prepared-query";

/**
 * The number of the root version whose leaves a campaign goes by: the newest one with the root that the campaign has,
 * which after a rotation back is an older one, or while that root has no leaves here the newest that has. Takes the
 * campaign's row id as SQL that means the same within a subquery.
 */
export function currentVersion(campaignRowId: SQL): SQL {
  const newest = (condition: SQL) =>
    sql`(select r.version from ${rootVersions} r where r.campaign_id = ${campaignRowId} and ${condition}
      order by r.version desc limit 1)`;
  const ofRoot = sql`r.merkle_root = (select c.merkle_root from ${campaigns} c where c.id = ${campaignRowId})`;
  return sql`coalesce(${newest(ofRoot)}, ${newest(sql`true`)})`;
}

const registeredOf = preparedQuery((db) =>
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
  of: { campaignRowId: number; merkleRoot: string },
): Promise<boolean> {
  return (await registeredOf(db, of)).length > 0;
}
