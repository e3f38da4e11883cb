import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as register } from "@/app/api/campaigns/route";
import { escapeLines, printError, printFailure } from "@/cli/terminal";
import { adminKeyFor } from "@/cli/vesting-index/admin-key";
import { examine } from "@/cli/vesting-index/commands/doctor";
import { exportList, exportWaitlist } from "@/cli/vesting-index/commands/export";
import { showStatus } from "@/cli/vesting-index/commands/status";
import { showSupply } from "@/cli/vesting-index/commands/supply";
import { runSync } from "@/cli/vesting-index/commands/sync";
import { verifyCampaign } from "@/cli/vesting-index/commands/verify";
import { verifyAll } from "@/cli/vesting-index/commands/verify-all";
import { deleteWebhook, listWebhooks } from "@/cli/vesting-index/commands/webhooks";
import { RunningService } from "@/cli/vesting-index/running-service";
import { replaceDrifts } from "@/db/queries/indexing/drifts";
import { updateIndexedTo, updateProblems } from "@/db/queries/indexing/sync-state";
import { campaigns, leaves, webhookEndpoints } from "@/db/schema";
import { PATIENT } from "@/ledger/tests/support/long";
import { readEnv } from "@/lib/service/env";
import { ROUTES } from "@/server/api";
import { createHttpServer } from "@/server/http-server";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";
import { getRegistration } from "@/tests/support/registration";

const KEY = "a-key-of-the-operator";
const database = openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "vesting-index-"));
const wallet = createWallet();
let server: LocalServer;
let url: string;
let treeAddress: string;

beforeAll(async () => {
  const env = readEnv({
    ADMIN_API_KEY: KEY,
    LOG_LEVEL: "silent",
    RATE_LIMIT: "off",
    REGISTRATION_CHECK: "lenient",
  });
  const services = startServices({ db: database.db, env, chain: null });
  await updateIndexedTo(database.db, { slot: 77n, timestamp: services.now() });
  const body = await getRegistration(wallet);
  treeAddress = body.treeAddress;
  const answer = await call(register, {
    path: "/api/campaigns",
    body,
    headers: await signIn(wallet, services),
  });
  expect(answer.status).toBe(201);
  server = await listenLocally(
    createHttpServer({ env, log: services.log, handle: async () => {}, routes: ROUTES }),
  );
  url = server.url;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  return () => vi.restoreAllMocks();
});
const output = () => written.join("");
const service = (key?: string) => new RunningService({ url, key });
const nobody = new RunningService({ url: "http://127.0.0.1:9", key: KEY });

describe("the operator's command", () => {
  test("prints the state of a service, and exits with 1 when a dependency is unavailable", async () => {
    expect(await showStatus(service(), { json: false })).toBe(1);
    expect(output()).toMatch(/database +available\nnetwork +unavailable\nindexed to +slot 77/);
    expect(output()).not.toContain("RATE_LIMIT");
    expect(await showStatus(service(KEY), { json: false })).toBe(1);
    expect(output()).toContain("RATE_LIMIT=off");
  });

  test("names each problem of the index, and its hosts with the key", async () => {
    const details = ["node.example is lagging at slot 5"];
    await updateProblems(database.db, JSON.stringify([{ code: "endpoint_lagging", count: 1, details }]));
    // Health reuses its answer for a second.
    await vi.waitFor(async () => {
      written = [];
      expect(await showStatus(service(KEY), { json: false })).toBe(1);
      expect(output()).toContain("endpoint_lagging (1): An RPC endpoint is behind");
    }, PATIENT);
    expect(output()).toMatch(/problem +endpoint_lagging .*\n +node\.example is lagging at slot 5\n/);
    written = [];
    await showStatus(service(), { json: false });
    expect(output()).toContain("endpoint_lagging (1)");
    expect(output()).not.toContain("node.example");
    written = [];
    vi.stubEnv("ADMIN_API_KEY", KEY);
    expect(await examine(url, { json: false }).finally(() => vi.unstubAllEnvs())).toBe(1);
    expect(output()).toMatch(/✗ index endpoint_lagging: .*; node\.example is lagging at slot 5/);
    await updateProblems(database.db, "[]");
  });

  test("lists the webhook endpoints of all wallets and deletes one", async () => {
    const endpoint = { wallet: wallet.address, url: "https://receiver.example/hooks", secret: "s" };
    const ids = ["a", "b"].map((letter) => `ep_${letter.repeat(22)}`);
    await database.db
      .insert(webhookEndpoints)
      .values(ids.map((id) => ({ ...endpoint, id, creator: wallet.address, createdAt: 1_800_000_000n })));
    expect(await deleteWebhook(service(KEY), ids[0] ?? "")).toBe(0);
    written = [];
    expect(await listWebhooks(service(KEY), { json: false })).toBe(0);
    expect(output()).toBe(`${ids[1]}  2027-01-15  enabled  0 pending  ${wallet.address}  ${endpoint.url}\n`);
    await expect(deleteWebhook(service(KEY), ids[0] ?? "")).rejects.toThrow(
      "No webhook endpoint has this id",
    );
    await expect(listWebhooks(service(), { json: false })).rejects.toThrow("admin key");
  });

  test("verifies a campaign from its leaves, and sees one that was changed", async () => {
    const requested = { treeAddress, url, rpc: undefined, json: true };
    expect(await verifyCampaign(requested)).toBe(0);
    expect(JSON.parse(output())).toMatchObject({
      ...{ leaves: 5, agrees: true, ledger: null, drift: null },
      claims: { sum: "0", service: "0", ledger: null },
    });
    await database.db.update(leaves).set({ amount: 1n });
    expect(await verifyCampaign({ ...requested, json: false })).toBe(1);
    expect(output()).toContain("differ");
  });

  test("reports a campaign whose claims do not add up as differing", async () => {
    await database.db.update(campaigns).set({ totalClaimed: 7n });
    expect(await verifyCampaign({ treeAddress, url, rpc: undefined, json: true })).toBe(1);
    expect(JSON.parse(output())).toMatchObject({ agrees: false, claims: { sum: "0", service: "7" } });
    await database.db.update(campaigns).set({ totalClaimed: 0n });
  });

  test("names the campaigns that differ from the network where no campaign is given", async () => {
    expect(await verifyAll({ url, json: true })).toBe(0);
    expect(JSON.parse(output())).toEqual({ campaigns: 1, differ: 0, first: [] });
    const rows = await database.db.select({ id: campaigns.id }).from(campaigns);
    const differences = [{ field: "paused", indexed: "false", onChain: "true" }];
    for (const { id: campaignRowId } of rows) {
      await replaceDrifts(database.db, [{ campaignRowId, slot: 5n, differences }], 0n);
    }
    written = [];
    expect(await verifyAll({ url, json: false })).toBe(1);
    expect(output()).toMatch(new RegExp(`campaigns +1\\ndiffer +1\\n${treeAddress} +paused`));
    for (const { id: campaignRowId } of rows) {
      await replaceDrifts(database.db, [{ campaignRowId, slot: 5n, differences: [] }], 0n);
    }
  });

  test("prints the supply of a token, and refuses what is no mint", async () => {
    const [{ mint } = { mint: "" }] = await database.db.select({ mint: campaigns.mint }).from(campaigns);
    expect(await showSupply({ mint, url, json: true })).toBe(0);
    const supply: Record<string, string | number> = JSON.parse(output());
    expect(supply).toMatchObject({ mint, complete: true });
    written = [];
    expect(await showSupply({ mint, url, json: false })).toBe(0);
    expect(output()).toContain(`campaigns       ${supply.campaigns}\n`);
    await expect(showSupply({ mint: "x", url, json: false })).rejects.toThrow("address of a mint");
    await expect(showSupply({ mint, url: nobody.url, json: false })).rejects.toMatchObject({ exit: 3 });
  });

  test("exits with 3 if the service cannot be reached", async () => {
    await expect(verifyAll({ url: nobody.url, json: true })).rejects.toMatchObject({ exit: 3 });
  });

  test("exports an earlier campaign of an address by its creation", async () => {
    const requested = { treeAddress, list: "claims", to: undefined } as const;
    expect(await exportList(service(), { ...requested, creation: undefined })).toBe(0);
    await expect(exportList(service(), { ...requested, creation: "never" })).rejects.toThrow(/rejected/);
  });

  test("writes lists to a file that is there only once it is whole", async () => {
    const to = join(folder, "leaves.csv");
    expect(await exportList(service(), { treeAddress, list: "leaves", to })).toBe(0);
    expect(readFileSync(to, "utf8").trim().split("\n")).toHaveLength(6);
    const nothing = join(folder, "nothing.csv");
    const missing = exportList(service(), { treeAddress: wallet.address, list: "claims", to: nothing });
    await expect(missing).rejects.toMatchObject({ name: "CommandError", exit: 1 });
    expect(() => readFileSync(nothing)).toThrow();
  });

  test("requires the key before it queries the service, and reports the error of the service", async () => {
    await expect(exportWaitlist(service(), { format: "csv", to: undefined })).rejects.toThrow(
      /ADMIN_API_KEY/,
    );
    const refused = exportWaitlist(service("another-key"), { format: "csv", to: undefined });
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining("x-admin-key"), exit: 2 });
    await expect(runSync(service(KEY), { fromSlot: undefined, json: true })).rejects.toThrow(/network/i);
    await expect(showStatus(nobody, { json: true })).rejects.toMatchObject({ exit: 3 });
  });
});

describe("the admin key", () => {
  const settings = { ADMIN_API_KEY: KEY, ALLOWED_HOSTS: "vesting.example, other.example:8443" };
  const keyFor = (at: string, text?: string) => adminKeyFor(at, text, () => readEnv(settings));

  test.each([
    "http://127.0.0.1:3000",
    "http://localhost:3001",
    "http://[::1]:3000",
    "https://vesting.example",
    "https://vesting.example:444",
    "https://other.example:8443",
  ])("is sent to %s", (at) => {
    expect(keyFor(at).key).toBe(KEY);
  });

  test.each([
    "https://attacker.example",
    "http://attacker.example",
    "http://vesting.example",
    "https://other.example",
    "https://127.0.0.1.attacker.example",
    "https://localhost.attacker.example",
    "http://localhost@attacker.example",
  ])("is not sent to %s", async (at) => {
    const sent: RequestInit[] = [];
    vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
      sent.push(init);
      return Response.json({});
    });
    const running = new RunningService({ url: at, ...keyFor(at) });
    await expect(running.asOperator("/api/waitlist")).rejects.toThrow(/is not sent to .*--key/);
    await running.request("/api/health");
    vi.unstubAllGlobals();
    expect(sent.map(({ headers }) => new Headers(headers).get("x-admin-key"))).toEqual([null]);
  });

  test("is sent to the URL of the command, but not over plain http", () => {
    expect(keyFor("https://elsewhere.example", "given").key).toBe("given");
    expect(keyFor("http://127.0.0.1:9", "given").key).toBe("given");
    expect(() => keyFor("http://elsewhere.example", "given")).toThrow(
      "The admin key is not sent to elsewhere.example over plain http",
    );
    expect(() => keyFor("ftp://elsewhere.example", "given")).toThrow("--url");
  });
});

describe("answers of a server", () => {
  const HOSTILE = "\u001b[2J\u001b]0;x\u0007\r\nfine\u202e\u009b1m";
  let hostile: LocalServer;
  let errors: string[];
  beforeAll(async () => {
    const run = {
      ...{ ok: true, complete: false, processed: 0, transactions: 0, lastSlot: "5", failed: 0 },
      ...{ findingCount: 0, findings: [], durationMs: 1, drift: [] },
    };
    const health = {
      ...{ status: "ok", db: true, rpc: true, version: HOSTILE, timestamp: 1 },
      indexer: { lastSyncedSlot: HOSTILE, lastSyncTimestamp: "1", lagSeconds: 0 },
      setup: [{ setting: HOSTILE, message: HOSTILE, fix: HOSTILE }],
    };
    hostile = await listenLocally(
      createServer((request, response) => {
        const { pathname } = new URL(request.url ?? "", "http://x");
        const isRefused = pathname === "/api/waitlist";
        response.writeHead(isRefused ? 403 : 200, { "content-type": "application/json" });
        const answer = pathname === "/api/health" ? health : isRefused ? { error: HOSTILE } : run;
        response.end(JSON.stringify(answer));
      }),
    );
  });
  afterAll(() => hostile.close());
  beforeEach(() => {
    errors = [];
    vi.spyOn(process.stderr, "write").mockImplementation((text) => errors.push(String(text)) > 0);
  });
  const isClean = () => {
    const lines = [...written, ...errors].join("").split("\n");
    expect(lines.filter((line) => /[\p{C}\p{Zl}\p{Zp}]/u.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith("fine"))).toEqual([]);
  };

  test("reach the terminal as single lines without controls", async () => {
    const running = new RunningService({ url: hostile.url, key: KEY });
    for (const json of [false, true]) {
      await showStatus(running, { json });
      await runSync(running, { fromSlot: undefined, json }).catch(() => undefined);
      isClean();
    }
    const refused = exportWaitlist(running, { format: "csv", to: undefined });
    const error = await refused.catch((reason: unknown) => reason);
    printFailure(printError, error);
    isClean();
    expect(output()).toContain("\\u{1b}[2J");
  });

  test("keep their value in JSON", async () => {
    await showStatus(new RunningService({ url: hostile.url, key: KEY }), { json: true });
    expect(JSON.parse(output())).toMatchObject({ version: HOSTILE });
  });
});

test("a list of a campaign is escaped for a terminal, and unchanged for a file or another program", async () => {
  const text = Buffer.from("a,b\r\n\u001b[31mé,\u202e😀\nlast");
  const chunks = Array.from({ length: text.length }, (_, at) => text.subarray(at, at + 1));
  const shown = await new Response(Readable.toWeb(Readable.from(chunks).pipe(escapeLines())) as never).text();
  expect(shown).toBe("a,b\n\\u{1b}[31mé,\\u{202e}😀\nlast");
});

test("no command writes to the terminal except through the printer", () => {
  const own = [
    ...["cli/terminal.ts", "cli/progress.ts"],
    ...["cli/vesting-index/outcome.ts", "cli/vesting-index/commands/export.ts"],
  ];
  const files = readdirSync("cli", { recursive: true, encoding: "utf8" })
    .map((name) => `cli/${name}`)
    .filter((name) => name.endsWith(".ts") && !/^cli\/(demo|docs-check|supply|i18n|examples)/.test(name));
  const writes = files.filter((name) =>
    /console\.|process\.std(out|err)\.write/.test(readFileSync(name, "utf8")),
  );
  expect(writes.filter((name) => !own.includes(name))).toEqual([]);
});

describe("doctor", () => {
  const doctor = async (settings: Record<string, string>, at = url) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const exit = await examine(at, { json: true }).finally(() => vi.unstubAllEnvs());
    return { exit, checks: JSON.parse(output()) as { name: string; state: string; found: string }[] };
  };
  const getState = (checks: { name: string; state: string }[], name: string) =>
    checks.find((check) => check.name.startsWith(name))?.state;

  test("names a wrong setting, and looks no further", async () => {
    const { exit, checks } = await doctor({ PORT: "many" });
    expect(exit).toBe(1);
    expect(checks).toMatchObject([{ name: "settings", state: "failed" }]);
  });

  test("finds servers that are away, without their passwords", async () => {
    const { exit, checks } = await doctor({
      DATABASE_URL: "postgres://user:hidden-password@127.0.0.1:1/any",
      REDIS_URL: "redis://user:hidden-password@127.0.0.1:1",
      SOLANA_RPC_URL: "http://127.0.0.1:1/?api-key=hidden-password",
      ADMIN_API_KEY: KEY,
    });
    expect(exit).toBe(1);
    for (const name of ["database", "key-value store", "ledger 127.0.0.1:1", "service"]) {
      expect(getState(checks, name)).toBe("failed");
    }
    expect(getState(checks, "service RATE_LIMIT")).toBe("warning");
    expect(JSON.stringify(checks)).not.toContain("hidden-password");
  });

  test("names an endpoint that is behind another one", async () => {
    const nodeAt = (slot: number) =>
      listenLocally(
        createServer(async (request, response) => {
          let text = "";
          for await (const chunk of request) text += chunk;
          const { id, method } = JSON.parse(text);
          const error = { code: -32601, message: "Method not found" };
          const answer = method === "getSlot" ? { result: slot } : { error };
          response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
        }),
      );
    const [ahead, behind] = await Promise.all([nodeAt(50_000), nodeAt(10_000)]);
    const { checks } = await doctor({ SOLANA_RPC_URL: `${ahead.url},${behind.url}` });
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: `ledger ${new URL(behind.url).host}`,
        found: "is 40000 slots behind another endpoint.",
      }),
    );
    await Promise.all([ahead.close(), behind.close()]);
  });

  test("passes with exit code 0 for an embedded service that is not running yet", async () => {
    const { exit, checks } = await doctor({}, "http://127.0.0.1:9");
    expect(exit).toBe(0);
    expect(getState(checks, "database")).toBe("passed");
    expect(getState(checks, "service")).toBe("warning");
  });
});

// Each command starts a process, which takes many seconds on a busy machine.
describe("npx vesting-index", { timeout: 180_000 }, () => {
  const LAUNCH = "cli/vesting-index/launch.mjs";
  const run = (...args: string[]) => spawnSync(process.execPath, [LAUNCH, ...args], { encoding: "utf8" });

  test("ends with 2 and one sentence where it is not understood", () => {
    for (const args of [
      ["nonsense"],
      [],
      ["sync", "--from-slot", "-1"],
      ["export", treeAddress, "nothing"],
      ["mcp", "--rpc", "https://me:secret@a.example"],
    ]) {
      const { status, stderr } = run(...args);
      expect(status).toBe(2);
      expect(stderr).not.toContain("secret");
      expect(stderr.trim().split("\n").length).toBeLessThan(4);
    }
  });

  test("names the cause in one sentence where the database to migrate is away", () => {
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: "test" as const,
      DATABASE_URL: "postgres://vesting@127.0.0.1:1/vesting",
    };
    const { status, stderr } = spawnSync(process.execPath, [LAUNCH, "migrate"], { encoding: "utf8", env });
    expect(status).toBe(1);
    expect(stderr.trim().split("\n").at(-1)).toMatch(/^Nothing was migrated: .*ECONNREFUSED 127\.0\.0\.1:1$/);
  });

  test("ends without an error when the reader of its output ends first", () => {
    const { stderr } = spawnSync("bash", ["-c", `node ${LAUNCH} --help | true`], { encoding: "utf8" });
    expect(stderr).toBe("");
  });
});
