import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { examineStream } from "@/cli/vesting-index/doctor/stream";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { readEnv } from "@/lib/service/env";
import { LedgerCampaign } from "../support/ledger-campaign";
import { TEST_CERTIFICATE } from "../support/secure-server";
import { GeyserServer } from "./support/geyser-server";

/** Node reads NODE_EXTRA_CA_CERTS at its start, so a process of its own follows the server. */
const TOKEN = "the token of the stream";
const folder = mkdtempSync(join(tmpdir(), "vesting-index-ca-"));
const authority = join(folder, "ca.pem");
let ledger: TestLedger;
let campaign: LedgerCampaign;
let server: GeyserServer;

beforeAll(async () => {
  writeFileSync(authority, TEST_CERTIFICATE);
  ledger = await TestLedger.start({ instant: false, slotMs: 0, finalizedAfter: 4 });
  campaign = await LedgerCampaign.create(ledger, 1);
  ledger.controls.advanceSlots(3);
});
beforeEach(async () => {
  server = await GeyserServer.start(ledger.url, { isSecure: true });
});
afterEach(() => server.kill());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await ledger.close();
});

/** Runs the follower with these settings; `onVerified` is called for each verified block. */
async function follow(
  settings: Record<string, string>,
  onVerified: () => unknown = () => undefined,
): Promise<{ signature?: string; problem?: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/indexer/support/follow-settings.ts"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      TSX_TSCONFIG_PATH: "server/tsconfig.json",
      SOLANA_RPC_URL: ledger.url,
      GEYSER_TOKEN: TOKEN,
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  child.on("message", onVerified);
  const blocks = setInterval(() => ledger.controls.advanceSlots(1), 100);
  const output = child.stdout ? await text(child.stdout) : "";
  clearInterval(blocks);
  return JSON.parse(output);
}

test("a server with a certificate of NODE_EXTRA_CA_CERTS receives the token and delivers", LONG, async () => {
  let isPaused = false;
  let sending = Promise.resolve();
  const change = async () => {
    isPaused = !isPaused;
    await campaign.pause(isPaused);
    // The next transaction names another block, or it would have the same signature.
    ledger.controls.advanceSlots(1);
  };
  const settings = { GEYSER_URL: server.url, NODE_EXTRA_CA_CERTS: authority };
  const { signature } = await follow(settings, () => {
    sending = sending.then(change);
  });
  await sending;
  expect(signature).toMatch(/^\w{80,90}$/);
  expect(server.tokens).toEqual([TOKEN]);
});

test.each([
  ["an unknown authority", (url: string) => ({ GEYSER_URL: url })],
  [
    "a certificate of another host",
    (url: string) => ({
      GEYSER_URL: url.replace("127.0.0.1", "localhost"),
      NODE_EXTRA_CA_CERTS: authority,
    }),
  ],
])("a server with %s never receives the token", LONG, async (_name, settings) => {
  expect(await follow(settings(server.url))).toEqual({
    problem: expect.stringMatching(/certificate|altnames|No connection established/i),
  });
  expect(server.tokens).toEqual([]);
});

test("the doctor reads a block, or names the cause without the address and the token", LONG, async () => {
  const plain = await GeyserServer.start(ledger.url);
  const blocks = setInterval(() => ledger.controls.advanceSlots(1), 100);
  const examine = (GEYSER_URL: string) => examineStream(readEnv({ GEYSER_URL, GEYSER_TOKEN: TOKEN }));
  expect(await examine(plain.url)).toEqual([
    {
      name: `stream ${new URL(plain.url).host}`,
      state: "passed",
      found: expect.stringMatching(/^delivers blocks, at slot \d+$/),
    },
  ]);
  expect(plain.tokens).toEqual([TOKEN]);
  clearInterval(blocks);
  await plain.kill();
  const failed = [...(await examine(plain.url)), ...(await examine(server.url))];
  expect(failed.map(({ state }) => state)).toEqual(["warning", "warning"]);
  expect(failed[1]?.found).toMatch(/certificate|No connection established/i);
  expect(JSON.stringify(failed)).not.toContain(TOKEN);
  expect(await examineStream(readEnv({}))).toEqual([]);
});
