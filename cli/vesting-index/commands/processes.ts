import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSettings } from "@/cli/settings";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { CommandError, EXIT, type Exit, print } from "../outcome";
import { sayTarget } from "../target";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));

/** Starts the service in this process, as `npm start` does. It ends at SIGINT, SIGTERM or SIGHUP. */
export async function serve(): Promise<Exit> {
  sayTarget();
  // The service runs in the project's folder: the folder of its data is the one that this command and others print.
  process.env.DATA_DIR = resolve(process.env.DATA_DIR || ".data");
  process.chdir(PROJECT);
  Reflect.set(process.env, "NODE_ENV", "production");
  const { run } = await import("@/server/run");
  run();
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
  sayTarget();
  // The migrations are in the project's folder.
  process.chdir(PROJECT);
  const applied = await migrateDatabase(url);
  print(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply.");
  return EXIT.done;
}
