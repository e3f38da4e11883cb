/** Measures resident memory of the production build, idle and after minutes of reads. Needs the build and Linux. */
import { setTimeout } from "node:timers/promises";
import { startLedger } from "@vesting-index/ledger";
import { startService } from "./support/database";
import { load } from "./support/load";
import { getMemory, resetPeak } from "./support/process";
import { getReads } from "./support/reads";
import { type Row, record } from "./support/report";
import { SIZES } from "./support/seed";

const [MINUTES, IDLE_MS] = [10, 15_000];

const row = (when: string, MiB: number, goal = ""): Row => ({ "resident memory": when, MiB, goal });

const ledger = await startLedger({ port: 0, slotMs: 0, instant: true });
const settings = { TRUST_PROXY_HOPS: "1", SOLANA_RPC_URL: ledger.url, LOG_LEVEL: "info", RATE_LIMIT: "on" };
await using started = await startService(settings, SIZES.small);
const { service, targets } = started;
const kinds = Object.values(getReads(targets));
const paths = Array.from({ length: 50 }, (_, step) => kinds.map((read) => read(step))).flat();
await setTimeout(IDLE_MS);
const idle = getMemory(service.pid);
resetPeak(service.pid);
const { requests } = await load(service.port, paths, MINUTES * 60);
const loaded = getMemory(service.pid);
await setTimeout(IDLE_MS);
record("memory", [
  row("idle, 15 s after the start", idle.now, "≤ 300"),
  row("peak of the start", idle.peak),
  row(`after ${MINUTES} minutes and ${requests.toLocaleString("en-US")} reads`, loaded.now, "≤ 450"),
  row("peak of the reads", loaded.peak),
  row("15 s later", getMemory(service.pid).now),
]);
await ledger.close();
