/**
 * Compares the rate of the service with plain node:http, which runs the same statements or returns an empty response, and
 * with the same handlers under plain Next. All use one database, in turns. Needs the production build and Linux.
 */
import { startLedger } from "@vesting-index/ledger";
import { makePgArray } from "drizzle-orm/pg-core";
import { openPostgres } from "@/db/postgres";
import { provideServices } from "@/lib/service/services";
import { createDatabase } from "./support/database";
import { CONNECTIONS, load } from "./support/load";
import { getMessage, launch, processorMs, stop } from "./support/process";
import { getReads, getResponse, openQuietServices, selectTargets } from "./support/reads";
import { median, type Row, record } from "./support/report";
import { SIZES } from "./support/seed";
import type { Plan, Statement } from "./support/serve-plain";

const isLarge = process.argv[2] === "large";
const size = isLarge ? SIZES.large : SIZES.small;
/** V8 has compiled the code after the warm-up. */
const [RUNS, SECONDS, WARM_UP_SECONDS] = [7, 1, 10];
const URLS = 50;

const KINDS = [
  { name: "proof", read: "proof, large", min: 0.7 },
  { name: "nonce", read: "nonce", min: 0.35 },
  { name: "detail", read: "detail", min: 0.7 },
  { name: "claims", read: "claims, first page", min: 0.7 },
  { name: "timeline", read: "timeline, first page", min: 0.7 },
  { name: "list", read: "list, first page", min: 0.6 },
  { name: "beneficiary", read: "beneficiary campaigns", min: 0.6 },
  { name: "activity", read: "activity, beneficiary", min: 0.6 },
];

/** Converts a parameter as the driver does; it serializes bigint itself. */
const sentAs = (value: unknown) => (Array.isArray(value) ? makePgArray(value) : value);

/** Records the statements and the body of each path while this process answers it. */
async function createPlan(url: string, settings: Record<string, string>, paths: string[]): Promise<Plan> {
  let statements: Statement[] = [];
  const logQuery = (text: string, params: unknown[]) =>
    void statements.push({ text, params: params.map(sentAs) });
  const observed = await openPostgres({ url, logger: { logQuery } });
  const { services, close } = await openQuietServices(settings);
  provideServices({ ...services, db: observed.db, reads: observed.db });
  const plan: Plan = {};
  for (const path of paths) {
    statements = [];
    plan[path] = { body: await getResponse(path), statements };
  }
  await observed.close();
  await close();
  return plan;
}

/** Measures all sides in turns, and returns the medians of each. */
async function compare(sides: { port: number; pid: number | undefined; paths: string[] }[]) {
  for (const { port, paths } of sides) await load(port, paths, WARM_UP_SECONDS);
  const measured = sides.map((side) => ({ side, rates: [] as number[], cpuMs: [] as number[] }));
  for (let round = 0; round < RUNS; round++) {
    for (const { side, rates, cpuMs } of measured) {
      const startMs = processorMs(side.pid);
      const { requests, seconds } = await load(side.port, side.paths, SECONDS);
      rates.push(requests / seconds);
      cpuMs.push((processorMs(side.pid) - startMs) / requests);
    }
  }
  return measured.map(({ rates, cpuMs }) => ({ rate: median(rates), cpuMs: median(cpuMs) }));
}

const ledger = await startLedger({ port: 0, slotMs: 0, instant: true });
const database = await createDatabase(size);
const reads = getReads(await selectTargets(database.url));
const buildPaths = ({ read }: { read: string }) =>
  Array.from({ length: URLS }, (_, step) => reads[read]?.(step) ?? "");
const settings = { DATABASE_URL: database.url, SOLANA_RPC_URL: ledger.url };
const env = { ...settings, TRUST_PROXY_HOPS: "1", LOG_LEVEL: "info" };
const service = launch("bench/support/serve-service.ts", { env });
const plain = launch("bench/support/serve-plain.ts", { env: settings });
try {
  const ports = await getMessage<{ service: number; next: number }>(service);
  const ready = getMessage<{ port: number }>(plain);
  plain.send(await createPlan(database.url, settings, [...new Set(KINDS.flatMap(buildPaths))]));
  const { port } = await ready;
  const rows: Row[] = [];
  for (const kind of KINDS) {
    const paths = buildPaths(kind);
    const [ours, next, min] = await compare([
      { port: ports.service, pid: service.pid, paths },
      { port: ports.next, pid: service.pid, paths },
      { port, pid: plain.pid, paths: kind.name === "nonce" ? ["/empty"] : paths },
    ]);
    if (!ours || !next || !min) throw new Error("A side was not measured.");
    rows.push({
      ...{ GET: kind.name, "service/s": ours.rate, "CPU ms": ours.cpuMs },
      ...{ "plain node:http/s": min.rate, "its CPU ms": min.cpuMs },
      ...{ "of plain": ours.rate / min.rate, "of plain, CPU": min.cpuMs / ours.cpuMs },
      ...{ goal: `≥ ${kind.min}`, "plain Next/s": next.rate },
      "× plain Next": ours.rate / next.rate,
      "goal for Next": kind.name === "proof" ? "≥ 5" : "",
    });
    console.log(JSON.stringify(rows.at(-1)));
  }
  record(isLarge ? "http-large" : "http", rows, { size, connections: CONNECTIONS });
} finally {
  await Promise.all([service, plain].map((child) => stop(child)));
  await database.remove();
  await ledger.close();
}
