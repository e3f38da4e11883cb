import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { watchOutput } from "@/cli/demo/child-output";
import { demoSettings } from "@/cli/demo/service";
import { waitUntilHealthy } from "@/cli/demo/wait-until-healthy";
import { startStep } from "@/cli/progress";
import { readEnv } from "@/lib/service/env";

const { isTTY } = process.stdout;
afterEach(() => {
  process.stdout.isTTY = isTTY;
  vi.restoreAllMocks();
});

describe("demoSettings", () => {
  test("keeps the settings of .env from the demo, and not those of the shell", () => {
    const folder = mkdtempSync(join(tmpdir(), "demo-settings-"));
    try {
      const file = join(folder, ".env");
      writeFileSync(
        file,
        "DATABASE_URL=postgres://real.example/vesting\nSOLANA_RPC_URL=https://real.example\n",
      );
      for (const name of ["DATABASE_URL", "SOLANA_RPC_URL", "ADMIN_API_KEY"]) vi.stubEnv(name, undefined);
      vi.stubEnv("LOG_LEVEL", "warn");
      for (const [name, value] of Object.entries(demoSettings(folder))) vi.stubEnv(name, value);
      process.loadEnvFile(file);
      const env = readEnv();
      expect([env.DATABASE_URL, env.SOLANA_RPC_URL]).toEqual([undefined, undefined]);
      expect(env).toMatchObject({ LOG_LEVEL: "warn", DATA_DIR: folder });
      expect(env.ADMIN_API_KEY).toMatch(/^.{32}$/);
      expect(Buffer.from(env.LABELS_KEY ?? "", "base64")).toHaveLength(32);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the secrets of a demo", () => {
  test("stay the same, and an earlier demo gets the missing ones", () => {
    const folder = mkdtempSync(join(tmpdir(), "demo-secrets-"));
    try {
      writeFileSync(join(folder, "secrets.json"), JSON.stringify({ ADMIN_API_KEY: "a", CRON_SECRET: "b" }));
      const first = demoSettings(folder);
      expect(first).toMatchObject({
        ADMIN_API_KEY: "a",
        CRON_SECRET: "b",
        LABELS_KEY: expect.stringMatching(/=$/),
      });
      expect(demoSettings(folder)).toEqual(first);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("waitUntilHealthy", () => {
  const timeoutMs = 600;

  test("waits longer than its patience while the start makes progress", async () => {
    const startedMs = performance.now();
    const query = async () => (performance.now() - startedMs > 3 * timeoutMs ? { ok: true, text: "" } : null);
    expect(await waitUntilHealthy({ fetchHealth: query, isWorking: () => true, timeoutMs })).toBeUndefined();
  });

  test("ends with a reason when the start makes none", async () => {
    const reason = await waitUntilHealthy({
      fetchHealth: async () => null,
      isWorking: () => false,
      timeoutMs,
    });
    expect(reason).toBe("The service has been idle for 0.6 s and does not respond.");
  });

  test("ends with the health of a service that answers and stays unhealthy", async () => {
    const query = async () => ({ ok: false, text: '{"status":"down"}' });
    const reason = await waitUntilHealthy({ fetchHealth: query, isWorking: () => true, timeoutMs });
    expect(reason).toBe('The service has not been healthy for 0.6 s: {"status":"down"}');
  });
});

test("a step shows what a child printed last, and a failure shows its last lines", async () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  process.stdout.isTTY = true;
  const script =
    "for (let i = 0; i < 30; i++) console.log('line ' + i); console.error('no disk'); setTimeout(() => {}, 2500)";
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "pipe"] });
  const output = watchOutput(child, startStep("Build"));
  await once(child, "close");
  output.stop();
  const failure = output.describe("The build failed.").split("\n");
  expect(failure).toHaveLength(21);
  expect(failure[0]).toBe("The build failed.");
  expect(failure.slice(1).join()).toContain("no disk");
  expect(written.join("")).toMatch(/Build \(\d+ s\): (?:line 29|no disk)/);
});
