import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Env, readEnv } from "@/lib/service/env";
import { loadEnvFile } from "./env-file";

/**
 * The operator's settings: the environment and the service's file, checked. Every command takes them from here.
 *
 * @throws EnvError with a sentence for each setting at fault
 */
export function loadSettings(): Env {
  loadEnvFile();
  return readEnv();
}

const PROJECT = fileURLToPath(new URL("..", import.meta.url));

/** Moves to the project's folder, which has the migrations. The folder of the data stays the one that the settings name. */
export function enterProject(): void {
  loadEnvFile();
  process.env.DATA_DIR = resolve(process.env.DATA_DIR || ".data");
  process.chdir(PROJECT);
}

type DatabaseSettings = Pick<Env, "DATABASE_URL" | "DATA_DIR">;
/** Which database the settings name, without its user and password. */
export function databaseOf({ DATABASE_URL: url, DATA_DIR: folder }: DatabaseSettings): string {
  if (!url) return `embedded, in ${resolve(folder)}`;
  const { host, pathname } = new URL(url);
  return `Postgres ${host}${pathname}`;
}

/** Whether there is a database to read: a server's is assumed, an embedded one has files. */
export const hasDatabase = ({ DATABASE_URL, DATA_DIR }: DatabaseSettings): boolean =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, "postgres"));
