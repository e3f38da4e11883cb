/**
 * Compares the rate of the service with plain node:http, which runs the same statements or returns an empty response, and
 * with the same handlers under plain Next. All use one database, in turns. Needs the production build and Linux.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { startLedger } from "@vesting-index/ledger";
import { makePgArray } from "drizzle-orm/pg-core";
import { openPostgres } from "@/db/postgres";
import { readEnv } from "@/lib/service/env";
import { openServices, provideServices } from "@/lib/service/services";
import { createDatabase } from "./support/database";
import { BEHIND_PROXY, CONNECTIONS, load } from "./support/load";
import { processorMs } from "./support/processor";
import { answerOf, readsOf, selectTargets } from "./support/reads";
import { median, type Row, record, rounded } from "./support/report";
import { SIZES, seed } from "./support/seed";
import type { Plan, Statement } from "./support/serve-plain";

const isLarge = process.argv[2] === "large";
const size = isLarge ? SIZES.large : SIZES.small;
const [RUNS, SECONDS] = [7, 1];
/** Requests after which V8 has compiled the code; a slow side gets fewer. */
const [WARM_UP_REQUESTS, MAX_WARM_UPS] = [3_000, 10];
const URLS = 50;

type Kind = { name: string; read: string; min: number; isEmpty?: boolean };
const KINDS: Kind[] = [
  { name: "proof", read: "proof, large", min: 0.7 },
  { name: "nonce", read: "nonce", min: 0.35, isEmpty: true },
  { name: "detail", read: "detail", min: 0.7 },
  { name: "claims", read: "claims, first page", min: 0.7 },
  { name: "timeline", read: "timeline, first page", min: 0.7 },
  { name: "list", read: "list, first page", min: 0.6 },
  { name: "beneficiary", read: "beneficiary campaigns", min: 0.6 },
  { name: "activity", read: "activity, beneficiary", min: 0.6 },
];
/** How many times the rate of a proof under plain Next the service must reach. */
const TIMES_NEXT = 5;

function launch(file: string, settings: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", `bench/support/${file}`], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production", TSX_TSCONFIG_PATH: "server/tsconfig.json", ...settings },
  });
  child.once("exit", (code) => {
    if (code !== 0) throw new Error(`${file} ended with ${code}.`);
  });
  return child;
}

async function messageOf<Message>(child: ChildProcess): Promise<Message> {
  return (await once(child, "message"))[0];
}

/** As the driver sends it. */
const sentAs = (value: unknown) => {
  if (Array.isArray(value)) return makePgArray(value);
  return typeof value === "bigint" ? String(value) : value;
};

/** Records the statements and the body of each path while this process answers it. */
async function planOf(url: string, settings: Record<string, string>, paths: string[]): Promise<Plan> {
  let statements: Statement[] = [];
  const logQuery = (text: string, params: unknown[]) =>
    void statements.push({ text, params: params.map(sentAs) });
  const observed = await openPostgres({ url, logger: { logQuery } });
  const env = readEnv({ ...settings, RATE_LIMIT: "off", LOG_LEVEL: "silent" });
  const { services, close } = await openServices(env);
  provideServices({ ...services, db: observed.db, reads: observed.db });
  const plan: Plan = {};
  for (const path of paths) {
    statements = [];
    const body = await answerOf(path);
    plan[path] = { statements, body };
  }
  await observed.close();
  await close();
  return plan;
}

type Side = { port: number; pid: number | undefined; paths: string[] };

async function measure({ port, pid, paths }: Side) {
  const startMs = processorMs(pid);
  const { requests, seconds } = await load(port, paths, SECONDS);
  return { rate: requests / seconds, cpuMs: (processorMs(pid) - startMs) / requests };
}

/** Measures all sides in turns, and returns the median of each. */
async function compare(sides: Side[]) {
  const samples = sides.map((): Awaited<ReturnType<typeof measure>>[] => []);
  for (const { port, paths } of sides) {
    let requests = 0;
    for (let time = 0; time < MAX_WARM_UPS && requests < WARM_UP_REQUESTS; time++)
      requests += (await load(port, paths, SECONDS)).requests;
  }
  for (let round = 0; round < RUNS; round++) {
    for (const [at, side] of sides.entries()) samples[at]?.push(await measure(side));
  }
  return samples.map((of) => ({
    rate: median(of.map(({ rate }) => rate)),
    cpuMs: median(of.map(({ cpuMs }) => cpuMs)),
  }));
}

const ledger = await startLedger({ port: 0, slotMs: 0, instant: true });
const database = await createDatabase();
await seed(database.url, size);
const reads = readsOf(await selectTargets(database.url));
const pathsOf = ({ read }: Kind) => Array.from({ length: URLS }, (_, step) => reads[read]?.(step) ?? "");
const settings = { DATABASE_URL: database.url, SOLANA_RPC_URL: ledger.url };
const service = launch("serve-service.ts", { ...settings, ...BEHIND_PROXY, LOG_LEVEL: "info" });
const plain = launch("serve-plain.ts", settings);
try {
  const ports = await messageOf<{ service: number; next: number }>(service);
  const ready = messageOf<{ port: number }>(plain);
  plain.send(await planOf(database.url, settings, [...new Set(KINDS.flatMap(pathsOf))]));
  const { port } = await ready;
  const rows: Row[] = [];
  for (const kind of KINDS) {
    const paths = pathsOf(kind);
    const [ours, next, min] = await compare([
      { port: ports.service, pid: service.pid, paths },
      { port: ports.next, pid: service.pid, paths },
      { port, pid: plain.pid, paths: kind.isEmpty ? ["/empty"] : paths },
    ]);
    if (!ours || !next || !min) throw new Error("A side was not measured.");
    rows.push({
      GET: kind.name,
      "service/s": rounded(ours.rate),
      "CPU ms": rounded(ours.cpuMs),
      "plain node:http/s": rounded(min.rate),
      "its CPU ms": rounded(min.cpuMs),
      "of plain": rounded(ours.rate / min.rate),
      "of plain, CPU": rounded(min.cpuMs / ours.cpuMs),
      goal: `≥ ${kind.min}`,
      "plain Next/s": rounded(next.rate),
      "× plain Next": rounded(ours.rate / next.rate),
      "goal for Next": kind.name === "proof" ? `≥ ${TIMES_NEXT}` : "",
    });
    console.log(JSON.stringify(rows.at(-1)));
  }
  record(isLarge ? "http-large" : "http", rows, { size, connections: CONNECTIONS });
} finally {
  for (const child of [service, plain]) {
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  }
  await database.remove();
  await ledger.close();
}
