import * as z from "zod";
import type { Database } from "@/db/client";
import { selectDriftSummary, selectDrifts } from "@/db/queries/indexing/drifts";
import { selectIndexProblems, selectUnreadable } from "@/db/queries/indexing/index-problems";
import { updateProblems } from "@/db/queries/indexing/sync-state";
import { type IndexProblem, type IndexProblemCode, indexProblemView } from "@/lib/contract/index-problem";
import { loadContradictions } from "./compare/contradictions";
import { loadDiscovery } from "./discover/discovery-state";
import { type EndpointState, loadEndpointStates } from "./discover/endpoint-states";

const MAX_DETAILS = 20;

/** The next run replaces a value in the format of another version. */
const stored = z.array(indexProblemView).catch([]);

/** Parses the problems that the latest run stored, so that reading them needs no other query. */
export const parseProblems = (text: string | null): IndexProblem[] =>
  text === null ? [] : stored.parse(JSON.parse(text));

/**
 * Stores all current problems of the index for every process, and returns them. `isFailing` adds a run that
 * ended with another error than one of the network, whose problems the states of the endpoints show.
 */
export async function recordProblems(db: Database, { isFailing = false } = {}): Promise<IndexProblem[]> {
  const problems = [...counted("run_failing", Number(isFailing)), ...(await findProblems(db))];
  await updateProblems(db, JSON.stringify(problems));
  return problems;
}

async function findProblems(db: Database): Promise<IndexProblem[]> {
  const errors = await selectIndexProblems(db);
  const blocking = errors.unreadable + errors.missing;
  return [
    ...(await findEndpointProblems(db)),
    ...counted("checkpoint_blocked", blocking),
    ...(await findUnreadable(db, errors.unreadable)),
    ...(await findScanProblems(db)),
    ...counted("truncated_log", errors.truncated),
    ...(await findDrift(db)),
  ];
}

async function findUnreadable(db: Database, count: number): Promise<IndexProblem[]> {
  if (count === 0) return [];
  const rows = await selectUnreadable(db, MAX_DETAILS);
  const details = rows.map(({ signature, error }) => `${signature}: ${error ?? "unreadable"}`);
  return [{ code: "unreadable_transactions", count, details }];
}

async function findDrift(db: Database): Promise<IndexProblem[]> {
  const { campaigns: count } = await selectDriftSummary(db);
  if (count === 0) return [];
  const drifts = await selectDrifts(db, { limit: MAX_DETAILS });
  const details = drifts.map(
    ({ treeAddress, field, indexed, onChain, detectedAt }) =>
      `${treeAddress}: ${field} is ${indexed} in the index and ${onChain} on the network since ${getTime(detectedAt)}`,
  );
  return [{ code: "drift", count, details }];
}

const counted = (code: IndexProblemCode, count: number): IndexProblem[] =>
  count > 0 ? [{ code, count }] : [];

const listed = (code: IndexProblemCode, details: readonly string[]): IndexProblem[] =>
  details.length > 0 ? [{ code, count: details.length, details: details.slice(0, MAX_DETAILS) }] : [];

async function findEndpointProblems(db: Database): Promise<IndexProblem[]> {
  const endpoints = await loadEndpointStates(db);
  const inState = (wanted: EndpointState["state"]) => endpoints.filter(({ state }) => state === wanted);
  const isBehind = endpoints.length > 0 && inState("ok").length === 0;
  const denied = [...(await loadContradictions(db))].map(
    ([signature, { claim, hosts, since }]) =>
      `${hosts.join(", ")}: ${signature} is ${claim} since ${getTime(since)}`,
  );
  return [
    ...counted("index_behind", Number(isBehind)),
    ...listed("endpoint_lagging", inState("lagging").map(describe)),
    ...listed("endpoint_unreachable", inState("unreachable").map(describe)),
    ...listed(
      "endpoint_foreign",
      inState("foreign").map(
        ({ host, since }) => `${host} belongs to another network since ${getTime(since)}`,
      ),
    ),
    ...listed("endpoint_contradicts", [...inState("ahead").map(describe), ...denied]),
  ];
}

const describe = ({ host, slot, state, since }: EndpointState) =>
  `${host} is ${state} at slot ${slot ?? "unknown"} since ${getTime(since)}`;

const getTime = (seconds: bigint) => new Date(Number(seconds) * 1_000).toISOString();

async function findScanProblems(db: Database): Promise<IndexProblem[]> {
  const { failing } = await loadDiscovery(db);
  if (failing === null) return [];
  const { code, problem, since, times } = failing;
  return [{ code, count: times, details: [`${problem} Since ${getTime(since)}.`] }];
}
