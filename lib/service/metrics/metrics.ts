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
export const metrics = () => shared.getOrCreate(createMetrics);

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
    requests: counter("vesting_http_requests_total", "Completed requests by path pattern.", [
      "route",
      "status",
    ]),
    calls: counter("vesting_rpc_requests_total", "HTTP requests to RPC endpoints by result.", [
      "endpoint",
      "outcome",
    ]),
    reconnects: counter("vesting_stream_reconnects_total", "Connections to the gRPC server that ended.", [
      "endpoint",
    ]),
    gaps: counter(
      "vesting_stream_gaps_total",
      "Times that transactions may have been missed by the gRPC stream, its start included.",
      ["endpoint"],
    ),
    runs: counter("vesting_indexer_runs_total", "Indexer runs in this process by result.", ["result"]),
    databaseFailures: counter(
      "vesting_database_failures_total",
      "Statements that failed because the database was unavailable, by SQLSTATE or system error.",
      ["code"],
    ),
    events: counter("vesting_indexer_events_total", "Events stored by this process by type.", ["type"]),
    sponsored: counter(
      "vesting_sponsored_claims_total",
      "Claims that the sponsor was asked to pay by result.",
      ["result"],
    ),
    reminders: counter(
      "vesting_reminder_attempts_total",
      "Attempts of this process to send reminders by result, and dropped reminders.",
      ["result"],
    ),
    webhooks: counter("vesting_webhook_attempts_total", "Webhook deliveries of this process by result.", [
      "result",
    ]),
  };
};

const createTimes = (registers: Registry[]) => ({
  answers: new Histogram({
    name: "vesting_http_request_duration_seconds",
    help: "Duration from the arrival of a request to its response.",
    labelNames: ["route"],
    buckets: ANSWER_SECONDS,
    registers,
  }),
  callTimes: new Histogram({
    name: "vesting_rpc_request_duration_seconds",
    help: "Duration of HTTP requests to RPC endpoints.",
    labelNames: ["endpoint"],
    buckets: CALL_SECONDS,
    registers,
  }),
  runTimes: new Histogram({
    name: "vesting_indexer_run_duration_seconds",
    help: "Duration of indexer runs, without skipped runs.",
    buckets: RUN_SECONDS,
    registers,
  }),
});

const createGauges = (registers: Registry[]) => {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    info: gauge("vesting_info", "Always 1; the label is the running version.", ["version"]),
    findings: gauge("vesting_indexer_findings", "Findings of the last full index check by kind.", ["kind"]),
    problems: gauge("vesting_index_problems", "Index problems by code, as of the latest run; 0 for none.", [
      "code",
    ]),
    checkpoint: gauge("vesting_indexer_checkpoint_slot", "Slot up to which everything is indexed."),
    lag: gauge("vesting_indexer_lag_seconds", "Age of the checkpoint; at first, of the first check."),
    up: gauge("vesting_up", "1 if the dependency in the label responds.", ["what"]),
    setup: gauge("vesting_setup_warnings", "Setup findings of /api/health for the operator."),
    streamConnected: gauge(
      "vesting_stream_connected",
      "1 while this process receives blocks of the indexed network from the gRPC server.",
      ["endpoint"],
    ),
    streamSlot: gauge("vesting_stream_slot", "Slot of the newest block from the gRPC server.", ["endpoint"]),
    webhookBacklog: gauge(
      "vesting_webhook_backlog",
      "Webhook deliveries waiting to be sent, of all processes.",
    ),
    webhookAge: gauge(
      "vesting_webhook_oldest_seconds",
      "Age of the oldest waiting webhook delivery; 0 for none.",
    ),
    reminderBacklog: gauge("vesting_reminder_backlog", "Due reminders that are not sent, of all processes."),
    reminderAge: gauge(
      "vesting_reminder_oldest_seconds",
      "Age of the oldest due reminder that its receiver has not refused; 0 for none.",
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
    program: gauge("vesting_program_info", "Always 1; the labels identify the code of the vesting program.", [
      "authority",
      "slot",
      "sha256",
      "tested",
    ]),
    sponsorLamports: gauge(
      "vesting_sponsor_lamports",
      "The sponsor's lamports of the UTC day, of all processes: paid, reserved and limit.",
      ["state"],
    ),
    held: gauge("vesting_body_bytes", "Bytes of request bodies in memory."),
    pool: gauge("vesting_database_connections", "Connections of the pool, and statements waiting for one.", [
      "state",
    ]),
  };
};
