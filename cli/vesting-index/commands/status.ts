import { MAX_INDEX_LAG_SECONDS } from "@/lib/contract/index-problem";
import { explainProblem } from "@/lib/contract/index-problem-texts";
import { EXIT, type Exit, printFacts, printJson } from "../outcome";
import type { RunningService, ServiceHealth } from "../running-service";

/** Prints the status of a running service: its dependencies, its checkpoint and problems of its settings. */
export async function showStatus(service: RunningService, { json }: { json: boolean }): Promise<Exit> {
  const health = await service.health();
  if (json) printJson(health);
  else printFacts(getFacts(service.url, health));
  const lag = health.indexer.lagSeconds ?? Number.POSITIVE_INFINITY;
  return health.status === "ok" && lag <= MAX_INDEX_LAG_SECONDS ? EXIT.success : EXIT.problemFound;
}

function getFacts(
  url: string,
  { status, version, db, rpc, store, indexer, readReplica, stream, sponsor, setup }: ServiceHealth,
) {
  const { lastSyncedSlot, lastSyncTimestamp, lagSeconds } = indexer;
  const since = new Date(Number(lastSyncTimestamp) * 1000).toISOString();
  return [
    ["service", `${url}, version ${version}`],
    ["status", status],
    ["database", db ? "available" : "unavailable"],
    ...(readReplica ? [["replica", readReplica] as const] : []),
    ["network", rpc ? "available" : "unavailable"],
    ...(stream ? [["stream", stream] as const] : []),
    ...(store === undefined ? [] : [["store", store ? "available" : "unavailable"] as const]),
    ...(sponsor ? [["sponsor", sponsor] as const] : []),
    ["indexed to", lagSeconds === null ? "nothing yet" : `slot ${lastSyncedSlot}, at ${since}`],
    ["lag", lagSeconds === null ? "unknown until the first run" : `${lagSeconds} s`],
    ...indexer.problems.flatMap(({ code, count, details = [] }) => [
      ["problem", `${code} (${count}): ${explainProblem(code)}`] as const,
      ...details.map((detail) => ["", detail] as const),
    ]),
    ...(setup ?? []).map(({ setting, message, fix }) => [setting, `${message} ${fix}`] as const),
  ] as const;
}
