import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { programTransactions } from "@/db/schema";

/** Counts the indexed transactions with a problem, in one statement. */
export async function selectIndexProblems(
  db: Database,
): Promise<{ unreadable: number; missing: number; truncated: number }> {
  const open = db
    .select({
      unreadable: sql`count(*) filter (where status = 'unreadable')`.mapWith(Number).as("unreadable"),
      /** Listed by the network, but not returned when fetched. */
      missing: sql`count(*) filter (where status = 'discovered' and attempts > 0)`
        .mapWith(Number)
        .as("missing"),
      truncated:
        sql`(select count(*) from program_transactions where is_log_cut and lost_accounts is not null)`
          .mapWith(Number)
          .as("truncated"),
    })
    .from(programTransactions)
    .where(sql`status in ('discovered', 'unreadable')`);
  const [row] = await open;
  return row ?? { unreadable: 0, missing: 0, truncated: 0 };
}

/** Selects the oldest transactions that this version cannot read, with the reason. */
export function selectUnreadable(
  db: Database,
  limit: number,
): Promise<{ signature: string; error: string | null }[]> {
  const { signature, error, slot, status } = programTransactions;
  return db
    .select({ signature, error: error })
    .from(programTransactions)
    .where(eq(status, "unreadable"))
    .orderBy(asc(slot), asc(signature))
    .limit(limit);
}
