import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** A Postgres server as a session of the service sees it. */
export type ServerFacts = {
  version: string;
  /** Unix seconds by the server's clock. */
  seconds: number;
  /** Connections that the service's user can open to its database at most. */
  maxConnections: number;
  /** The port that the server itself listens on, which a pooler's differs from; null for a Unix socket. */
  port: number | null;
};

const maxConnections = sql<number>`least(
  current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0),
  nullif(datconnlimit, -1),
  nullif(rolconnlimit, -1))`;

/** Reads the version, the clock, and the connections that are left after those reserved for superusers. */
export async function selectServerFacts(db: Database): Promise<ServerFacts | null> {
  const [facts] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      seconds: sql<number>`extract(epoch from clock_timestamp())::float8`,
      port: sql<number | null>`inet_server_port()`,
      maxConnections,
    })
    .from(sql`pg_database, pg_roles`)
    .where(sql`datname = current_database() and rolname = current_user`);
  return facts ?? null;
}
