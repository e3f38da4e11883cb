import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Env, readEnv } from "@/lib/service/env";
import { loadEnvFile } from "./env-file";

/**
 * Returns the validated settings of the environment and the service's file, for every command.
 *
 * @throws EnvError with a sentence for each invalid setting
 */
export function loadSettings(): Env {
  loadEnvFile();
  return readEnv();
}

const PROJECT = fileURLToPath(new URL("..", import.meta.url));

/** Changes to the project's folder, which contains the migrations. DATA_DIR becomes absolute before. */
export function enterProject(): void {
  loadEnvFile();
  process.env.DATA_DIR = resolve(process.env.DATA_DIR || ".data");
  process.chdir(PROJECT);
}

type DatabaseSettings = Pick<Env, "DATABASE_URL" | "DATA_DIR">;
/** Returns a description of the configured database, without user and password. */
export function describeDatabase({ DATABASE_URL: url, DATA_DIR: folder }: DatabaseSettings): string {
  if (!url) return `embedded, in ${resolve(folder)}`;
  const { host, pathname } = new URL(url);
  return `Postgres ${host}${pathname}`;
}

/** Returns whether a database exists: always for a server, and for an embedded database if it has files. */
export const hasDatabase = ({ DATABASE_URL, DATA_DIR }: DatabaseSettings): boolean =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, "postgres"));
