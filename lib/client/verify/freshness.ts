import { getType, type History } from "./history";
import type { CheckContext } from "./verification";

/** The service's clock is not on the network, so its time is only compared with the network's. */
export function checkTime(stated: string, { context, time }: { context: CheckContext; time: bigint }): void {
  const distance = BigInt(stated) - time;
  const age = distance < 0n ? -distance : distance;
  if (age > context.maxAge) context.report.reject("proof.time", time, "The answer is not of this time.");
  else context.report.skip("proof.time", `It is within ${context.maxAge} seconds of the network's clock.`);
}

export type FreshnessCheck = { context: CheckContext; history: History; time: bigint };

/**
 * Checks the slot of the newest indexed event. Returns why a difference to the current state may be right: a
 * newer event that is not overdue, or no known event; otherwise undefined.
 */
export function checkNewest(
  stated: string | null,
  { path, context, history, time }: FreshnessCheck & { path: string },
): string | undefined {
  const { report } = context;
  const slot = stated === null ? null : BigInt(stated);
  const indexed = history.events.filter(
    (event) => getType(event) !== null || event.name === "CampaignCreated",
  );
  const later = indexed.filter((event) => slot === null || event.slot > slot);
  const newest = indexed[later.length];
  const overdue = later.find(({ blockTime }) => blockTime === null || blockTime < time - context.maxAge);
  if (overdue)
    report.reject(path, indexed[0]?.slot, `The answer omits the transaction ${overdue.signature}.`);
  else if (newest && newest.slot !== slot) report.reject(path, newest.slot, "No event has this slot.");
  else if (later[0]) report.skip(path, `The transaction ${later[0].signature} was not indexed yet.`);
  else if (newest) report.accept(path);
  else report.skip(path, history.reason || NO_HISTORY);
  if (overdue) return undefined;
  if (later[0]) return `The transaction ${later[0].signature} changed the campaign after the answer.`;
  return newest ? undefined : history.reason || NO_HISTORY;
}

export const NO_ACCOUNT = "The network has no account at the address, and no known transaction created it.";

/** Checks an address without an account: a node with the stated slot has transactions of a closed account. */
export async function checkExistence(
  { report, reader }: CheckContext,
  { path, slot, history }: { path: string; slot: string | null; history: History },
): Promise<void> {
  const firstSlot = slot === null || !history.isWhole ? null : await reader.firstSlot();
  if (slot !== null && firstSlot !== null && BigInt(slot) >= firstSlot)
    report.reject(path, undefined, NO_ACCOUNT);
  else report.skip(path, NO_ACCOUNT);
}

const NO_HISTORY = "The node lists no transaction of the campaign.";
