import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { createDatabase } from "./support/database";
import { record, rounded } from "./support/report";
import { type Size, seed } from "./support/seed";

/**
 * What a row of each table takes on disk, its indexes and what is stored outside of the row included: the difference
 * between two sizes, so that what an empty table takes does not count.
 */

/** Trees of both sizes have seventeen levels, so that their proofs are equally long. */
const SMALL: Size = { campaigns: 10_000, leaves: 66_000, claims: 50_000 };
const MORE_CAMPAIGNS: Size = { campaigns: 40_000, leaves: 66_000, claims: 250_000 };
const MORE_LEAVES: Size = { ...SMALL, leaves: 131_000 };
/** Of which the seed makes enough to tell. */
const TABLES = ["campaigns", "root_versions", "leaves", "claim_events"] as const;

type Sizes = { rows: number; table: number; indexes: number };

async function measure(size: Size): Promise<Record<string, Sizes>> {
  const database = await createDatabase("postgres");
  // A driver of its own, since the service's would give up what takes so long.
  const driver = postgres(database.settings.DATABASE_URL ?? "", { max: 1 });
  const db = drizzle(driver);
  try {
    await seed(db, size);
    const found: Record<string, Sizes> = {};
    for (const name of TABLES) {
      const [row] =
        (await db.execute(sql`select count(*)::int as rows, pg_table_size(${name}::regclass)::bigint::text as table,
        pg_indexes_size(${name}::regclass)::bigint::text as indexes from ${sql.identifier(name)}`)) as unknown as Sizes[];
      found[name] = { rows: row?.rows ?? 0, table: Number(row?.table), indexes: Number(row?.indexes) };
    }
    return found;
  } finally {
    await driver.end();
    await database.remove();
  }
}

const small = await measure(SMALL);
const moreCampaigns = await measure(MORE_CAMPAIGNS);
const moreLeaves = await measure(MORE_LEAVES);
const rows = TABLES.map((name) => {
  const [from, to] = [small[name], (name === "leaves" ? moreLeaves : moreCampaigns)[name]];
  if (!from || !to) throw new Error(`${name} was not measured.`);
  const more = to.rows - from.rows;
  const [table, indexes] = [(to.table - from.table) / more, (to.indexes - from.indexes) / more];
  return {
    name,
    more,
    table: rounded(table),
    indexes: rounded(indexes),
    bytes: rounded(table + indexes),
  };
});
console.table(rows);
record("scale", {
  database: "postgres",
  sizes: { small: SMALL, moreCampaigns: MORE_CAMPAIGNS, moreLeaves: MORE_LEAVES },
  bytesARow: rows,
});
