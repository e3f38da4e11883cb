import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { accountSnapshots, campaigns, rootUpdateEvents, rootVersions } from "@/db/schema";
import { oldestFirst } from "./chain-order";

/** A root update that replaced another root than the one that the index had: an update between is missing. */
export type RootGap = { indexed: string; replaced: string };

/**
 * Selects the first gap between consecutive root updates of each campaign, by its row id. Campaigns whose state
 * was taken from the account have gaps that no event fills, and are left out.
 */
export async function selectRootGaps(
  db: Database,
  campaignRowIds: readonly number[],
): Promise<Map<number, RootGap>> {
  const updates = sql`(select e.campaign_id, e.old_root, row_number() over ledger_order as number,
      coalesce(lag(e.new_root) over ledger_order, first.merkle_root) as indexed
    from ${rootUpdateEvents} e
    left join ${rootVersions} first on first.campaign_id = e.campaign_id and first.version = 1
    where e.campaign_id = any(${sql.param(campaignRowIds.map(String))}::integer[])
      and not exists (select 1 from ${accountSnapshots} s join ${campaigns} c on c.tree_address = s.tree_address
        where c.id = e.campaign_id)
    window ledger_order as (partition by e.campaign_id order by ${oldestFirst("e")})) u`;
  const rows = await db
    .selectDistinctOn([sql`campaign_id`], {
      campaignId: sql<number>`campaign_id`,
      indexed: sql<string>`indexed`,
      replaced: sql<string>`old_root`,
    })
    .from(updates)
    .where(sql`indexed <> old_root`)
    .orderBy(sql`campaign_id`, sql`number`);
  return new Map(rows.map(({ campaignId, ...gap }) => [campaignId, gap]));
}
