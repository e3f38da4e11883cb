import { metrics } from "./metrics";

type Counted = { answered(seconds: number): void };

/** Cache of the two metrics of each route and status, because every request uses them. */
const known = new Map<string, Counted>();
/** Limits the cache; routes are a fixed set, so more keys would indicate a bug. */
const MAX_LABELS = 2_000;

/** Counts a response of a route, named by method and path pattern. */
export function countResponse(route: string, status: number, seconds: number): void {
  const key = `${status} ${route}`;
  const counted = known.get(key) ?? remember(key, { route, status });
  counted.answered(seconds);
}

function remember(key: string, { route, status }: { route: string; status: number }): Counted {
  const { requests, answers } = metrics();
  const [times, seconds] = [requests.labels({ route, status }), answers.labels({ route })];
  const counted = {
    answered(took: number) {
      times.inc();
      seconds.observe(took);
    },
  };
  if (known.size < MAX_LABELS) known.set(key, counted);
  return counted;
}

/** Counts an HTTP request to an RPC endpoint, named by its host. */
export function countCall(endpoint: string, outcome: string, seconds: number): void {
  const { calls, callTimes } = metrics();
  calls.inc({ endpoint, outcome });
  callTimes.observe({ endpoint }, seconds);
}

type Run = {
  ok: boolean;
  complete: boolean;
  durationMs: number;
  byType: Record<string, number>;
  drift: readonly unknown[];
  findingCount: number;
};

/** Counts an indexer run by its report. */
export function countRun(report: Run): void {
  const { runs, runTimes, events, findings } = metrics();
  runs.inc({ result: !report.ok ? "failed" : report.complete ? "complete" : "incomplete" });
  runTimes.observe(report.durationMs / 1000);
  findings.set({ kind: "drift" }, report.drift.length);
  findings.set({ kind: "overclaim" }, report.findingCount);
  for (const [type, count] of Object.entries(report.byType)) events.inc({ type }, count);
}

/** Counts attempts to send webhooks. */
export function countWebhooks({ delivered, failed }: { delivered: number; failed: number }): void {
  const { webhooks } = metrics();
  webhooks.inc({ result: "taken" }, delivered);
  webhooks.inc({ result: "refused" }, failed);
}

/**
 * Counts a reminder: sent, refused by its receiver, not accepted by the operator's mail server, or dropped a
 * day after its dates.
 */
export const countReminder = (result: "sent" | "refused" | "mail_server" | "dropped"): void =>
  metrics().reminders.inc({ result });

/** Counts a request that the sponsor pay a claim: signed, refused by a quota, or failed at the signer. */
export const countSponsored = (result: "signed" | "quota" | "failed"): void =>
  metrics().sponsored.inc({ result });

export type CountedStream = {
  connected(is: boolean): void;
  /** A block at a slot arrived. */
  block(slot: bigint): void;
  reconnect(): void;
  gap(): void;
};

/** Counts what the subscription at a gRPC server delivers, named by its host. */
export function countStream(endpoint: string): CountedStream {
  const { streamConnected, streamSlot, reconnects, gaps } = metrics();
  const labels = { endpoint };
  streamConnected.set(labels, 0);
  // A counter that appears with its first increment would hide that increment from `increase`.
  reconnects.inc(labels, 0);
  gaps.inc(labels, 0);
  return {
    connected: (is) => streamConnected.set(labels, Number(is)),
    block: (slot) => streamSlot.set(labels, Number(slot)),
    reconnect: () => reconnects.inc(labels),
    gap: () => gaps.inc(labels),
  };
}

/** Counts a run that threw. */
export const countBrokenRun = (): void => metrics().runs.inc({ result: "broken" });
