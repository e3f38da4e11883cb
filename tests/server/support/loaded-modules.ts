import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv } from "@/lib/service/env";
import { createLogger } from "@/lib/service/log";
import { startServer } from "@/server/start";

/**
 * Has the server start up to its database, which nobody answers for, and prints the packages of OpenTelemetry that the
 * process has loaded by then: all of its own code is.
 */
const dir = mkdtempSync(join(tmpdir(), "vesting-index-loaded-"));
mkdirSync(join(dir, ".next"));
writeFileSync(join(dir, ".next", "BUILD_ID"), "none");
const nowhere = { DATABASE_URL: "postgres://127.0.0.1:9/none", SOLANA_RPC_URL: "http://127.0.0.1:9" };
const env = readEnv({ ...process.env, ...nowhere });
const failed = await startServer({ env, dir, log: createLogger("silent") }).then(
  () => "",
  (error: unknown) => String(error),
);
rmSync(dir, { recursive: true });
if (!/ECONNREFUSED|connect/i.test(failed)) throw new Error(`It got as far as: ${failed}`);
const paths = Object.keys(createRequire(import.meta.url).cache);
const names = paths.flatMap((path) => /@opentelemetry\/([\w-]+)\//.exec(path)?.[1] ?? []);
process.stdout.write(JSON.stringify([...new Set(names)]));
process.exit();
