import { inTransaction } from "@/db/in-transaction";
import {
  deleteUnreadAbove,
  selectNewestFinalSlot,
  selectNewestReadSlot,
} from "@/db/queries/indexing/known-slots";
import { holdRunLease, lowerIndexedTo } from "@/db/queries/indexing/sync-state";
import { maxBigInt, minBigInt } from "@/lib/core/bigint";
import type { EndpointHead } from "@/lib/service/chain/chain";
import type { RunContext } from "../context";
import { type Discovery, saveDiscovery } from "./discovery-state";
import { type EndpointState, loadEndpointStates, saveEndpointStates } from "./endpoint-states";
import { highestPlausibleSlot, LEAP_SLOTS } from "./plausible-slot";

/** Slots behind the others from which an endpoint lags. Source: Agave, DELINQUENT_VALIDATOR_SLOT_DISTANCE. */
const MAX_LAG_SLOTS = 128n;
/** Slots by which responses of one endpoint, or of the nodes behind its address, may differ at any time. */
export const JITTER_SLOTS = 32n;
/** Maximum age in seconds of the head of an endpoint that does not lag, by this machine's clock. */
const MAX_HEAD_AGE_SECONDS = 120n;

/** The network's position, according to the endpoints that agree. */
export type Head = { head: bigint; final: bigint; endpoints: string };
/** The response of an endpoint, with its position in the settings. */
type Answer = { position: number; head: bigint; final: bigint };

const distance = (a: bigint, b: bigint) => maxBigInt(a, b) - minBigInt(a, b);

/**
 * Reads the slot of every endpoint, excludes those that lag or report an implausible slot, and returns the
 * head of the others. Returns a null head while all of them are behind the index. `known` is the discovery to
 * continue from. It differs from the given one only if the saved head does not exist on the network. Never
 * deletes an event.
 */
export async function agreeOnHead(
  run: RunContext,
  discovery: Discovery,
  { isRequested }: { isRequested: boolean },
): Promise<{ known: Discovery; head: Head | null }> {
  const { heads, credible } = await readCredible(run);
  const best = credible.reduce((highest, { head }) => maxBigInt(highest, head), 0n);
  const isWrong =
    credible.length > 0 && (await isCompleteToWrong(run, { given: discovery, best, credible, isRequested }));
  const known = isWrong ? await returnToEvidence(run, discovery, best) : discovery;
  const floor = maxBigInt(best - MAX_LAG_SLOTS, known.completeTo - JITTER_SLOTS);
  const current = credible.filter(({ head }) => head >= floor);
  await report(run, { heads, credible, current });
  const endpoints = heads.map(({ host }) => host).join(" ");
  return { known, head: summarize(current, known.completeTo, endpoints) };
}

/**
 * Returns the preferred endpoint's head and the lowest final slot, because a slot is final when all endpoints
 * report it as final.
 */
function summarize(current: readonly Answer[], completeTo: bigint, endpoints: string): Head | null {
  const [preferred] = current;
  if (!preferred) return null;
  const head = maxBigInt(preferred.head, completeTo);
  const final = current.reduce((lowest, answer) => minBigInt(lowest, answer.final), preferred.head);
  return { head, final, endpoints };
}

/**
 * Returns the credible responses: within the plausible range since the last run, or confirmed by a second
 * endpoint. If there are none, returns the highest response that a repeated query and the time of its block
 * support.
 */
async function readCredible(run: RunContext): Promise<{ heads: EndpointHead[]; credible: Answer[] }> {
  const bound = await highestPlausibleSlot(run);
  const first = await run.chain.getHeads();
  const credible = believable(getResponses(first), bound);
  if (credible.length > 0) return { heads: first, credible };
  const heads = await run.chain.getHeads();
  const secondAnswers = getResponses(heads);
  const now = believable(secondAnswers, bound);
  if (now.length > 0) return { heads, credible: now };
  for (const answer of secondAnswers.toSorted((a, b) => Number(b.head - a.head))) {
    const before = first[answer.position]?.slots?.head ?? 0n;
    if (distance(before, answer.head) <= LEAP_SLOTS && (await readHeadTime(run, answer)) !== null) {
      return { heads, credible: [answer] };
    }
  }
  return { heads, credible: [] };
}

const getResponses = (heads: readonly EndpointHead[]): Answer[] =>
  heads.flatMap(({ slots }, position) => (slots ? [{ position, ...slots }] : []));

const believable = (answers: readonly Answer[], bound: bigint | null): Answer[] =>
  answers.filter(
    (answer) =>
      (bound !== null && answer.head <= bound) ||
      answers.some((other) => other !== answer && distance(other.head, answer.head) <= LEAP_SLOTS),
  );

/**
 * Returns the time of the endpoint's newest final block, or of its newest block; null if neither is
 * available.
 */
async function readHeadTime(run: RunContext, { position, head, final }: Answer): Promise<bigint | null> {
  for (const slot of [final, head]) {
    if (distance(slot, head) > LEAP_SLOTS) continue;
    const time = (await run.chain.getBlockTimes(slot))[position] ?? null;
    if (time !== null) return time;
  }
  return null;
}

/**
 * Returns whether the saved checkpoint is hours beyond the network. A transaction read above the endpoints'
 * heads proves that the endpoints lag instead, and so does a head with an old block. An operator who requests
 * a new scan accepts a lower checkpoint.
 */
async function isCompleteToWrong(
  run: RunContext,
  params: { given: Discovery; best: bigint; credible: readonly Answer[]; isRequested: boolean },
): Promise<boolean> {
  const { given, best, credible, isRequested } = params;
  if (best + LEAP_SLOTS >= given.completeTo) return false;
  if ((await selectNewestReadSlot(run.db)) > best) return false;
  if (isRequested) return true;
  const leading = credible.find(({ head }) => head === best);
  const time = leading ? await readHeadTime(run, leading) : null;
  return time !== null && time >= run.now() - MAX_HEAD_AGE_SECONDS;
}

/** Lowers the checkpoint to the newest final transaction, from which everything is listed again. */
async function returnToEvidence(run: RunContext, discovery: Discovery, best: bigint): Promise<Discovery> {
  return inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    const finalTo = minBigInt(discovery.finalTo, await selectNewestFinalSlot(tx, best));
    const known: Discovery = { completeTo: finalTo, finalTo, scan: null, failing: null };
    await deleteUnreadAbove(tx, best + LEAP_SLOTS);
    await lowerIndexedTo(tx, finalTo);
    await saveDiscovery(tx, known);
    run.log.warn(
      { saved: discovery.completeTo.toString(), slot: finalTo.toString(), head: best.toString() },
      "indexer: checkpoint lowered because the network has not reached it",
    );
    return known;
  });
}

/**
 * Stores the state of each endpoint, and avoids endpoints that lag or report implausible slots while another
 * one is healthy.
 */
async function report(
  run: RunContext,
  params: { heads: readonly EndpointHead[]; credible: readonly Answer[]; current: readonly Answer[] },
): Promise<void> {
  const { heads, credible, current } = params;
  const highest = credible.reduce((best, { head }) => maxBigInt(best, head), 0n);
  const readSlot = await selectNewestReadSlot(run.db);
  const has = (list: readonly Answer[], position: number) =>
    list.some((answer) => answer.position === position);
  const getState = ({ slots, isForeign }: EndpointHead, position: number): EndpointState["state"] => {
    if (isForeign) return "foreign";
    if (slots === null) return "unreachable";
    if (has(current, position)) return isStale(slots.head, readSlot) ? "lagging" : "ok";
    return has(credible, position) || slots.head < highest ? "lagging" : "ahead";
  };
  const states = heads.map((endpoint, position) => ({
    host: endpoint.host,
    state: getState(endpoint, position),
    slot: endpoint.slots?.head ?? null,
  }));
  await saveEndpointStates(run, states);
  const positions = heads.flatMap(({ slots }, position) =>
    slots !== null && !has(current, position) ? [position] : [],
  );
  run.chain.setLagging(current.length > 0 ? positions : []);
}

/**
 * Marks endpoints whose slot is hours below a transaction that was read: their lists are current but their
 * slot is stale.
 */
export async function reportStaleHead(run: RunContext, readSlot: bigint): Promise<void> {
  const states = await loadEndpointStates(run.db);
  await saveEndpointStates(
    run,
    states.map((endpoint) =>
      isStale(endpoint.slot, readSlot) ? { ...endpoint, state: "lagging" } : endpoint,
    ),
  );
}

const isStale = (slot: bigint | null, readSlot: bigint) => slot !== null && slot + LEAP_SLOTS < readSlot;
