/** Compares indexing with fetching alone in the same batches, from a ledger in another process, in an embedded database. */
import { openDatabase } from "@/db/client";
import { campaigns } from "@/db/schema";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { createChain } from "@/lib/service/chain/chain";
import { systemClock } from "@/lib/service/clock";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { runIndexer } from "@/lib/service/indexer/run";
import { FETCH_BATCH, FETCH_WIDTH, inOrder } from "@/lib/service/indexer/store/apply";
import { createLogger } from "@/lib/service/log";
import type { LedgerReport } from "./support/index-ledger";
import { launch, messageOf, stop } from "./support/process";
import { chunksOf, median, type Row, record, secondsOf } from "./support/report";

const [CLAIMS, RUNS, IDLE_RUNS] = [10_000, 3, 9];
const DELAYS_MS = [0, 20];

/** Lists the signatures page by page and fetches all transactions, without storing them. */
async function fetchAll({ url }: LedgerReport): Promise<void> {
  const chain = createChain({ urls: [url] });
  const signatures: string[] = [];
  for (let isComplete = false; !isComplete; ) {
    const page = await chain.getSignatures(DEFAULT_PROGRAM_ID, { before: signatures.at(-1), limit: 1_000 });
    signatures.push(...page.map(({ signature }) => signature));
    isComplete = page.length === 0;
  }
  const batches = [...chunksOf(signatures, FETCH_BATCH)];
  for await (const _ of inOrder(batches, FETCH_WIDTH, (batch) => chain.getTransactions(batch)));
}

async function index({ url }: LedgerReport, db: IndexerContext["db"]): Promise<void> {
  const chain = createChain({ urls: [url] });
  const context = { db, chain, log: createLogger("silent"), programId: DEFAULT_PROGRAM_ID, ...systemClock };
  const report = await runIndexer(context, { timeLimitMs: 600_000 });
  if ("skipped" in report || !report.complete || report.drift.length > 0) {
    throw new Error(`The run is incomplete: ${JSON.stringify(report.ok)}`);
  }
}

/** Measures fetching alone and indexing into an empty database in turns, then runs that find nothing new. */
async function measure(ledger: LedgerReport) {
  const fetchSeconds: number[] = [];
  const indexSeconds: number[] = [];
  const idleSeconds: number[] = [];
  for (let round = 0; round < RUNS; round++) {
    fetchSeconds.push(await secondsOf(() => fetchAll(ledger)));
    const { db, close } = await openDatabase({});
    await db.insert(campaigns).values(ledger.registration);
    indexSeconds.push(await secondsOf(() => index(ledger, db)));
    for (let run = 0; run < IDLE_RUNS; run++) idleSeconds.push(await secondsOf(() => index(ledger, db)));
    await close();
  }
  const [fetching, indexing] = [Math.min(...fetchSeconds), Math.min(...indexSeconds)];
  return {
    transactions: CLAIMS,
    "fetching alone ms": fetching * 1_000,
    "indexed/s": Math.round(CLAIMS / indexing),
    "of fetching alone": indexing / fetching,
    goal: "≤ 1.5",
    "idle run ms": median(idleSeconds) * 1_000,
  };
}

const rows: Row[] = [];
for (const delayMs of DELAYS_MS) {
  const child = launch("bench/support/index-ledger.ts", { args: [String(CLAIMS), String(delayMs)] });
  const ledger = await messageOf<LedgerReport>(child);
  rows.push({ "delay of a response, ms": delayMs, ...(await measure(ledger)) });
  await stop(child);
}
record("index", rows, { database: "embedded, in memory", batch: FETCH_BATCH, sideBySide: FETCH_WIDTH });
