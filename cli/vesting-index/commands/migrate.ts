import { enterProject, loadSettings } from "@/cli/settings";
import { isServerUnreachable } from "@/db/failures";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { CommandError, EXIT, type Exit, print } from "../outcome";
import { printTarget } from "../target";

/** Applies the missing migrations to DATABASE_URL; the embedded database migrates itself. */
export async function migrate(): Promise<Exit> {
  const { DATABASE_URL: url } = loadSettings();
  if (!url) {
    throw new CommandError(
      "Set DATABASE_URL to the database to migrate; the embedded database migrates itself.",
    );
  }
  printTarget();
  enterProject();
  const applied = await migrateDatabase(url).catch((error: unknown) => {
    if (!(error instanceof Error && isServerUnreachable(error))) throw error;
    throw new CommandError(`Nothing was migrated: ${error.message}`, EXIT.problemFound);
  });
  print(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply.");
  return EXIT.success;
}
