import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv } from "@/lib/service/env";
import { createLogger } from "@/lib/service/log";
import { startServer } from "@/server/start";

/**
 * Starts the server up to its database, which is unreachable. Prints the OpenTelemetry packages that the
 * process has loaded with all of its own code, and prints them again once the exporter of traces is loaded. Does the
 * same for the gRPC client.
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
const loaded = () => {
  const paths = Object.keys(createRequire(import.meta.url).cache);
  return [...new Set(paths.flatMap((path) => /@opentelemetry\/([\w-]+)\//.exec(path)?.[1] ?? []))];
};
const hasGrpc = () =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("/@grpc/grpc-js/"));
const without = loaded();
const grpcWithout = hasGrpc();
await import("@/lib/service/tracing/otlp");
await import("@/lib/service/chain/geyser/follow-geyser");
const grpc = { without: grpcWithout, after: hasGrpc() };
process.stdout.write(JSON.stringify({ without, after: loaded(), grpc }));
process.exit();
