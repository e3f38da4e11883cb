import { join } from "node:path";
import journal from "@/drizzle/meta/_journal.json";

/**
 * Returns the folder of the numbered migrations, for code that applies them; checking them needs only the
 * journal.
 */
export function migrationsFolder(): string {
  return join(process.cwd(), "drizzle");
}

/** Returns the names of the shipped migrations that a database has not applied, oldest first. */
export function missingMigrations(applied: ReadonlySet<number>): string[] {
  return journal.entries.filter((entry) => !applied.has(entry.when)).map((entry) => entry.tag);
}
