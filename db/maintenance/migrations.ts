import { join } from "node:path";
import journal from "@/drizzle/meta/_journal.json";

/** Where the numbered migrations are, for whoever applies them; checking them needs the journal alone. */
export function migrationsFolder(): string {
  return join(process.cwd(), "drizzle");
}

/** Names of the shipped migrations that a database has not applied, oldest first. */
export function missingMigrations(applied: ReadonlySet<number>): string[] {
  return journal.entries.filter((entry) => !applied.has(entry.when)).map((entry) => entry.tag);
}
