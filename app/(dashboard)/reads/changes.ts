import { selectRecipientChanges } from "@/db/queries/campaigns/schedules";
import { services } from "@/lib/service/services";
import { readCampaignRow } from "./campaign";

const LIMIT = 50;

/** What a rotation changed per recipient; amounts in base units. */
export async function readChanges(treeAddress: string, { version, page }: { version: number; page: number }) {
  const row = await readCampaignRow(treeAddress);
  if (!row) return { changes: [], total: 0, limit: LIMIT };
  const { db } = await services();
  const found = await selectRecipientChanges(db, { campaignRowId: row.rowId, version, page, limit: LIMIT });
  return { ...found, limit: LIMIT };
}
