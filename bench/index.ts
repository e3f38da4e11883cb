/** Compares indexing with fetching alone, from a ledger in another process. The database is the embedded one, in memory. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
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
import { median, type Row, record, rounded } from "./support/report";

const CLAIMS = Number(process.argv[2] ?? 10_000);
const DELAYS_MS = [0, 20];
const RUNS = 3;
const IDLE_RUNS = 9;
/** The most that indexing may take of fetching alone, with the same batches and the same concurrency. */
const GOAL = 1.5;

type Setting = { url: string; registration: typeof campaigns.$inferInsert };

const chainOf = ({ url }: Setting) => createChain({ urls: [url] });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Lists the signatures page by page and fetches all transactions, without storing them. */
async function fetchAll(setting: Setting): Promise<void> {
  const chain = chainOf(setting);
  const signatures: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = await chain.getSignatures(DEFAULT_PROGRAM_ID, { before, limit: 1_000 });
    if (page.length === 0) break;
    signatures.push(...page.map(({ signature }) => signature));
    before = page.at(-1)?.signature;
  }
  const batches = Array.from({ length: Math.ceil(signatures.length / FETCH_BATCH) }, (_, at) =>
    signatures.slice(at * FETCH_BATCH, (at + 1) * FETCH_BATCH),
  );
  for await (const _ of inOrder(batches, FETCH_WIDTH, (batch) => chain.getTransactions(batch)));
}

async function index(setting: Setting, db: IndexerContext["db"]): Promise<void> {
  const context = { db, chain: chainOf(setting), log: createLogger("silent"), programId: DEFAULT_PROGRAM_ID };
  const report = await runIndexer({ ...context, ...systemClock }, { timeLimitMs: 600_000 });
  if ("skipped" in report || !report.complete || report.drift.length > 0) {
    throw new Error(`The run is incomplete: ${JSON.stringify(report.ok)}`);
  }
}

/** Measures fetching alone and indexing into an empty database in turns, then runs that find nothing new. */
async function measure(setting: Setting) {
  const fetchMs: number[] = [];
  const indexMs: number[] = [];
  let idleMs: number[] = [];
  for (let round = 0; round < RUNS; round++) {
    fetchMs.push(await timed(() => fetchAll(setting)));
    const { db, close } = await openDatabase({});
    await db.insert(campaigns).values(setting.registration);
    indexMs.push(await timed(() => index(setting, db)));
    idleMs = [];
    for (let run = 0; run < IDLE_RUNS; run++) idleMs.push(await timed(() => index(setting, db)));
    await close();
  }
  const [fetching, indexing] = [Math.min(...fetchMs), Math.min(...indexMs)];
  return {
    transactions: CLAIMS,
    "fetching alone ms": rounded(fetching),
    "indexed/s": Math.round((CLAIMS / indexing) * 1_000),
    "of fetching alone": rounded(indexing / fetching),
    goal: `≤ ${GOAL}`,
    "idle run ms": rounded(median(idleMs)),
  };
}

async function messageOf(child: ChildProcess): Promise<LedgerReport> {
  return (await once(child, "message"))[0];
}

const child = fork(join(import.meta.dirname, "support/index-ledger.ts"), [String(CLAIMS)], {
  serialization: "advanced",
});
const setting = await messageOf(child);
if (!("url" in setting)) throw new Error("The ledger did not start.");
const rows: Row[] = [];
for (const delayMs of DELAYS_MS) {
  child.send({ delayMs });
  await messageOf(child);
  rows.push({ "delay of a response, ms": delayMs, ...(await measure(setting)) });
}
child.removeAllListeners();
child.kill();

record("index", rows, { database: "embedded, in memory", batch: FETCH_BATCH, sideBySide: FETCH_WIDTH });
