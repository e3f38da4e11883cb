import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { eventTables, unregisteredEvents } from "@/db/schema";
import { inSecond, inServed } from "./second-index";

/**
 * How a transaction's events differ: the served index lacks some, has others, or has events of a transaction that
 * the network did not return whole to the second index.
 */
export type DifferenceKind = "missing" | "changed" | "unconfirmed";

export type Difference = { signature: string; kind: DifferenceKind };

/** Columns that do not describe the event, or that only one of two honest indexes may know. */
const IGNORED = new Set(["id", "txIndex", "derivedFields"]);

/**
 * Returns the keys of events that only one index has, or that differ. An event that the second index could only
 * reconstruct never differs from one that the served index read from the log.
 */
function differingRows(table: PgTable, { upTo, where }: { upTo: bigint; where: (row: string) => SQL }): SQL {
  const name = getTableName(table);
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => !IGNORED.has(key));
  const row = (alias: string) =>
    sql.raw(`(${columns.map(([, column]) => `${alias}.${column.name}`).join(", ")})`);
  const side = (condition: SQL, alias: string) =>
    sql`(select * from ${condition} ${sql.raw(alias)} where slot <= ${upTo}::bigint and ${where(alias)}) ${sql.raw(alias)}`;
  return sql`select coalesce(p.signature, s.signature) as signature, p.signature is null as is_missing
    from ${side(inServed(name), "p")} full join ${side(inSecond(name), "s")}
      on p.signature = s.signature and p.event_index = s.event_index
    where p.signature is null or s.signature is null
      or (${row("p")} is distinct from ${row("s")}
        and not (p.derived_fields is null and s.derived_fields is not null))`;
}

const isCopied = (alias: string): SQL =>
  sql`${sql.raw(alias)}.campaign_id in (select id from ${inSecond("campaigns")})`;

/** A campaign that was registered meanwhile has its events in different tables of the two indexes. */
const isUnregistered = (alias: string): SQL => sql`not exists (select 1 from ${inServed("campaigns")} c
  where c.tree_address = ${sql.raw(alias)}.tree_address)`;

const FOUND = inSecond("differences");

/** Finds the transactions up to a slot whose events differ, and counts them by kind. */
export function findDifferences(db: Database, upTo: bigint): Promise<Record<DifferenceKind, number>> {
  const branches = Object.values(eventTables).map((table) => differingRows(table, { upTo, where: isCopied }));
  branches.push(differingRows(unregisteredEvents, { upTo, where: isUnregistered }));
  return inTransaction(db, async (tx) => {
    // Millions of rows take longer than any request.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`drop table if exists ${FOUND}`);
    await tx.execute(sql`create table ${FOUND} (signature text collate "C" primary key, kind text not null)`);
    await tx.execute(sql`insert into ${FOUND} select d.signature, case
        when not exists (select 1 from ${inSecond("program_transactions")} t
          where t.signature = d.signature and t.status = 'indexed' and not t.is_log_cut) then 'unconfirmed'
        when bool_and(d.is_missing) then 'missing' else 'changed' end
      from (${sql.join(branches, sql` union all `)}) d group by d.signature`);
    const rows = await tx
      .select({ kind: sql<DifferenceKind>`kind`, count: sql`count(*)`.mapWith(Number) })
      .from(FOUND)
      .groupBy(sql`kind`);
    const counts = { missing: 0, changed: 0, unconfirmed: 0 };
    for (const { kind, count } of rows) counts[kind] = count;
    return counts;
  });
}

/** Selects the found differences in order of signature, after a given one. */
export const selectDifferences = (
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<Difference[]> =>
  db
    .select({ signature: sql<string>`signature`, kind: sql<DifferenceKind>`kind` })
    .from(FOUND)
    .where(sql`signature > ${after}::text`)
    .orderBy(sql`signature`)
    .limit(limit);
