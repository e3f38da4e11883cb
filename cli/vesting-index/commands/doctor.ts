import { loadSettings } from "@/cli/settings";
import { type Env, EnvError } from "@/lib/service/env";
import { reviewSetup } from "@/lib/service/setup/review-setup";
import { findUnknownSettings } from "@/lib/service/setup/unknown-settings";
import { adminKeyFor } from "../admin-key";
import { type Check, failed, passed, warning } from "../doctor/check";
import { examineDatabase } from "../doctor/database";
import { examineDisk } from "../doctor/disk";
import { examineKeyValue } from "../doctor/key-value";
import { examineMail } from "../doctor/mail";
import { examineNetworks } from "../doctor/network";
import { examineService } from "../doctor/service";
import { examineStream } from "../doctor/stream";
import { EXIT, type Exit, print, printJson } from "../outcome";

const SIGNS = { passed: "✓", warning: "!", failed: "✗" } as const;

/** Checks settings, database, key-value store, network, clock, disk, mail server and the running service. */
export async function examine(url: string, { json }: { json: boolean }): Promise<Exit> {
  const checks = await examineAll(url);
  if (json) printJson(checks);
  else
    for (const { name, state, found, fix } of checks) {
      print(`${SIGNS[state]} ${name}: ${found}`);
      if (fix) print(`    → ${fix}`);
    }
  return checks.some(({ state }) => state === "failed") ? EXIT.problemFound : EXIT.success;
}

async function examineAll(url: string): Promise<Check[]> {
  let env: Env;
  try {
    env = loadSettings();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const fix = "Correct it in the environment or .env. See .env.example for the values of each setting.";
    return error.message.split("\n").map((found) => failed("settings", found, fix));
  }
  const { checks, indexed } = await examineDatabase(env);
  const parts = await Promise.all([
    examineDisk(env.DATA_DIR),
    examineKeyValue(env),
    examineNetworks(env, indexed),
    examineStream(env),
    examineMail(env),
    examineService(
      url,
      adminKeyFor(url, undefined, () => env),
    ),
  ]);
  return [...examineSettings(env), ...checks, ...parts.flat()];
}

function examineSettings(env: Env): Check[] {
  const findings = reviewSetup(env).map(({ setting, severity, message, fix }) =>
    (severity === "error" ? failed : warning)(setting, message, fix),
  );
  const secrets = (["ADMIN_API_KEY", "CRON_SECRET"] as const)
    .filter((name) => !env[name])
    .map((name) =>
      warning(
        name,
        "not set, so its routes reject all requests.",
        "Run npx vesting-index keys to create one.",
      ),
    );
  const unknown = findUnknownSettings().map(({ setting, message, fix }) => failed(setting, message, fix));
  const all = [...unknown, ...findings, ...secrets];
  return all.length > 0 ? all : [passed("settings", "no problems found")];
}
