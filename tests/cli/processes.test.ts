import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LONG } from "@/ledger/tests/support/long";
import { freePort } from "@/tests/load/service/service";
import { createServerDatabase } from "../support/database";
import { fillDataDir } from "../support/embedded-database";

const LAUNCH = resolve("cli/vesting-index/launch.mjs");
/** Less than the ten seconds that requests in progress may take. */
const DRAINED_MS = 9_000;
const server = process.env.TEST_DATABASE_URL;

let folder = "";
let child: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vesting-index-cli-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

function run(command: string, settings: Record<string, string>): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    LOG_LEVEL: "warn",
    NODE_ENV: "test" as const,
    ...settings,
  };
  child = spawn(process.execPath, [LAUNCH, command], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return child;
}

const isAnswering = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

// It uses the embedded servers, so that one of the two runs of the suite is enough.
describe.runIf(existsSync(".next/BUILD_ID") && !server)("the process that a supervisor starts", () => {
  test.each([
    ["SIGINT", {}],
    ["SIGHUP", {}],
    ["SIGTERM", {}],
    // The indexer retries for 30 seconds.
    ["SIGTERM", { SOLANA_RPC_URL: "http://127.0.0.1:9" }],
  ] as const)(
    "is the service, and ends at %s with nothing left on its port, with the settings %j",
    async (signal, settings) => {
      const [port, ledgerPort] = [await freePort(), await freePort()];
      await fillDataDir(folder);
      const service = run("serve", { PORT: `${port}`, LEDGER_PORT: `${ledgerPort}`, ...settings });
      const url = `http://127.0.0.1:${port}/api/health/ready`;
      await expect.poll(() => isAnswering(url), { timeout: 120_000, interval: 200 }).toBe(true);
      const ended = once(service, "exit");
      const sentMs = performance.now();
      service.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(performance.now() - sentMs).toBeLessThan(DRAINED_MS);
      expect(await isAnswering(url)).toBe(false);
    },
    LONG.timeout,
  );
});

test.runIf(server)("migrate works outside the project's folder", LONG, async () => {
  const { url, drop } = await createServerDatabase(server ?? "");
  const migrating = run("migrate", { DATABASE_URL: url });
  const output = once(migrating.stdout as NodeJS.ReadableStream, "data");
  const ended = once(migrating, "exit");
  expect(String((await output)[0])).toContain("Nothing to apply.");
  expect(await ended).toEqual([0, null]);
  await drop();
});
