/** Compares the latency of each kind of read on a large database with a small one, within this process. */
import { startLedger } from "@vesting-index/ledger";
import { Bench } from "tinybench";
import { provideServices } from "@/lib/service/services";
import { createDatabase } from "./support/database";
import { getReads, getResponse, openQuietServices, selectTargets } from "./support/reads";
import { type Row, record } from "./support/report";
import { SIZES, type Size } from "./support/seed";

const OPTIONS = { iterations: 200, time: 0, warmupIterations: 20, warmupTime: 0, throws: true };
/** The reads that must not grow, and by how much they may. */
const GOAL = { reads: /^(?:list, (?:first page|deep cursor|creator|status)|activity)/, max: 1.2 };

async function open(size: Size, rpcUrl: string) {
  const database = await createDatabase(size);
  const { services, close } = await openQuietServices({ DATABASE_URL: database.url, SOLANA_RPC_URL: rpcUrl });
  const reads = getReads(await selectTargets(database.url));
  return { services, reads, close: () => close().then(database.remove) };
}

const ledger = await startLedger({ port: 0, slotMs: 0, instant: true });
const databases = [await open(SIZES.small, ledger.url), await open(SIZES.large, ledger.url)];
const rows: Row[] = [];
for (const name of Object.keys(databases[0]?.reads ?? {})) {
  const bench = new Bench(OPTIONS);
  for (const [at, { services, reads }] of databases.entries()) {
    let step = 0;
    const read = async () => void (await getResponse(reads[name]?.(step++) ?? ""));
    bench.add(String(at), read, { beforeAll: () => void provideServices(services) });
  }
  await bench.run();
  const [small, large] = bench.tasks.map(({ result }) => ("latency" in result ? result.latency : null));
  if (!small || !large) throw new Error(`${name} was not measured.`);
  rows.push({
    GET: name,
    ...{ "small: p50 ms": small.p50, "small: p99 ms": small.p99 },
    ...{ "large: p50 ms": large.p50, "large: p99 ms": large.p99 },
    "large : small": large.p50 / small.p50,
    goal: GOAL.reads.test(name) ? `≤ ${GOAL.max}` : "",
  });
}
record("read", rows, { requestsEach: OPTIONS.iterations, sizes: SIZES });
for (const { close } of databases) await close();
await ledger.close();
