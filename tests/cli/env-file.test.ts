import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findEnvFile } from "@/cli/env-file";
import { LONG } from "@/ledger/tests/support/long";
import { readEnv } from "@/lib/service/env";
import { fillDataDir } from "@/tests/support/embedded-database";

const LAUNCH = resolve("cli/vesting-index/launch.mjs");
const PROGRAM = "Stake11111111111111111111111111111111111111";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vesting-index-env-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
  return path;
}

/** Runs a command in the folder, with no settings in the environment but the given ones. */
function run(args: readonly string[], settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, ...settings };
  return spawnSync(process.execPath, [LAUNCH, ...args], { cwd: folder, env, encoding: "utf8" });
}

describe("findEnvFile", () => {
  const getUnit = (environmentFile: string) =>
    write(
      "vesting-index.service",
      "WorkingDirectory=/opt/vesting-index",
      `EnvironmentFile=${environmentFile}`,
      "Environment=NODE_ENV=production DATA_DIR=/var/lib/vesting-index PORT=3001",
    );

  test("reads the unit's file, which wins over its Environment=, before .env", () => {
    const path = write("unit.env", "PORT=3002", "WALLET_MESSAGE=bound");
    const found = findEnvFile(undefined, getUnit(path));
    expect(found).toMatchObject({
      path,
      values: { PORT: "3002", WALLET_MESSAGE: "bound", DATA_DIR: "/var/lib/vesting-index" },
    });
    const given = write("given.env", "PORT=3003");
    expect(findEnvFile(given, getUnit(path))).toEqual({ path: given, values: { PORT: "3003" } });
  });

  test("resolves the unit's data folder against its working directory", () => {
    const path = write("unit.env", "DATA_DIR=.data");
    expect(findEnvFile(undefined, getUnit(path)).values.DATA_DIR).toBe("/opt/vesting-index/.data");
  });

  test("names a file of the unit that cannot be read", () => {
    const path = join(folder, "secret.env");
    expect(findEnvFile(undefined, getUnit(path))).toMatchObject({ unreadable: path });
    expect(() => findEnvFile(path)).toThrow(`${path} cannot be read`);
  });
});

describe("--env-file", LONG, () => {
  test("determines the service that a command acts on, and a differing environment is reported", () => {
    write(".env", "DATABASE_URL=postgres://user:other-password@wrong.example/wrong");
    const file = write(
      "service.env",
      "DATABASE_URL=postgres://user:hidden-password@127.0.0.1:1/right",
      "SOLANA_RPC_URL=https://rpc.example/?api-key=hidden-password",
      `VESTING_PROGRAM_ID=${PROGRAM}`,
      "PORT=3001",
    );
    const { status, stderr } = run(["migrate", "--env-file", file], { PORT: "3002" });
    expect(status).not.toBe(0);
    expect(stderr.split("\n").slice(0, 5)).toEqual([
      `settings: ${file}`,
      "PORT of the environment is used; the file has another value.",
      "database: Postgres 127.0.0.1:1/right",
      "network: rpc.example",
      `program: ${PROGRAM}`,
    ]);
    expect(stderr).not.toMatch(/wrong|hidden-password/);
  });

  test("is the service's default for commands that call it, and its own settings are named", () => {
    const file = write("service.env", "PORT=9", `VESTING_PROGRAM_ID=${PROGRAM}`);
    const local = run(["status", `--env-file=${file}`]);
    expect(local.status).toBe(3);
    expect(local.stderr).toMatch(/^service: http:\/\/127\.0\.0\.1:9\ndatabase: embedded, in /m);
    const remote = run(["status", "--url", "https://127.0.0.1.example:1/"]);
    expect(remote.stderr).not.toMatch(/^(?:database|network|program): /m);
  });

  test("lets a backup and a restore run in any folder", async () => {
    await fillDataDir(join(folder, "kept"));
    write(".env", "DATA_DIR=kept");
    expect(run(["backup", "b.gz"])).toMatchObject({ status: 0, stderr: expect.stringContaining("/kept\n") });
    expect(run(["restore", "b.gz"], { DATA_DIR: "restored" })).toMatchObject({ status: 0 });
    expect(readdirSync(folder).toSorted()).toEqual([".env", "b.gz", "kept", "restored"]);
  });

  test("an unreadable file ends a command with one sentence", () => {
    const { status, stderr } = run(["status", "--env-file", "nowhere.env"]);
    // Node 20 reads this option itself at any position, and exits with 9.
    expect([2, 9]).toContain(status);
    expect(stderr.trim()).toMatch(/^[^\n]*nowhere\.env(?: cannot be read: ENOENT|: not found)[^\n]*$/);
  });
});

describe("keys", LONG, () => {
  test("prints secrets that the settings take, and none that the file has already", () => {
    const first = run(["keys"]);
    expect(first.status).toBe(0);
    const made = parseEnv(first.stdout);
    expect(readEnv(made)).toMatchObject(made);
    expect(Object.keys(made)).toEqual(["ADMIN_API_KEY", "CRON_SECRET"]);
    const file = write(".env", "ADMIN_API_KEY=", `CRON_SECRET=${made.CRON_SECRET}`);
    for (let time = 0; time < 2; time++) appendFileSync(file, run(["keys"]).stdout);
    const text = readFileSync(file, "utf8");
    expect(text.match(/^CRON_SECRET=/gm)).toHaveLength(1);
    expect(text.match(/^ADMIN_API_KEY=./gm)).toHaveLength(1);
    expect(parseEnv(text).ADMIN_API_KEY).not.toBe(made.ADMIN_API_KEY);
  });

  test("begins on a line of its own after a file without a final line break", () => {
    writeFileSync(join(folder, ".env"), "PORT=3001");
    const { stdout } = run(["keys"]);
    expect(parseEnv(`PORT=3001${stdout}`)).toMatchObject({ PORT: "3001", CRON_SECRET: expect.any(String) });
  });
});
