import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { databaseOf, loadSettings } from "@/cli/settings";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { CommandError, EXIT, type Exit, print, say } from "../outcome";

const SERVER = fileURLToPath(new URL("../../../server/main.ts", import.meta.url));
const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));

/** The service, as `npm start`: a process of its own, since its settings are read before anything is loaded. */
export async function serve(): Promise<Exit> {
  const child = spawn(process.execPath, ["--import", "tsx", SERVER], {
    stdio: "inherit",
    cwd: PROJECT,
    env: { ...process.env, NODE_ENV: "production" },
  });
  // A terminal's Ctrl-C reaches it as well, and is its own to answer.
  process.on("SIGINT", () => undefined);
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  return code === 0 ? EXIT.done : EXIT.wrong;
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
  const applied = await migrateDatabase(url);
  print(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply.");
  return EXIT.done;
}
