import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { StatementSums } from "@/lib/core/vesting/statement";
import { preparedQuery } from "../prepared-query";
import { recipientParts, type StatementQuery, valuesOfStatement } from "./recipient-parts";

/** The sums over all recipients of a statement. */
export type AllRecipients = StatementSums & {
  recipients: number;
  /** Recipients whom only an earlier list contains. */
  former: number;
  /** The withheld amounts, each rounded down, in base units. */
  withheld: bigint;
};

const selectSums = preparedQuery((db) => {
  const sums = sql`(with ${recipientParts({ isNarrowed: false })}
    select count(*) as recipients, count(*) filter (where not is_listed) as former,
      coalesce(sum(claimed), 0)::text as claimed, coalesce(sum(unclaimed), 0)::text as unclaimed,
      coalesce(sum(unvested), 0)::text as unvested, coalesce(sum(paid_earlier), 0)::text as paid_earlier,
      coalesce(sum(div(claimed * ${sql.placeholder("basisPoints")}::numeric, 10000)), 0)::text as withheld
    from recipients) sums`;
  return db
    .select({
      recipients: sql`recipients`.mapWith(Number),
      former: sql`former`.mapWith(Number),
      claimed: sql`claimed`.mapWith(BigInt),
      unclaimed: sql`unclaimed`.mapWith(BigInt),
      unvested: sql`unvested`.mapWith(BigInt),
      paidEarlier: sql`paid_earlier`.mapWith(BigInt),
      withheld: sql`withheld`.mapWith(BigInt),
    })
    .from(sums);
});

/**
 * Selects the sums over all recipients of a statement. The query reads every leaf of the list and every claim up to
 * the date. `basisPoints` is the share that is withheld of each claimed amount.
 */
export async function selectStatementSums(
  db: Database,
  { basisPoints, ...query }: StatementQuery & { basisPoints: bigint },
): Promise<AllRecipients> {
  const [row] = await selectSums(db, { ...valuesOfStatement(query), basisPoints: basisPoints.toString() });
  if (!row) throw new Error("A query of sums returns one row.");
  return row;
}
