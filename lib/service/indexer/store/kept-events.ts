import type { Database } from "@/db/client";
import { storeEvents } from "@/db/queries/events/event-rows";
import { deleteUnregisteredEvents, selectAppliableEvents } from "@/db/queries/events/unregistered-events";
import { insertCampaignChecks, lockUnregistered } from "@/db/queries/indexing/campaign-checks";
import { decodeEvent } from "@/lib/core/solana/events";
import { addEventRow, noEventRows } from "../events";

/** Events applied at once: a hostile tree may have any number of them. */
const BATCH = 1_000;

/**
 * Applies what was kept of a tree before its campaign was registered, in the registering transaction, as its last
 * step. Answers how many events that were. An event that is being kept at the same moment is not missed.
 */
export async function applyKeptEvents(
  tx: Database,
  { campaignRowId, treeAddress }: { campaignRowId: number; treeAddress: string },
): Promise<number> {
  await lockUnregistered(tx);
  let applied = 0;
  for (;;) {
    const kept = await selectAppliableEvents(tx, { treeAddress, limit: BATCH });
    if (kept.length === 0) break;
    const rows = noEventRows();
    for (const { event: keptEvent } of kept) {
      const { id: _, treeAddress: __, payload, ...place } = keptEvent;
      const event = decodeEvent(Buffer.from(payload, "base64"));
      if (event) addEventRow(rows, { ...place, campaignId: campaignRowId }, event);
    }
    applied += (await storeEvents(tx, rows)).length;
    await deleteUnregisteredEvents(
      tx,
      kept.map(({ event }) => event.id),
    );
  }
  await insertCampaignChecks(tx, [treeAddress]);
  return applied;
}
