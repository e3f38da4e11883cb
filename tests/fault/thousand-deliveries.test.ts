import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nacl from "tweetnacl";
import { afterEach, expect, test } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { ApiClient } from "@/lib/client/api-client";
import { leafBody } from "@/lib/client/bodies";
import { freePort } from "@/tests/load/service/service";
import { createServerDatabase } from "@/tests/support/database";
import { fillDataDir } from "@/tests/support/embedded-database";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { kill, killAll, startProgram } from "./support/processes";

const CAMPAIGNS = 5;
const TRANSACTIONS = caseCount(50);
/** Events of each transaction. */
const EVENTS = 4;
const DELIVERIES = CAMPAIGNS * TRANSACTIONS * EVENTS;
/** The most messages in flight at a kill: four lanes of the one endpoint, for each of three kills. */
const MAX_DUPLICATES = 12;
/** Attempts during the receiver's downtime must not exhaust all retries. */
const RETRIES = [...Array(5).fill(0), ...Array(100).fill(1)].join();

const server = process.env.TEST_DATABASE_URL;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await killAll();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const run = (program: string, settings: Record<string, string>) =>
  startProgram(`tests/lib/service/webhooks/support/${program}.ts`, settings);

type Line = {
  id: string;
  message: { type: string; data: { treeAddress: string; signature: string; data: unknown } };
};

/** Ignores a line that was incomplete when its writer was killed. */
const getLines = (file: string): Line[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : [];

const getSigner = ({ creator }: LedgerCampaign) => ({
  address: creator.publicKey.toBase58(),
  signMessage: (message: Uint8Array) => nacl.sign.detached(message, creator.secretKey),
});

async function register(client: ApiClient, campaign: LedgerCampaign): Promise<void> {
  const { registration, leaves } = campaign;
  const { campaignId, totalSupply, minCliffTime, createdAt, verified: _, ...rest } = registration;
  const terms = {
    cancellable: rest.cancellable ?? false,
    cancelAuthority: rest.cancelAuthority ?? null,
    pauseAuthority: rest.pauseAuthority ?? null,
  };
  const numbers = {
    campaignId: String(campaignId),
    totalSupply: String(totalSupply),
    minCliffTime: Number(minCliffTime),
    createdAt: Number(createdAt),
  };
  await client.register({ ...rest, ...terms, ...numbers, leaves: leaves.map(leafBody) }, getSigner(campaign));
}

/** Pauses and unpauses a campaign, one transaction after the other. */
async function act(campaign: LedgerCampaign): Promise<void> {
  const acts = Array.from({ length: EVENTS }, (_, at) => campaign.pauseInstruction(at % 2 === 0));
  for (let n = 0; n < TRANSACTIONS; n++) await campaign.send(acts);
}

/** Returns a campaign's timeline, oldest first. */
async function getHistory(client: ApiClient, treeAddress: string): Promise<unknown[]> {
  const events: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<ApiClient["timeline"]>> = await client.timeline(treeAddress, {
      limit: 200,
      cursor,
    });
    events.push(...page.events.map(({ signature, data }) => ({ signature, data })));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return events.reverse();
}

const setups: [processes: string, count: number][] = [["one process", 1]];
// The embedded database belongs to one process.
if (server) setups.push(["two processes", 2]);

test.each(setups)(
  "delivers every event of %s at least once, in order, and rarely twice, to a receiver that fails one time in three",
  { timeout: 4 * LONG.timeout },
  async (_name, count) => {
    const ledger = await TestLedger.start({ slotMs: 100 });
    const folder = await mkdtemp(join(tmpdir(), "vesting-index-webhooks-"));
    cleanups.push(
      () => ledger.close(),
      () => rm(folder, { recursive: true, force: true }),
    );
    const settings: Record<string, string> = {
      ...{
        SOLANA_RPC_URL: ledger.url,
        DATA_DIR: join(folder, "data"),
        LOG_LEVEL: "error",
        RATE_LIMIT: "off",
      },
      ...{ WEBHOOKS_ALLOW_PRIVATE: "true", WEBHOOK_RETRY_SECONDS: RETRIES },
    };
    if (server) {
      const database = await createServerDatabase(server);
      cleanups.unshift(database.drop);
      settings.DATABASE_URL = database.url;
    } else await fillDataDir(join(folder, "data"));
    const campaigns = await Promise.all(
      Array.from({ length: CAMPAIGNS }, () => LedgerCampaign.create(ledger)),
    );
    const services = [await run("service", settings)];
    for (let n = 1; n < count; n++) services.push(await run("service", settings));
    let [[service, baseUrl]] = services as [[ChildProcess, string]];
    const client = new ApiClient({ baseUrl });
    for (const campaign of campaigns) await register(client, campaign);

    const port = String(await freePort());
    const trees = campaigns.map(({ treeAddress }) => treeAddress);
    const owner = getSigner(campaigns[0] as LedgerCampaign);
    const { secret } = await client.createWebhook(
      { url: `http://127.0.0.1:${port}/hooks`, campaigns: trees },
      owner,
    );
    const file = join(folder, "received");
    const receive = () => run("receiver", { PORT: port, FILE: file, SECRET: secret });
    let [receiver] = await receive();
    const received = (max: number) =>
      expect.poll(() => getLines(file).length, LONG).toBeGreaterThanOrEqual(max);

    const acting = Promise.all(campaigns.map(act));
    await received(0.1 * DELIVERIES);
    await kill(receiver);
    [receiver] = await receive();
    await received(0.3 * DELIVERIES);
    await kill(service);
    [service, baseUrl] = await run("service", settings);
    await received(0.6 * DELIVERIES);
    await kill(receiver);
    await receive();
    await acting;
    const getIds = () => new Set(getLines(file).map(({ id }) => id));
    await expect.poll(() => getIds().size, LONG).toBe(DELIVERIES);

    const lines = getLines(file);
    expect(lines.length - DELIVERIES).toBeLessThanOrEqual(MAX_DUPLICATES);
    const seen = new Set<string>();
    const first = lines.filter(({ id }) => !seen.has(id) && seen.add(id));
    const after = new ApiClient({ baseUrl });
    for (const tree of trees) {
      const of = first.flatMap(({ message: { data } }) =>
        data.treeAddress === tree ? [{ signature: data.signature, data: data.data }] : [],
      );
      expect(of).toEqual(await getHistory(after, tree));
      expect(of).toHaveLength(TRANSACTIONS * EVENTS);
    }
    const [endpoint] = (await after.webhooks(owner)).endpoints;
    expect(endpoint).toMatchObject({ enabled: true, pending: 0 });
  },
);
