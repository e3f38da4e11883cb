/**
 * Measures indexing into Postgres on the same machine: decoding and storing transactions from memory, and a
 * backfill over HTTP from a node in another process, compared with fetching alone in the same batches.
 */
import { openDatabase } from "@/db/client";
import { campaigns } from "@/db/schema";
import { chunk } from "@/lib/core/chunk";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { createChain } from "@/lib/service/chain/chain";
import { systemClock } from "@/lib/service/clock";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { runIndexer } from "@/lib/service/indexer/run";
import { FETCH_BATCH, FETCH_WIDTH, inOrder } from "@/lib/service/indexer/store/apply";
import { createLogger } from "@/lib/service/log";
import { campaignRows, claimTransactions, decode, decodeAndStore } from "./support/claim-transactions";
import { createDatabase } from "./support/database";
import type { LedgerReport } from "./support/index-ledger";
import { getMessage, launch, stop } from "./support/process";
import { measureSeconds, median, type Row, record } from "./support/report";

const [CLAIMS, RUNS, IDLE_RUNS] = [10_000, 2, 9];
const DELAYS_MS = [0, 20];
/** Numbers of campaigns in the runs from memory. The more campaigns a batch touches, the more it costs. */
const CAMPAIGN_COUNTS = [1, 10, 1_000];

type Db = IndexerContext["db"];

async function withDatabase<T>(registered: (typeof campaigns.$inferInsert)[], work: (db: Db) => Promise<T>) {
  const database = await createDatabase();
  const { db, close } = await openDatabase({ url: database.url, maxConnections: 4 });
  try {
    await db.insert(campaigns).values(registered);
    return await work(db);
  } finally {
    await close();
    await database.remove();
  }
}

/** Measures decoding alone, then decoding and storing in batches, in an empty database for each run. */
async function storeFromMemory(campaignCount: number): Promise<Row> {
  const batches = chunk(claimTransactions(CLAIMS, { campaigns: campaignCount }), FETCH_BATCH);
  const decodeSeconds: number[] = [];
  const storeSeconds: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    await withDatabase(campaignRows(campaignCount), async (db) => {
      decodeSeconds.push(await measureSeconds(async () => void batches.forEach(decode)));
      storeSeconds.push(await measureSeconds(() => decodeAndStore(db, batches)));
    });
  }
  return {
    ...{ source: "memory", campaigns: campaignCount, transactions: CLAIMS },
    "fetching or decoding alone ms": Math.min(...decodeSeconds) * 1_000,
    "indexed/s": Math.round(CLAIMS / Math.min(...storeSeconds)),
    goal: "≥ 10,000",
  };
}

/** Lists the signatures page by page and fetches all transactions, without storing them. */
async function fetchAll(url: string): Promise<void> {
  const chain = createChain({ urls: [url] });
  const signatures: string[] = [];
  for (let isComplete = false; !isComplete; ) {
    const page = await chain.getSignatures(DEFAULT_PROGRAM_ID, { before: signatures.at(-1), limit: 1_000 });
    signatures.push(...page.map(({ signature }) => signature));
    isComplete = page.length === 0;
  }
  const batches = chunk(signatures, FETCH_BATCH);
  for await (const _ of inOrder(batches, FETCH_WIDTH, (batch) => chain.getTransactions(batch)));
}

async function index(url: string, db: Db): Promise<void> {
  const chain = createChain({ urls: [url] });
  const context = { db, chain, log: createLogger("silent"), programId: DEFAULT_PROGRAM_ID, ...systemClock };
  const report = await runIndexer(context, { timeLimitMs: 600_000 });
  if ("skipped" in report || !report.complete || report.drift.length > 0) {
    throw new Error(`The run is incomplete: ${JSON.stringify(report)}`);
  }
}

/** Measures fetching alone and indexing into an empty database in turns, then runs that find nothing new. */
async function backfill(
  url: string,
  { delayMs, registration }: { delayMs: number } & Pick<LedgerReport, "registration">,
): Promise<Row> {
  const fetchSeconds: number[] = [];
  const indexSeconds: number[] = [];
  const idleSeconds: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    fetchSeconds.push(await measureSeconds(() => fetchAll(url)));
    await withDatabase([registration], async (db) => {
      indexSeconds.push(await measureSeconds(() => index(url, db)));
      for (let idle = 0; idle < IDLE_RUNS; idle++)
        idleSeconds.push(await measureSeconds(() => index(url, db)));
    });
  }
  const [fetching, indexing] = [Math.min(...fetchSeconds), Math.min(...indexSeconds)];
  return {
    ...{ source: `HTTP, ${delayMs} ms`, campaigns: 1, transactions: CLAIMS },
    "fetching or decoding alone ms": fetching * 1_000,
    "indexed/s": Math.round(CLAIMS / indexing),
    goal: "≥ 5,000",
    "of fetching alone": indexing / fetching,
    "its goal": "≤ 1.3",
    "idle run ms": median(idleSeconds) * 1_000,
  };
}

const rows: Row[] = [];
for (const count of CAMPAIGN_COUNTS) rows.push(await storeFromMemory(count));
const child = launch("bench/support/index-ledger.ts", { args: [CLAIMS, ...DELAYS_MS].map(String) });
const { urls, registration } = await getMessage<LedgerReport>(child);
// The node records its responses.
await fetchAll(urls[0] ?? "");
for (const [at, delayMs] of DELAYS_MS.entries())
  rows.push(await backfill(urls[at] ?? "", { delayMs, registration }));
await stop(child);
record("index", rows, {
  ...{ database: "Postgres on the same machine", batch: FETCH_BATCH, sideBySide: FETCH_WIDTH },
});
