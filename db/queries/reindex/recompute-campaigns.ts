import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { campaigns } from "@/db/schema";
import { recountEvents } from "../events/event-counters";
import { lockCampaigns, projectCampaigns } from "../events/projection";
import { insertAllCampaignChecks } from "../indexing/campaign-checks";

const CAMPAIGNS_AT_ONCE = 200;

/**
 * Recomputes all columns of the served campaigns that follow from their event rows. Returns the addresses of those
 * that changed. The next run of the indexer compares all of them with their accounts.
 */
export async function recomputeCampaigns(db: Database): Promise<string[]> {
  const changed: string[] = [];
  let afterId = 0;
  for (;;) {
    const rows = await db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(sql`${campaigns.id} > ${afterId}`)
      .orderBy(campaigns.id)
      .limit(CAMPAIGNS_AT_ONCE);
    const ids = rows.map(({ id }) => id);
    afterId = ids.at(-1) ?? afterId;
    if (ids.length > 0) changed.push(...(await recompute(db, ids)));
    if (ids.length < CAMPAIGNS_AT_ONCE) break;
  }
  await inTransaction(db, insertAllCampaignChecks);
  return changed;
}

const derived = (tx: Database, ids: readonly number[]) =>
  tx
    .select({
      id: campaigns.id,
      treeAddress: campaigns.treeAddress,
      state: sql<string>`to_json(campaigns)::text`,
    })
    .from(campaigns)
    .where(sql`${campaigns.id} = any(${sql.param(ids.map(String))}::integer[])`)
    .orderBy(campaigns.id);

function recompute(db: Database, ids: readonly number[]): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockCampaigns(tx, ids);
    const before = await derived(tx, ids);
    await recountEvents(tx, ids);
    await projectCampaigns(tx, ids);
    const after = new Map((await derived(tx, ids)).map(({ id, state }) => [id, state]));
    return before.flatMap(({ id, treeAddress, state }) => (after.get(id) === state ? [] : [treeAddress]));
  });
}
