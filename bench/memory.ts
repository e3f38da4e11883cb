/**
 * Measures resident memory of the production build with Postgres and a ledger in other processes: idle, and after
 * minutes of reads over twelve connections. Needs the build and Linux.
 */
import { setTimeout } from "node:timers/promises";
import { startLedger } from "@vesting-index/ledger";
import { withService } from "./support/database";
import { BEHIND_PROXY, load } from "./support/load";
import { memoryOf, resetPeak } from "./support/processor";
import { readsOf } from "./support/reads";
import { type Row, record } from "./support/report";
import { SIZES } from "./support/seed";

const MINUTES = Number(process.argv[2] ?? 10);
const IDLE_MS = 15_000;
const ITERATIONS = 50;

const row = (when: string, MiB: number, goal = ""): Row => ({ "resident memory": when, MiB, goal });

const ledger = await startLedger({ port: 0, slotMs: 0, instant: true });
const settings = { ...BEHIND_PROXY, SOLANA_RPC_URL: ledger.url, LOG_LEVEL: "info", RATE_LIMIT: "on" };
await withService({ size: SIZES.small, settings }, async ({ service, targets }) => {
  const kinds = Object.values(readsOf(targets));
  const paths = Array.from({ length: ITERATIONS }, (_, step) => kinds.map((read) => read(step))).flat();
  await setTimeout(IDLE_MS);
  const idle = memoryOf(service.pid);
  resetPeak(service.pid);
  const { requests } = await load(service.port, paths, MINUTES * 60);
  const loaded = memoryOf(service.pid);
  await setTimeout(IDLE_MS);
  record("memory", [
    row("idle, 15 s after the start", idle.now, "≤ 300"),
    row("peak of the start", idle.peak),
    row(`after ${MINUTES} minutes and ${requests.toLocaleString("en-US")} reads`, loaded.now, "≤ 450"),
    row("peak of the reads", loaded.peak),
    row("15 s later", memoryOf(service.pid).now),
  ]);
});
await ledger.close();
