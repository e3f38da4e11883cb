import { indexerRunView } from "@/lib/contract/indexer-run";
import { EXIT, type Exit, print, printError, printFacts, printJson } from "../outcome";
import type { RunningService } from "../running-service";

const POLL_INTERVAL_MS = 2_000;

/** Runs the indexer of a running service to completion, and prints the progress of its checkpoint. */
export async function runSync(
  service: RunningService,
  { fromSlot, json }: { fromSlot: bigint | undefined; json: boolean },
): Promise<Exit> {
  const startedMs = performance.now();
  const watching = setInterval(() => void reportProgress(service, startedMs), POLL_INTERVAL_MS);
  try {
    const response = await service.asOperator("/api/admin/sync", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fromSlot === undefined ? {} : { fromSlot: fromSlot.toString() }),
    });
    return report(indexerRunView.parse(await response.json()), json);
  } finally {
    clearInterval(watching);
  }
}

async function reportProgress(service: RunningService, startedMs: number): Promise<void> {
  const health = await service.health().catch(() => null);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  if (health) printError(`… ${seconds} s, indexed to slot ${health.indexer.lastSyncedSlot}`);
}

type Run = ReturnType<typeof indexerRunView.parse>;

function report(run: Run, json: boolean): Exit {
  if (json) printJson(run);
  if ("skipped" in run) {
    if (!json) print("Another run is in progress. Nothing was done.");
    return EXIT.success;
  }
  if (!json) printRun(run);
  const { ok, complete, drift, findingCount } = run;
  return ok && complete && drift.length === 0 && findingCount === 0 ? EXIT.success : EXIT.problemFound;
}

function printRun(run: Exclude<Run, { skipped: true }>): void {
  const { complete, processed, transactions, lastSlot, failed, drift, findingCount, durationMs } = run;
  const orNone = (count: number, none: string, what: string) => (count === 0 ? none : `${count} ${what}`);
  printFacts([
    ["events stored", String(processed)],
    ["transactions read", String(transactions)],
    ["checkpoint", `slot ${lastSlot}`],
    ["blocked by", orNone(failed, "nothing", "transactions that cannot be read yet")],
    ["differs from the network", orNone(drift.length, "nothing", "campaigns")],
    ["paid too much", orNone(findingCount, "nobody", "leaves")],
    ["duration", `${(durationMs / 1000).toFixed(1)} s`],
  ]);
  for (const entry of drift) print(JSON.stringify(entry));
  if (!complete) print("The sync is not complete. Run it again, or let the scheduled runs continue.");
}
