import { and, eq, getTableColumns, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { campaigns, programTransactions } from "@/db/schema";
import { reattributeTrees } from "../events/attribution";

/** The schema of the index that a reindex builds beside the served one. */
export const SECOND_SCHEMA = "vesting_reindex";

export const inSecond = (name: string): SQL => sql`${sql.identifier(SECOND_SCHEMA)}.${sql.identifier(name)}`;
export const inServed = (name: string): SQL => sql`public.${sql.identifier(name)}`;

/** Columns of a campaign that follow from events, accounts or vaults: the second index finds them itself. */
const INDEXED = [
  ...(["totalClaimed", "cancelledAt", "paused", "instantRefunded", "settled", "settledAmount"] as const),
  ...(["withdrawn", "releasedMilestones", "eventCount", "claimCount", "uniqueClaimers"] as const),
  ...(["claimedSum", "hasDrift", "vaultBalance", "vaultSlot"] as const),
  ...(["creationSignature", "creationEventIndex", "creationSlot", "creationTime"] as const),
];

const registrationColumns = Object.entries(getTableColumns(campaigns)).filter(
  ([key, { generated }]) => generated === undefined && !INDEXED.some((name) => name === key),
);

/**
 * Creates the tables of a second index, unless an interrupted reindex of the same `version` of the schema left
 * them. Leaves are read from the served index.
 */
export async function openSecondIndex(db: Database, version: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [found] = await tx
      .select({
        version: sql<string | null>`obj_description(to_regnamespace(${SECOND_SCHEMA}), 'pg_namespace')`,
      })
      .from(sql`(select 1) one`);
    if (found?.version === version) return;
    const schema = sql.identifier(SECOND_SCHEMA);
    await tx.execute(sql`drop schema if exists ${schema} cascade`);
    await tx.execute(sql`create schema ${schema}`);
    await tx.execute(sql`comment on schema ${schema} is ${sql.raw(`'${version.replaceAll("'", "''")}'`)}`);
    const tables = await tx
      .select({ name: sql<string>`tablename` })
      .from(sql`pg_tables`)
      .where(sql`schemaname = 'public' and tablename <> 'leaves'`);
    for (const { name } of tables)
      await tx.execute(sql`create table ${inSecond(name)} (like ${inServed(name)} including all)`);
    await tx.execute(sql`create view ${inSecond("leaves")} as select * from ${inServed("leaves")}`);
  });
}

/** Returns whether statements of a connection read and write the second index; some poolers drop its search path. */
export async function isSecondIndex(db: Database): Promise<boolean> {
  const [row] = await db.select({ schema: sql<string | null>`current_schema()` }).from(sql`(select 1) one`);
  return row?.schema === SECOND_SCHEMA;
}

export async function dropSecondIndex(db: Database): Promise<void> {
  await db.execute(sql`drop schema if exists ${sql.identifier(SECOND_SCHEMA)} cascade`);
}

/** Copies the registrations that the second index lacks. `second` is a connection to its schema. */
export async function copyRegistrations(second: Database): Promise<void> {
  const names = sql.join(
    registrationColumns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  await inTransaction(second, async (tx) => {
    const input = tx
      .$with("copied", { treeAddress: sql<string>`tree_address`.as("tree_address") })
      .as(sql`insert into ${inSecond("campaigns")} (${names}) select ${names} from ${inServed("campaigns")}
        on conflict do nothing returning tree_address`);
    const copied = await tx.with(input).select().from(input);
    await tx.execute(sql`insert into ${inSecond("root_versions")} select * from ${inServed("root_versions")}
      where campaign_id in (select id from ${inSecond("campaigns")}) on conflict do nothing`);
    // Events of campaigns that were registered after an interruption are stored without a campaign.
    await reattributeTrees(
      tx,
      copied.map(({ treeAddress }) => treeAddress),
    );
  });
}

/** Counts the transactions that an index has found and read. */
export async function countRead(db: Database): Promise<{ found: number; read: number }> {
  const [row] = await db
    .select({
      found: sql`count(*)`.mapWith(Number),
      read: sql`count(*) filter (where status <> 'discovered')`.mapWith(Number),
    })
    .from(programTransactions);
  return row ?? { found: 0, read: 0 };
}

/** Selects the positions of transactions whose whole log the second index has read. */
export const selectRead = (second: Database, signatures: readonly string[]) =>
  second
    .select({
      signature: programTransactions.signature,
      slot: programTransactions.slot,
      txIndex: programTransactions.txIndex,
      blockTime: programTransactions.blockTime,
    })
    .from(programTransactions)
    .where(
      and(
        eq(programTransactions.status, "indexed"),
        eq(programTransactions.isLogTruncated, false),
        isNotNull(programTransactions.blockTime),
        sql`${programTransactions.signature} = any(${sql.param([...signatures])}::text[])`,
      ),
    );
