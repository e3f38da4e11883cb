import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** The target of a query: a pool, the embedded database or a transaction of either. */
export type Database = PgDatabase<PgQueryResultHKT>;
