/**
 * What a request costs: the service as it is, through Next's router, and plain node:http with
 * the same statements or an empty answer, in turns over the same database. Needs the production build; Linux only.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { startLedger } from "@vesting-index/ledger";
import { makePgArray } from "drizzle-orm/pg-core";
import { GET as nonce } from "@/app/api/auth/nonce/route";
import { openPostgres } from "@/db/postgres";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";
import { readEnv } from "@/lib/service/env";
import { openServices, provideServices } from "@/lib/service/services";
import { createDatabase } from "./support/database";
import { load } from "./support/http-load";
import { processorMs } from "./support/processor";
import { pathOf, readsOf } from "./support/read-requests";
import { selectTargets } from "./support/read-targets";
import { median, record, rounded } from "./support/report";
import { SIZES, seed } from "./support/seed";
import type { Plan, Statement } from "./support/serve-plain";

const name = process.argv[2] ?? "small";
const size = SIZES[name];
if (!size) throw new Error(`There is no size ${name}; there are ${Object.keys(SIZES).join(", ")}.`);
/** Many and short, so that what else the machine does meets all sides; what counts is the middle one. */
const ROUNDS = 9;
const ROUND_MS = 400;
/** Enough requests for what they run to be compiled; a side that is slow is not waited for longer. */
const [WARM_UP_REQUESTS, WARM_UP_MS, MOST_WARM_UPS] = [3_000, 1_000, 20];
const TURNS = 50;

/** Kinds of requests by the names they have among the reads; those without statements are held against an empty answer. */
const KINDS: Record<string, { read: string; wanted: number }> = {
  proof: { read: "proof, large", wanted: 0.8 },
  nonce: { read: "nonce", wanted: 0.4 },
  templates: { read: "schedule-templates", wanted: 0.4 },
  health: { read: "health", wanted: 0.4 },
  list: { read: "list, first page", wanted: 0.6 },
  detail: { read: "detail", wanted: 0.6 },
  claims: { read: "claims, first page", wanted: 0.6 },
  timeline: { read: "timeline, first page", wanted: 0.6 },
  beneficiary: { read: "beneficiary campaigns", wanted: 0.6 },
  activity: { read: "activity, beneficiary", wanted: 0.6 },
};
const WITHOUT_STATEMENTS = new Set(["nonce", "templates", "health"]);

function launch(file: string, settings: Record<string, string>): ChildProcess {
  const log = openSync("/dev/null", "w");
  return spawn(process.execPath, ["--import", "tsx", `bench/support/${file}`], {
    stdio: ["ignore", log, "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      TSX_TSCONFIG_PATH: "server/tsconfig.json",
      RATE_LIMIT: "off",
      LOG_LEVEL: "info",
      ...settings,
    },
  });
}

const ledger = await startLedger({ port: 0, slotMs: 0, instant: true });
const database = await createDatabase("postgres");
const settings = { ...database.settings, SOLANA_RPC_URL: ledger.url };
const { services, close } = await openServices(
  readEnv({ ...settings, RATE_LIMIT: "off", LOG_LEVEL: "silent" }),
);
await seed(services.db, size);
// As registration leaves them: the service makes up for what an earlier one did not, beside its requests.
await backfillUnlockSums(services.db);
const reads = readsOf(await selectTargets(services.db));
reads.push({ name: "nonce", path: "/api/auth/nonce", handler: nonce, ask: () => ({}) });

const service = launch("serve-service.ts", settings);
const plain = launch("serve-plain.ts", { DATABASE_URL: database.settings.DATABASE_URL ?? "" });
type Ports = { own: number; next: number };
const [[ports], [{ port: plainPort }]] = (await Promise.all([
  once(service, "message"),
  once(plain, "message"),
])) as [[Ports], [{ port: number }]];

/** What each request asks the database, as the service itself asks it. */
let asked: Statement[] = [];
const logger = {
  logQuery: (text: string, params: unknown[]) => void asked.push({ text, params: [...params] }),
};
const watched = await openPostgres({ url: database.settings.DATABASE_URL ?? "", logger });
provideServices({ ...services, db: watched.db, reads: watched.db });

const plan: Plan = {};
const paths: Record<string, string[]> = {};
for (const [kind, { read: wanted }] of Object.entries(KINDS)) {
  const read = reads.find((one) => one.name === wanted);
  if (!read) throw new Error(`There is no read ${wanted}.`);
  const turns = Array.from({ length: TURNS }, (_, turn) => turn);
  paths[kind] = turns.map((turn) => pathOf(read, turn));
  plan[kind] = [];
  for (const path of paths[kind]) {
    asked = [];
    const params = Promise.resolve(read.ask(plan[kind].length).params ?? {});
    const response = await read.handler(new Request(`http://localhost${path}`), { params });
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}.`);
    if (asked.length === 0 && !WITHOUT_STATEMENTS.has(kind)) throw new Error(`${path} asked nothing.`);
    plan[kind].push({ statements: asked, body: await response.text() });
  }
}
/** As the driver writes them. */
const written = (value: unknown) => {
  if (Array.isArray(value)) return makePgArray(value);
  return typeof value === "bigint" ? String(value) : value;
};
for (const { statements } of Object.values(plan).flat())
  for (const { params } of statements) params.splice(0, params.length, ...params.map(written));
plain.send(plan);
await once(plain, "message");
await watched.close();

type Side = { port: number; pid: number | undefined; paths: readonly string[] };
type Measured = { requests: number; ms: number; processor: number };

async function measure({ port, pid, paths }: Side, ms: number): Promise<Measured> {
  const [startMs, startProcessor] = [performance.now(), processorMs(pid)];
  const requests = await load(port, paths, ms);
  return { requests, ms: performance.now() - startMs, processor: processorMs(pid) - startProcessor };
}

for (const child of [service, plain])
  child.once("exit", (code) => {
    if (code !== 0) throw new Error(`A server ended with ${code}.`);
  });

const rows = [];
try {
  for (const [kind, { wanted }] of Object.entries(KINDS)) {
    const own = paths[kind] ?? [];
    const ceiling = WITHOUT_STATEMENTS.has(kind) ? ["/empty"] : own.map((_, turn) => `/${kind}/${turn}`);
    const sides: Side[] = [
      { port: ports.own, pid: service.pid, paths: own },
      { port: ports.next, pid: service.pid, paths: own },
      { port: plainPort, pid: plain.pid, paths: ceiling },
    ];
    const rounds = sides.map((): Measured[] => []);
    for (const side of sides) {
      let answered = 0;
      for (let time = 0; time < MOST_WARM_UPS && answered < WARM_UP_REQUESTS; time++)
        answered += (await measure(side, WARM_UP_MS)).requests;
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [place, side] of sides.entries()) {
        rounds[place]?.push(await measure(side, ROUND_MS));
      }
    }
    const [service_, next, plain_] = rounds.map((measured) => ({
      perSecond: rounded(median(measured.map(({ requests, ms }) => (requests / ms) * 1000))),
      processorMs: rounded(median(measured.map(({ requests, processor }) => processor / requests))),
    }));
    if (!service_ || !next || !plain_) throw new Error("All three are measured.");
    const ofPlain = rounded(service_.perSecond / plain_.perSecond);
    const ofPlainProcessor = rounded(plain_.processorMs / service_.processorMs);
    rows.push({
      kind,
      service: service_,
      next,
      plain: plain_,
      ofPlain,
      ofPlainProcessor,
      wanted,
      timesNext: rounded(service_.perSecond / next.perSecond),
      timesNextProcessor: rounded(next.processorMs / service_.processorMs),
    });
  }
  console.table(
    rows.map((row) => ({
      GET: row.kind,
      "requests/s": row.service.perSecond,
      "cpu ms": row.service.processorMs,
      "Next requests/s": row.next.perSecond,
      "Next cpu ms": row.next.processorMs,
      "plain requests/s": row.plain.perSecond,
      "plain cpu ms": row.plain.processorMs,
      "of plain (rate, cpu)": `${row.ofPlain} ${row.ofPlainProcessor}`,
      wanted: row.wanted,
      "× Next (rate, cpu)": `${row.timesNext} ${row.timesNextProcessor}`,
    })),
  );
  record(name === "small" ? "http" : `http-${name}`, { size, connections: 12, rows });
} finally {
  const children = [service, plain];
  for (const child of children) child.disconnect();
  await Promise.all(children.map((child) => once(child, "exit")));
  await close();
  await database.remove();
  await ledger.close();
}
