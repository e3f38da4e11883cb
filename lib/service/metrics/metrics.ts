import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { globalSingleton } from "@/lib/service/global-singleton";
import { VERSION } from "@/lib/service/version";

const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const RUN_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

const shared = globalSingleton<ReturnType<typeof createMetrics>>("metrics");

/**
 * Returns the metrics of this process. Names and labels follow the Prometheus conventions; units are seconds
 * and bytes.
 */
export function metrics() {
  const known = shared.get();
  if (known) return known;
  const created = createMetrics();
  shared.set(created);
  return created;
}

function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { info, ...gauges } = createGauges([registry]);
  info.set({ version: VERSION }, 1);
  return { registry, ...createCounters([registry]), ...createTimes([registry]), ...gauges };
}

const createCounters = (registers: Registry[]) => {
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    requests: counter("vesting_http_requests_total", "Requests that were answered, by the path's pattern.", [
      "route",
      "status",
    ]),
    calls: counter(
      "vesting_rpc_requests_total",
      "HTTP requests to the ledger's endpoints, by what came of them.",
      ["endpoint", "outcome"],
    ),
    runs: counter("vesting_indexer_runs_total", "Runs of the indexer in this process, by how they ended.", [
      "result",
    ]),
    databaseFailures: counter(
      "vesting_database_failures_total",
      "Statements that failed because the database was unavailable, by SQLSTATE or system error.",
      ["code"],
    ),
    events: counter("vesting_indexer_events_total", "Events that runs of this process stored, by type.", [
      "type",
    ]),
    webhooks: counter(
      "vesting_webhook_attempts_total",
      "Webhooks that this process sent, by whether the receiver took them.",
      ["result"],
    ),
  };
};

const createTimes = (registers: Registry[]) => ({
  answers: new Histogram({
    name: "vesting_http_request_duration_seconds",
    help: "From a request's arrival until its answer is made.",
    labelNames: ["route"],
    buckets: ANSWER_SECONDS,
    registers,
  }),
  callTimes: new Histogram({
    name: "vesting_rpc_request_duration_seconds",
    help: "From an HTTP request to an endpoint until its answer was read.",
    labelNames: ["endpoint"],
    buckets: CALL_SECONDS,
    registers,
  }),
  runTimes: new Histogram({
    name: "vesting_indexer_run_duration_seconds",
    help: "How long runs of the indexer took that were not skipped.",
    buckets: RUN_SECONDS,
    registers,
  }),
});

const createGauges = (registers: Registry[]) => {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    info: gauge("vesting_info", "Always 1; its label is the version that runs.", ["version"]),
    findings: gauge("vesting_indexer_findings", "What the last full look at the index found, by kind.", [
      "kind",
    ]),
    problems: gauge(
      "vesting_index_problems",
      "Problems of the index by code, as of the newest run; 0 for none.",
      ["code"],
    ),
    checkpoint: gauge("vesting_indexer_checkpoint_slot", "The slot up to which everything is indexed."),
    lag: gauge("vesting_indexer_lag_seconds", "Age of the checkpoint; NaN until the first run."),
    up: gauge("vesting_up", "1 where what the label names answers.", ["what"]),
    setup: gauge("vesting_setup_warnings", "What /api/health tells the operator of the settings."),
    webhookBacklog: gauge("vesting_webhook_backlog", "Webhooks that wait for being sent, of all processes."),
    webhookAge: gauge(
      "vesting_webhook_oldest_seconds",
      "How long the oldest of these has waited; 0 for none.",
    ),
    expensive: gauge(
      "vesting_expensive_requests",
      "Registrations and trees (work) and whole lists (exports), running and waiting.",
      ["kind", "state"],
    ),
    disk: gauge("vesting_disk_bytes", "Size and free space of the disk that has DATA_DIR.", ["kind"]),
    clockSkew: gauge(
      "vesting_clock_skew_seconds",
      "Seconds by which this process's clock is ahead of the database's; NaN while unknown.",
    ),
    blockAge: gauge(
      "vesting_ledger_block_age_seconds",
      "Age of the network's newest block, read twice a minute; NaN while unknown.",
    ),
    program: gauge("vesting_program_info", "Always 1; its labels say which code the vesting program has.", [
      "authority",
      "slot",
      "sha256",
      "tested",
    ]),
    held: gauge("vesting_body_bytes", "Bytes of request bodies in memory."),
    pool: gauge(
      "vesting_database_connections",
      "Connections of the pool, and statements that wait for one.",
      ["state"],
    ),
  };
};
