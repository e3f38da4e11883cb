import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { EXIT, type Exit, print, printError } from "../outcome";

/** 256 bits; base64url needs no quoting in a shell or .env file. */
const SECRET_BYTES = 32;
const NAMES = ["ADMIN_API_KEY", "CRON_SECRET"];

/** Prints new values for the secrets that a settings file lacks, as lines to append. Does not change the file. */
export function makeKeys(file = ".env"): Exit {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const present = parseEnv(text);
  const missing = NAMES.filter((name) => !present[name] && !present[`${name}_FILE`]);
  for (const name of NAMES.filter((name) => !missing.includes(name)))
    printError(`${name} already exists in ${file}. To replace it, remove its line first.`);
  if (missing.length > 0 && text !== "" && !text.endsWith("\n")) print("");
  for (const name of missing) print(`${name}=${randomBytes(SECRET_BYTES).toString("base64url")}`);
  return EXIT.success;
}
