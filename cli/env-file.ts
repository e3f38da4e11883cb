import cluster from "node:cluster";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { EnvError, SETTING_NAMES } from "@/lib/service/env";

/** Where `deploy/systemd/vesting-index.service` is installed. */
const UNIT = "/etc/systemd/system/vesting-index.service";

export type EnvFile = {
  /** Undefined if no file exists. */
  path: string | undefined;
  values: Record<string, string | undefined>;
  /** The unit's file, if this user cannot read it. */
  unreadable?: string;
};

/** Finds the service's settings: the given file, the file of the installed unit, or `.env` of the current folder. */
export function findEnvFile(path?: string, unit = UNIT): EnvFile {
  if (path !== undefined) return readFile(path);
  const ofUnit = existsSync(unit) ? readUnit(unit) : undefined;
  if (ofUnit && !ofUnit.unreadable) return ofUnit;
  const found = existsSync(".env") ? readFile(".env") : { path: undefined, values: {} };
  return { ...found, ...(ofUnit?.unreadable && { unreadable: ofUnit.unreadable }) };
}

function readFile(path: string): EnvFile {
  try {
    return { path: resolve(path), values: parseEnv(readFileSync(path, "utf8")) };
  } catch (error) {
    throw new EnvError(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Reads the settings of a unit and its drop-ins. As for systemd, the file wins over `Environment=`. */
function readUnit(unit: string): EnvFile | undefined {
  const dropIns = existsSync(`${unit}.d`)
    ? readdirSync(`${unit}.d`)
        .filter((name) => name.endsWith(".conf"))
        .toSorted()
    : [];
  const texts = [unit, ...dropIns.map((name) => join(`${unit}.d`, name))].map((path) =>
    readFileSync(path, "utf8"),
  );
  const getValues = (name: string) =>
    [...texts.join("\n").matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value.trim());
  const path = getValues("EnvironmentFile").at(-1)?.replace(/^-/, "");
  if (!path) return undefined;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return { path, values: {}, unreadable: path };
  }
  const pairs = getValues("Environment").flatMap((line) => line.split(/\s+/));
  const values = { ...parseEnv(pairs.join("\n")), ...parseEnv(text) };
  const folder = getValues("WorkingDirectory").at(-1) ?? "";
  return { path, values: { ...values, DATA_DIR: resolve(folder, values.DATA_DIR || ".data") } };
}

type LoadedEnvFile = EnvFile & {
  /** Settings that the environment sets to another value than the file. */
  overridden: string[];
};

let loaded: LoadedEnvFile | undefined;

/** Reads the service's settings into the environment, once. Variables that are set already win. */
export function loadEnvFile(path?: string): LoadedEnvFile {
  if (loaded) return loaded;
  // A worker process inherits the environment of the process that read the file.
  const file = cluster.isWorker ? { path: undefined, values: {} } : findEnvFile(path);
  const overridden = SETTING_NAMES.filter((name) => {
    const [own, inFile] = [process.env[name], file.values[name]];
    return own !== undefined && inFile !== undefined && own.trim() !== inFile.trim();
  });
  for (const [name, value] of Object.entries(file.values)) process.env[name] ??= value;
  loaded = { ...file, overridden };
  return loaded;
}
