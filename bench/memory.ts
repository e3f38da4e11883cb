/**
 * Resident memory of the production build on a Postgres and a ledger of their own: idle, and after minutes of reads over
 * twelve connections as fast as they are answered. Needs the build; Linux only.
 */
import { parseArgs } from "node:util";
import { startLedger } from "@vesting-index/ledger";
import { openPostgres } from "@/db/postgres";
import { AttackedService } from "../tests/attack/service/service";
import { createDatabase } from "./support/database";
import { load } from "./support/http-load";
import { forgetPeak, memoryOf } from "./support/processor";
import { pathOf, readsOf } from "./support/read-requests";
import { selectTargets } from "./support/read-targets";
import { record, rounded } from "./support/report";
import { SIZES, seed } from "./support/seed";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, size: { type: "string", default: "small" } },
});
const minutes = Number(values.minutes);
const size = SIZES[values.size];
if (!(minutes > 0) || !size)
  throw new Error("Say --minutes with a number above 0, and --size with small or large.");

/** When whatever a start leaves behind is collected. */
const IDLE_MS = 15_000;
const TURNS = 50;
/** In MiB, of the whole process. */
const GOALS = { idle: 300, loaded: 450 };
const LOOK_MS = 30_000;

const ledger = await startLedger({ port: 0, slotMs: 0, instant: true });
const database = await createDatabase("postgres");
const { db, close } = await openPostgres({ url: database.settings.DATABASE_URL ?? "" });
await seed(db, size);
const reads = readsOf(await selectTargets(db));
await close();
const paths = Array.from({ length: TURNS }, (_, turn) => reads.map((read) => pathOf(read, turn))).flat();

const settings = { ...database.settings, SOLANA_RPC_URL: ledger.url, RATE_LIMIT: "off", LOG_LEVEL: "info" };
const service = await AttackedService.start({ settings });
try {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idle = memoryOf(service.pid);
  console.log(`Idle: ${Math.round(idle.now)} MiB, at its start ${Math.round(idle.peak)}.`);
  forgetPeak(service.pid);
  const endMs = performance.now() + minutes * 60_000;
  let requests = 0;
  const course: number[] = [];
  for (let leftMs = minutes * 60_000; leftMs > 0; leftMs = endMs - performance.now()) {
    requests += await load(service.port, paths, Math.min(LOOK_MS, leftMs));
    course.push(Math.round(memoryOf(service.pid).now));
    console.log(`${course.at(-1)} MiB after ${requests} requests.`);
  }
  const loaded = memoryOf(service.pid);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  record("memory", {
    size,
    minutes,
    requests,
    requestsPerSecond: rounded(requests / (minutes * 60)),
    wantedMib: GOALS,
    idleMib: Math.round(idle.now),
    startPeakMib: Math.round(idle.peak),
    loadedMib: Math.round(loaded.now),
    loadedPeakMib: Math.round(loaded.peak),
    idleAgainMib: Math.round(memoryOf(service.pid).now),
    everyHalfMinuteMib: course,
  });
} finally {
  await service.remove();
  await database.remove();
  await ledger.close();
}
