import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { request as send } from "node:http";
import { join } from "node:path";
import type { Bench } from "./bench";
import type { Fault } from "./fault";
import { NODES, PROGRAM } from "./node-faults";
import { DATABASE, REDIS } from "./server-faults";

const settings = (name: string, changes: Record<string, string>, cause: RegExp, alert?: string): Fault => ({
  ...{ area: "settings", name, settings: () => changes, cause },
  ...(alert && { alert }),
});
const DOUBTFUL = "VestingSetupDoubtful";

const SETTINGS: Fault[] = [
  settings("a misspelled name", { DATABSE_POOL_SIZE: "5" }, /DATABSE_POOL_SIZE is not a setting/, DOUBTFUL),
  settings(
    "a value that is not a number",
    { DATABASE_POOL_SIZE: "many" },
    /DATABASE_POOL_SIZE must be/,
    "VestingIndexDown",
  ),
  settings("no rate limit", { RATE_LIMIT: "off" }, /RATE_LIMIT=off/, DOUBTFUL),
  settings(
    "webhooks into the own network",
    { WEBHOOKS_ALLOW_PRIVATE: "true" },
    /WEBHOOKS_ALLOW_PRIVATE/,
    DOUBTFUL,
  ),
  settings(
    "more connections than Postgres allows",
    { DATABASE_POOL_SIZE: "300" },
    /300 connections, but the server allows/,
  ),
  {
    ...settings("a port that is taken", {}, /Port \d+ on 127\.0\.0\.1 is in use/, "VestingIndexDown"),
    settings: ({ redis }) => ({ PORT: String(redis.port) }),
  },
];

const MACHINE: Fault[] = [
  {
    ...{
      area: "disk",
      name: "the disk of DATA_DIR is almost full",
      cause: /disk of DATA_DIR: 0\.\d of|disk that has DATA_DIR/,
      alert: "VestingDiskAlmostFull",
    },
    needsRoot: true,
    inject: ({ dataDir }) => {
      mkdirSync(dataDir, { recursive: true });
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", dataDir]);
      writeFileSync(join(dataDir, "old-backup"), Buffer.alloc(61 * 2 ** 20));
    },
    heal: ({ dataDir }) => execFileSync("umount", [dataDir]),
  },
  {
    ...{
      area: "clock",
      name: "the machine's clock is ten minutes ahead",
      cause: /clock is \d+ s ahead of|clock differs by|aheadOfDatabase \d{3}|clock_skew_seconds \d{3}/,
      alert: "VestingClockSkewed",
    },
    settings: (bench) => {
      const file = join(bench.deploymentTest.folder, "ahead.mjs");
      writeFileSync(file, "const now = Date.now; Date.now = () => now() + 600_000;\n", { mode: 0o644 });
      return { NODE_OPTIONS: `--import=${file}` };
    },
  },
  {
    ...{
      area: "clock",
      name: "the machine's clock is ten minutes behind",
      cause: /clock is \d+ s behind|clock differs by|aheadOfDatabase -\d{3}|clock_skew_seconds -\d{3}/,
      alert: "VestingClockSkewed",
    },
    settings: (bench) => {
      const file = join(bench.deploymentTest.folder, "behind.mjs");
      writeFileSync(file, "const now = Date.now; Date.now = () => now() - 600_000;\n", { mode: 0o644 });
      return { NODE_OPTIONS: `--import=${file}` };
    },
  },
];

/** Requests as they come through a proxy, or from clients without one. */
const request =
  (headers: Record<string, string>, times = 1) =>
  async (bench: Bench) => {
    for (let time = 0; time < times; time++)
      await new Promise((resolve, reject) => {
        const options = { host: "127.0.0.1", port: bench.service.port, path: "/api/campaigns", headers };
        send(options, (response) => response.resume().once("end", resolve))
          .once("error", reject)
          .end();
      });
  };
const PROXY: Fault[] = [
  {
    ...{
      area: "proxy",
      name: "a proxy that TRUST_PROXY_HOPS does not count",
      cause: /that TRUST_PROXY_HOPS does not count/,
      alert: DOUBTFUL,
    },
    ...{ settings: () => ({}), inject: request({ "x-forwarded-for": "8.8.8.8" }) },
  },
  {
    ...{
      area: "proxy",
      name: "TRUST_PROXY_HOPS without a proxy",
      cause: /TRUST_PROXY_HOPS is set, but requests arrive without/,
      alert: DOUBTFUL,
    },
    settings: () => ({ TRUST_PROXY_HOPS: "1", ALLOWED_HOSTS: "vesting.example" }),
    inject: request({}, 25),
  },
  {
    ...{
      area: "proxy",
      name: "ALLOWED_HOSTS empty behind a proxy",
      cause: /ALLOWED_HOSTS is empty/,
      alert: DOUBTFUL,
    },
    ...{
      settings: () => ({ TRUST_PROXY_HOPS: "1" }),
      inject: request({ "x-forwarded-for": "8.8.8.8", host: "vesting.example" }),
    },
  },
];

const KEYS: Fault[] = [
  {
    ...{
      area: "keys",
      name: "the operator's key is not the service's",
      cause: /does not accept the ADMIN_API_KEY/,
    },
    doctor: { ADMIN_API_KEY: "another-key-of-the-operator" },
  },
  {
    ...{ area: "keys", name: "no secret for the scheduler", cause: /CRON_SECRET: not set/ },
    settings: () => ({ CRON_SECRET: "" }),
  },
];

export const FAULTS: readonly Fault[] = [
  ...[...SETTINGS, ...NODES, ...DATABASE, ...REDIS],
  ...[...MACHINE, ...PROXY, ...KEYS, ...PROGRAM],
];
