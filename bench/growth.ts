/**
 * Measures what storing an event costs beside the number of stored events: the same claims are stored into an index
 * that already has few events, and into one that has many. Needs Postgres; the largest index takes 12 GB on its disk.
 */
import postgres from "postgres";
import { openDatabase } from "@/db/client";
import { campaigns } from "@/db/schema";
import { chunk } from "@/lib/core/chunk";
import { FETCH_BATCH } from "@/lib/service/indexer/store/apply";
import { campaignRows, claimTransactions, decodeAndStore } from "./support/claim-transactions";
import { createDatabase } from "./support/database";
import { measureSeconds, type Row, record } from "./support/report";

const STORED = (process.argv[2] ?? "100000,10000000").split(",").map(Number);
const [CLAIMS, CAMPAIGNS, RUNS, GOAL] = [20_000, 10, 3, 1.2];

/** The rows that the indexer writes beside each claim. */
const OTHER_ROWS = `
  insert into program_transactions (signature, slot, tx_index, block_time, status, finalized, event_count)
  select signature, slot, tx_index, block_time, 'indexed', true, 1 from claim_events;
  insert into changes (kind, type, campaign_id, signature, event_index, slot, block_time, claimer, seq)
  select 'stored', 'claimed', campaign_id, signature, event_index, slot, block_time, beneficiary, id from claim_events;
  analyze program_transactions, changes;`;

/** Returns the microseconds per event: the best of several runs, each with claims of other campaigns. */
async function measure(stored: number): Promise<number> {
  const database = await createDatabase({
    campaigns: 1_000,
    leavesEach: 100,
    leaves: 100_000,
    claims: stored,
  });
  const driver = postgres(database.url, { max: 1, onnotice: () => {} });
  await driver.unsafe(OTHER_ROWS);
  await driver.end();
  const { db, close } = await openDatabase({ url: database.url, maxConnections: 4 });
  const seconds: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    await db.insert(campaigns).values(campaignRows(CAMPAIGNS, run));
    const claims = claimTransactions(CLAIMS, { campaigns: CAMPAIGNS, run });
    const batches = chunk(claims, FETCH_BATCH);
    seconds.push(await measureSeconds(() => decodeAndStore(db, batches)));
  }
  await close();
  await database.remove();
  return (Math.min(...seconds) * 1_000_000) / CLAIMS;
}

const rows: Row[] = [];
for (const stored of STORED) {
  const cost = await measure(stored);
  const first = Number(rows[0]?.["µs per event"] ?? cost);
  const goal = stored === 10_000_000 ? `≤ ${GOAL}` : "";
  rows.push({ "stored events": stored, "µs per event": cost, "of the first": cost / first, goal });
  console.log(rows.at(-1));
}
record("growth", rows, { database: "Postgres on the same machine" });
