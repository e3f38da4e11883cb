import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { campaigns, rootVersions } from "@/db/schema";

/** Tables that only describe processes and their work in progress, and those whose rows are summed up below. */
const EXCLUDED = ["sync_state", "leaves", "campaign_checks"];
/** Generated ids, and the clock of the database or of a process. */
const VOLATILE = ["id", "seq", "changed_at", "vault_balance", "vault_slot"];

type Row = Record<string, unknown>;

/**
 * Returns every row of every table with names instead of generated ids, in an order that does not depend on the order
 * of insertion, a digest of all leaves, and the slot of the checkpoint.
 */
export async function getContents(db: Database) {
  const trees = new Map((await db.select().from(campaigns)).map(({ id, treeAddress }) => [id, treeAddress]));
  const versions = new Map(
    (await db.select().from(rootVersions)).map((row) => [
      row.id,
      `${trees.get(row.campaignId ?? 0)} version ${row.version}`,
    ]),
  );
  const tables: Record<string, string[]> = {};
  for (const name of await tableNames(db)) {
    const rows = await db
      .select({ row: sql<string>`to_jsonb(one)::text` })
      .from(sql`public.${sql.identifier(name)} one`);
    tables[name] = rows
      .map(({ row }) => {
        const content: Row = JSON.parse(row);
        for (const column of VOLATILE) delete content[column];
        // The program's own number in the table of campaigns, and a row's id in every other one.
        if ("campaign_id" in content && name !== "campaigns")
          content.campaign_id = trees.get(Number(content.campaign_id)) ?? null;
        if ("root_version_id" in content)
          content.root_version_id = versions.get(Number(content.root_version_id)) ?? null;
        return JSON.stringify(content);
      })
      .sort();
  }
  const { slot } = await selectIndexedTo(db);
  return { tables, leaves: await digestLeaves(db), checkpoint: slot };
}

async function tableNames(db: Database): Promise<string[]> {
  const rows = await db
    .select({ name: sql<string>`tablename::text` })
    .from(sql`pg_tables`)
    .where(sql`schemaname = 'public'`);
  return rows.map(({ name }) => name).filter((name) => !EXCLUDED.includes(name));
}

/** Returns the number of leaves and a hash of all of them, proofs included. */
async function digestLeaves(db: Database) {
  const [row] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      hash: sql<string>`md5(string_agg(md5((to_jsonb(leaf) - 'id' - 'root_version_id')::text), ''
        order by version.merkle_root, leaf.leaf_index, leaf.id))`,
    })
    .from(sql`leaves leaf join root_versions version on version.id = leaf.root_version_id`);
  return row;
}
