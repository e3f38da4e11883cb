import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG, PATIENT } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { followGeyser } from "@/lib/service/chain/geyser/follow-geyser";
import { followNetwork } from "@/lib/service/indexer/follower";
import { call, startServices } from "../support/http";
import { LedgerCampaign } from "../support/ledger-campaign";
import { OPERATIONS } from "../support/routes";
import { offerBulk } from "./support/bulk-endpoint";
import { FaultyEndpoint } from "./support/faulty-endpoint";
import { database, openIndex } from "./support/fresh-index";
import { type GeyserMessage, GeyserServer } from "./support/geyser-server";
import { forgetIndex, indexerContext, indexOf, runOnce } from "./support/index-of";

/**
 * The same history of the real program, indexed from the list and single transactions, from pages of whole
 * transactions, and from a gRPC subscription.
 */
openIndex([]);
/** An interval that no test reaches. */
const HOUR = 3_600_000;
let ledger: TestLedger;
let campaign: LedgerCampaign;
let endpoint: FaultyEndpoint;
let server: GeyserServer;

beforeEach(async () => {
  ledger = await TestLedger.start({ instant: false, slotMs: 0, finalizedAfter: 4 });
  campaign = await LedgerCampaign.create(ledger, 3);
  advance();
  endpoint = await FaultyEndpoint.start(ledger.url);
  server = await GeyserServer.start(ledger.url);
  await register();
});
afterEach(async () => {
  await server.kill();
  await endpoint.close();
  await ledger.close();
});

const advance = () => ledger.controls.advanceSlots(3);
const contextAt = (url: string) => indexerContext(database.db, createChain({ urls: [url] }));
const getCalls = (wanted: string) => endpoint.calls.filter((method) => method === wanted).length;

/** Registers the campaign with the same values each time. */
async function register(): Promise<void> {
  await database.db.delete(campaigns);
  await database.db.execute(sql`alter sequence campaigns_id_seq restart`);
  await database.db.insert(campaigns).values(campaign.registration);
}

async function startAgain(): Promise<void> {
  await forgetIndex(database.db);
  await register();
  endpoint.calls.length = 0;
}

/** Sends claims and pauses, two in each slot, and returns how many transactions succeed. */
async function play(days: number): Promise<number> {
  for (let day = 0; day < days; day++) {
    ledger.controls.advanceTime(86_400);
    await campaign.claim(day % 3);
    await campaign.pause();
    advance();
    await campaign.pause(false);
    advance();
  }
  return days * 3;
}

/**
 * Returns the rows of every table that the history determines, without row numbers and without the slot at which a
 * vault was last read.
 */
async function rowsOfTables(): Promise<Record<string, string[]>> {
  const tables = await database.db
    .select({ name: sql<string>`table_name` })
    .from(sql`information_schema.tables`)
    .where(sql`table_schema = 'public' and table_type = 'BASE TABLE'`);
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (LOCAL.includes(name)) continue;
    const found = await database.db
      .select({ row: sql<string>`(to_jsonb(t) - 'id' - 'vault_slot')::text` })
      .from(sql`${sql.identifier(name)} t`);
    rows[name] = found.map(({ row }) => row).sort();
  }
  return rows;
}

/** Tables of local times: the state of runs, the time of each change, and accounts as of the latest run. */
const LOCAL = ["sync_state", "changes", "account_snapshots"];

/** The time of the last run, which `asOf` contains, and the slot at which the vault was last read. */
const RUN_FACTS = /(?<="asOf":\{"slot":"\d+",)"timestamp":"\d+"|"slot":"\d+",(?="shortfall")/g;

/**
 * Returns the bytes of every public list and detail of the API about the campaign, its creator and a
 * recipient, at one time.
 */
async function answersOfApi(): Promise<Record<string, string>> {
  const now = (campaign.registration.createdAt ?? 0n) + 30n * 86_400n;
  startServices({ db: database.db, now: () => now, nowMs: () => Number(now) * 1000 });
  const recipient = campaign.people[0]?.publicKey.toBase58() ?? "";
  const addresses = { creator: campaign.registration.creator, beneficiary: recipient, activity: recipient };
  const answers: Record<string, string> = {};
  for (const { path, method, contract, name, handler } of OPERATIONS) {
    const [, area = ""] = path.split("/").slice(1);
    if (method !== "GET" || contract.auth || !/^(?:campaigns|creator|beneficiary|activity)$/.test(area))
      continue;
    const address = addresses[area as keyof typeof addresses] ?? recipient;
    const params = { treeAddress: campaign.treeAddress, address };
    const { status, text } = await call(handler, { params });
    if (status === 200) answers[name] = text.replaceAll(RUN_FACTS, "");
  }
  expect(Object.keys(answers).length).toBeGreaterThan(9);
  return answers;
}

const indexed = async () => ({ tables: await rowsOfTables(), answers: await answersOfApi() });

/** Indexes what the ledger has by runs over the endpoint, and returns the tables and answers. */
async function indexByRuns(): ReturnType<typeof indexed> {
  await startAgain();
  expect(await runOnce(contextAt(endpoint.url), { full: true })).toMatchObject({ ok: true, complete: true });
  return indexed();
}

/** Follows the gRPC server, and resolves once its network is verified and no run is due. */
async function follow({ silenceMs, isSettling = true }: { silenceMs?: number; isSettling?: boolean } = {}) {
  let gaps = 0;
  let finals = 0;
  let runs = 0;
  const onStep = (step: string) => {
    if (step === "run: checkpoint moved") runs++;
  };
  const context = { ...contextAt(endpoint.url), onStep };
  const { programId, log } = context;
  const chain = createChain({ urls: [endpoint.url] });
  let onVerified = () => {};
  const verified = new Promise<void>((resolve) => {
    onVerified = resolve;
  });
  const follower = followNetwork(context, {
    timeLimitMs: 5_000,
    intervalMs: HOUR,
    follow: (listeners) =>
      followGeyser({
        ...{ url: server.url, token: "the token", programId, log, silenceMs },
        isKnownBlock: async (blockhash) => {
          const isKnown = await chain.isBlockhashValid(blockhash);
          if (isKnown) setImmediate(onVerified);
          return isKnown;
        },
        ...listeners,
        onGap: () => {
          gaps++;
          listeners.onGap();
        },
        onFinal: () => {
          finals++;
          if (isSettling) listeners.onFinal();
        },
      }),
  });
  onTestFinished(() => follower.close());
  await verified;
  // One run at the start, and one after the first gap.
  await vi.waitFor(() => expect({ gaps, runs }).toEqual({ gaps: 1, runs: 2 }), PATIENT);
  return { follower, counts: () => ({ gaps, finals }) };
}

const eventCount = async () => {
  const { events } = await indexOf(database.db);
  return Object.values(events).reduce((sum, rows) => sum + rows.length, 0);
};
const untilIndexed = (count: number) =>
  vi.waitFor(async () => expect(await eventCount()).toBe(count), PATIENT);

test("builds the same tables and answers from polling, from bulk reads and from gRPC", LONG, async () => {
  const { follower } = await follow({ isSettling: false });
  const before = await eventCount();
  endpoint.calls.length = 0;
  const count = await play(12);
  await untilIndexed(before + count);
  expect(getCalls("getTransaction"), "every transaction came from the subscription").toBe(0);
  await follower.close();
  await runOnce(contextAt(endpoint.url), { full: true });
  const byGeyser = await indexed();
  const byPolling = await indexByRuns();
  expect(getCalls("getTransaction")).toBeGreaterThan(count);
  expect(byGeyser).toEqual(byPolling);
  const pages = offerBulk(endpoint, ledger.url);
  expect(await indexByRuns()).toEqual(byPolling);
  expect(pages).not.toHaveLength(0);
  expect(getCalls("getTransaction")).toBe(0);
  expect(byPolling.tables.program_transactions?.length).toBeGreaterThan(count);
});

test(
  "builds the same tables and answers when bulk reads are refused midway or the node hangs up",
  LONG,
  async () => {
    await play(16);
    const byPolling = await indexByRuns();
    offerBulk(endpoint, ledger.url, (page, call) =>
      call === 1 ? { ...page, data: page.data.slice(0, 25) } : { error: { code: -32_601, message: "gone" } },
    );
    expect(await indexByRuns()).toEqual(byPolling);
    let dead = 0;
    offerBulk(endpoint, ledger.url, (page, call) => {
      if (call === 1) return { ...page, data: page.data.slice(0, 25), paginationToken: "0:0" };
      dead++;
      throw new Error("The node dies.");
    });
    expect(await indexByRuns()).toEqual(byPolling);
    expect(dead).toBe(1);
  },
);

test("sends the token, and answers pings", async () => {
  await follow();
  server.ping();
  await vi.waitFor(() => expect(server.pongs).toBe(1), PATIENT);
  expect(server.tokens).toEqual(["the token"]);
});

test("continues from the last block after the server was away, and loses nothing", LONG, async () => {
  const { counts, follower } = await follow({ isSettling: false });
  const before = await eventCount();
  await untilIndexed(before + (await play(2)));
  await server.kill();
  const missed = await play(2);
  await server.restart();
  await untilIndexed(before + 6 + missed);
  expect(counts().gaps, "no run was needed").toBe(1);
  expect(server.requests.at(-1)?.fromSlot).toBeDefined();
  await follower.close();
  await runOnce(contextAt(endpoint.url), { full: true });
  const byGeyser = await rowsOfTables();
  expect(byGeyser).toEqual((await indexByRuns()).tables);
});

test("reads from the RPC endpoint what the server no longer keeps", LONG, async () => {
  const { counts } = await follow();
  const before = await eventCount();
  await untilIndexed(before + (await play(1)));
  server.endStreams();
  server.firstAvailable = Number.MAX_SAFE_INTEGER;
  const missed = await play(2);
  await untilIndexed(before + 3 + missed);
  expect(counts().gaps).toBe(2);
  expect(server.requests.map(({ fromSlot }) => fromSlot !== undefined)).toEqual([false, true, false]);
});

test("reads from the RPC endpoint when a block is missing", LONG, async () => {
  const { counts } = await follow();
  const before = await eventCount();
  let droppedBlocks = 0;
  server.change = (message) => {
    if (message.blockMeta) droppedBlocks++;
    return message.blockMeta || message.transaction ? [] : [message];
  };
  const missed = await play(1);
  // The server reads the ledger a moment later.
  await vi.waitFor(() => expect(droppedBlocks).toBeGreaterThan(0), PATIENT);
  server.change = (message) => [message];
  await vi.waitFor(() => {
    ledger.controls.advanceSlots(1);
    expect(counts().gaps).toBeGreaterThan(1);
  }, PATIENT);
  await untilIndexed(before + missed);
});

test("stores messages that arrive twice and in any order once", LONG, async () => {
  const { follower } = await follow();
  const before = await eventCount();
  let held: GeyserMessage[] = [];
  server.change = (message) => {
    if (message.transaction) {
      held.push(message);
      return [];
    }
    const sent = [message, ...held, ...held, message];
    held = [];
    return sent;
  };
  const count = await play(3);
  await untilIndexed(before + count);
  await follower.close();
  await runOnce(contextAt(endpoint.url), { full: true });
  const byGeyser = await rowsOfTables();
  expect(byGeyser).toEqual((await indexByRuns()).tables);
});

test("settles finality in a run as soon as the server reports it", LONG, async () => {
  const { counts } = await follow();
  await play(1);
  await vi.waitFor(async () => {
    advance();
    expect(counts().finals).toBeGreaterThan(0);
  }, PATIENT);
});

test("connects again to a server that went silent", LONG, async () => {
  await follow({ silenceMs: 3_000 });
  server.change = () => [];
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(1), PATIENT);
  server.change = (message) => [message];
  const before = await eventCount();
  await untilIndexed(before + (await play(1)));
});

test("stores nothing from a server of another network", LONG, async () => {
  const other = await TestLedger.start();
  onTestFinished(() => other.close());
  await server.kill();
  server = await GeyserServer.start(other.url);
  const foreign = await LedgerCampaign.create(other, 1);
  const stored: string[] = [];
  const hinted: string[] = [];
  const problems: unknown[] = [];
  const ended = new AbortController();
  const chain = createChain({ urls: [ledger.url] });
  const following = followGeyser({
    url: server.url,
    programId: contextAt(ledger.url).programId,
    isKnownBlock: (blockhash) => chain.isBlockhashValid(blockhash),
    onTransaction: ({ signature }) => stored.push(signature),
    onSignature: ({ signature }) => hinted.push(signature),
    onGap: () => undefined,
    onFinal: () => undefined,
    signal: ended.signal,
    log: { warn: (fields) => problems.push(Object(fields).problem) },
  });
  await vi.waitFor(async () => {
    await foreign.pause();
    await foreign.pause(false);
    expect(problems).toContain("sends blocks that the RPC endpoints do not know");
  }, PATIENT);
  expect(hinted.length).toBeGreaterThan(2);
  expect(stored).toEqual([]);
  ended.abort();
  await following;
});
