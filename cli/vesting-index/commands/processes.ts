import { fileURLToPath } from "node:url";
import { databaseOf, loadSettings } from "@/cli/settings";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { CommandError, EXIT, type Exit, print, say } from "../outcome";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));

/** Starts the service in this process, as `npm start` does. It ends at SIGINT, SIGTERM or SIGHUP. */
export async function serve(): Promise<Exit> {
  process.chdir(PROJECT);
  Reflect.set(process.env, "NODE_ENV", "production");
  await import("@/server/main");
  return EXIT.done;
}

/** Applies what DATABASE_URL lacks; the embedded database migrates itself. */
export async function migrate(): Promise<Exit> {
  const { DATABASE_URL: url } = loadSettings();
  if (!url) {
    throw new CommandError(
      "Set DATABASE_URL to the database to migrate; the embedded database migrates itself.",
    );
  }
  say(`database: ${databaseOf({ DATABASE_URL: url, DATA_DIR: "" })}`);
  // The migrations are in the project's folder; `.env` was read in the current one.
  process.chdir(PROJECT);
  const applied = await migrateDatabase(url);
  print(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply.");
  return EXIT.done;
}
