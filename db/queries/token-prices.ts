import { sql } from "drizzle-orm";
import type { Database } from "../client";
import { campaigns, tokenPrices } from "../schema";

/** Keeps what tokens cost in an hour, counted from 1970; what was read first in it stays. Mints of no campaign are left out. */
export async function insertTokenPrices(
  db: Database,
  { hour, prices }: { hour: number; prices: readonly { mint: string; usd: number }[] },
): Promise<void> {
  await db.execute(sql`insert into ${tokenPrices} (mint, hour, usd)
    select mint, ${hour}::integer, usd from json_to_recordset(${JSON.stringify(prices)}::json) as given(mint text, usd float8)
    where exists (select from ${campaigns} c where c.mint = given.mint)
    on conflict do nothing`);
}
