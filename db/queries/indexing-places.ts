import { eq, sql } from "drizzle-orm";
import type { Database } from "../client";
import { eventTables, unregisteredEvents } from "../schema";
import { lockCampaignsOf } from "./event-rows";
import { projectCampaigns } from "./projection";

/** Gives the events of transactions their place in the slot, and brings their campaigns up to date. */
export async function updateEventPlaces(
  tx: Database,
  places: readonly { signature: string; txIndex: number }[],
): Promise<void> {
  if (places.length === 0) return;
  const rows = JSON.stringify(places.map(({ signature, txIndex }) => ({ signature, tx_index: txIndex })));
  const given = sql`json_to_recordset(${rows}::json) as given(signature text, tx_index integer)`;
  const txIndex = sql`given.tx_index`;
  const touched = await lockCampaignsOf(
    tx,
    places.map(({ signature }) => signature),
  );
  for (const table of [...Object.values(eventTables), unregisteredEvents]) {
    await tx.update(table).set({ txIndex }).from(given).where(eq(table.signature, sql`given.signature`));
  }
  await projectCampaigns(tx, touched);
}
