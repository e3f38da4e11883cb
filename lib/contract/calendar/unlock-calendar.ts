import { getEarlierGeneration } from "@/lib/contract/campaign";
import { tokenText } from "@/lib/contract/csv/columns";
import { campaignKey, DEMO_MINT, shortAddress, type Token } from "@/lib/contract/names";
import type { BeneficiaryRow } from "@/lib/contract/portfolio/rows";
import { isWellKnownMint } from "@/lib/core/solana/tokens/look-alikes";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type CalendarEvent, calendarText, isDatable } from "./calendar-text";

/** Limits the calendar to a useful size; future events have priority. */
const MAX_EVENTS = 1_000;

/** The unlocks of an address's leaves in one campaign at a moment, in base units. */
type UnlockDate = {
  row: Row;
  /** Unix seconds. */
  at: bigint;
  /** Amount of cliff leaves. */
  unlocks: bigint;
  /** Amounts of linear leaves whose cliff or end is at this moment. */
  begins: bigint;
  ends: bigint;
};

type Row = BeneficiaryRow & { rootVersion: number };

/**
 * Returns the calendar of unlocks by date for an address: each cliff, and the end of each linear schedule.
 * Unlocks of a campaign at the same moment are combined. Milestones have no date, campaigns that have ended
 * unlock nothing more, and leaves of an earlier list never unlock. Phones show titles without context, so a
 * title contains no text from third parties: neither the campaign's name nor an unknown token's symbol.
 */
export function unlockCalendar(
  { address, rows, getToken }: { address: string; rows: readonly Row[]; getToken: (mint: string) => Token },
  now: bigint,
): string {
  const known = new Set([address]);
  for (const { campaign, claimedInCampaign } of rows) if (claimedInCampaign > 0n) known.add(campaign.creator);
  const dates = rows.flatMap(unlockDates).filter(({ at }) => isDatable(at));
  const events = soonestFirst(dates, now)
    .slice(0, MAX_EVENTS)
    .map((date) => toEvent(date, getToken(date.row.campaign.mint), known));
  return calendarText({ name: `Unlocks of ${shortAddress(address)}`, events });
}

function unlockDates(row: Row): UnlockDate[] {
  const { cancelledAt, instantRefunded, settled } = row.campaign;
  if (!row.rootRegistered || instantRefunded || settled) return [];
  const dates = new Map<bigint, UnlockDate>();
  const add = (at: bigint, kind: "unlocks" | "begins" | "ends", amount: bigint) => {
    if (cancelledAt !== null && at > cancelledAt) return;
    const date = dates.get(at) ?? { row, at, unlocks: 0n, begins: 0n, ends: 0n };
    date[kind] += amount;
    dates.set(at, date);
  };
  for (const { releaseType, amount, cliffTime, endTime } of row.leaves) {
    if (releaseType === ReleaseType.Milestone || amount === 0n) continue;
    const isLinear = releaseType === ReleaseType.Linear && cliffTime < endTime;
    add(cliffTime, isLinear ? "begins" : "unlocks", amount);
    if (isLinear) add(endTime, "ends", amount);
  }
  return [...dates.values()];
}

/** Sorts future unlocks from the soonest on, followed by past unlocks from the latest back. */
function soonestFirst(dates: readonly UnlockDate[], now: bigint): UnlockDate[] {
  const ordered = dates.toSorted((a, b) => Number(a.at > b.at) - Number(a.at < b.at));
  const next = ordered.findIndex(({ at }) => at >= now);
  const split = next < 0 ? ordered.length : next;
  return [...ordered.slice(split), ...ordered.slice(0, split).reverse()];
}

/**
 * Returns a token's symbol if the mint is well known, otherwise the shortened mint: anyone can choose any
 * symbol for a token.
 */
export function neutralUnit({ mint, unit, isKnown }: Token): string {
  if (isKnown && (mint === DEMO_MINT || isWellKnownMint(mint))) return unit;
  return isKnown ? shortAddress(mint) : `base units of ${shortAddress(mint)}`;
}

/**
 * Letters, digits and punctuation that cannot form a web address; names with other characters are omitted.
 */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N} ,'’()&#+–—-]{1,80}$/u;

/** Returns whether a name from a third party can appear in a message without becoming a link. */
export const isPlainName = (name: string): boolean => PLAIN_NAME.test(name) && !/www/i.test(name);

/**
 * Returns a line with the campaign's name if the creator is the address itself, or a creator from whom the
 * address has claimed before.
 */
function nameLine({ creator, metadata }: Row["campaign"], known: ReadonlySet<string>): string[] {
  const name = metadata?.name ?? "";
  return known.has(creator) && isPlainName(name) ? [`Name given by the creator: ${name}`] : [];
}

function toEvent(
  { row, at, unlocks, begins, ends }: UnlockDate,
  token: Token,
  known: ReadonlySet<string>,
): CalendarEvent {
  const { campaign, rootVersion } = row;
  const key = campaignKey({ ...campaign, earlierGeneration: getEarlierGeneration(campaign) });
  const amount = (baseUnits: bigint) => `${tokenText(baseUnits, token) ?? baseUnits} ${neutralUnit(token)}`;
  const total = row.leaves.reduce((sum, leaf) => sum + leaf.amount, 0n);
  const happens = [
    unlocks > 0n && `${amount(unlocks)} unlock`,
    begins > 0n && `${amount(begins)} begin to vest`,
    ends > 0n && `${amount(ends)} fully vested`,
  ].filter((text) => text !== false);
  return {
    uid: `${key.replaceAll(" ", "-")}-${at}@vesting-index`,
    at,
    changedAt: campaign.createdAt,
    changes: rootVersion - 1,
    title: `${campaign.verified ? "" : "Unverified: "}${happens.join(", ")}`,
    description: [
      ...(campaign.verified ? [] : ["Unverified: the network has not confirmed this campaign."]),
      ...nameLine(campaign, known),
      `Campaign ${campaign.treeAddress}`,
      `Mint ${campaign.mint}`,
      // The leaves of one recipient form one allocation; each date is a part of it.
      ...(row.leaves.length > 1 ? [`Part of an allocation of ${amount(total)}`] : []),
      ...(campaign.paused ? ["Claims are paused."] : []),
    ].join("\n"),
  };
}
