import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Database } from "@/db/client";
import {
  type DashboardRow,
  MAX_DASHBOARD_CAMPAIGNS,
  selectDashboardRows,
} from "@/db/queries/campaigns/creator-dashboard";
import { selectVestedSumsOf, type VestedSums } from "@/db/queries/campaigns/vested-sums";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { toSupply } from "@/lib/contract/supply/supply";
import { type SupplyView, toSupplyView } from "@/lib/contract/supply/view";
import { ApiError } from "@/lib/core/errors";
import { isOver } from "@/lib/core/vesting/lifecycle";
import { LAST_MONTH, toMonth } from "@/lib/core/vesting/unlock-months";
import { DASHBOARD_MONTHS } from "@/lib/service/creator-dashboard/read-dashboard";
import { tokenReader } from "@/lib/service/exports/tokens";
import type { Services } from "@/lib/service/services";

/** Maximum leaves of open campaigns whose vested amounts one response sums, which bounds the cost of a request. */
const MAX_LEAVES = 500_000;

/**
 * Amounts are computed for the start of an interval of this length, so that listing sites that poll them share
 * the sums over the leaves.
 */
const INTERVAL_SECONDS = 10n;
const MAX_CACHED = 200;

type Vested = ReadonlyMap<number, VestedSums>;
const caches = new WeakMap<Database, LRUCache<string, Promise<Vested>>>();

/** Reads the supply of a mint over its verified campaigns, at most ten seconds ago. */
export async function readSupply(
  { reads: db, now: clock }: Pick<Services, "reads" | "now">,
  mint: string,
): Promise<SupplyView> {
  const time = clock();
  const now = time - (time % INTERVAL_SECONDS);
  const month = toMonth(now);
  const until = Math.min(month + DASHBOARD_MONTHS, LAST_MONTH + 1);
  const limit = MAX_DASHBOARD_CAMPAIGNS;
  const [found, { slot, timestamp }] = await Promise.all([
    selectDashboardRows(db, { scope: { mint }, from: month, until, limit: limit + 1 }),
    selectIndexedTo(db),
  ]);
  const rows = summable(found.slice(0, limit));
  const [vested, tokens] = await Promise.all([sharedVested(db, { mint, rows, now }), tokenReader()([mint])]);
  const campaigns = rows.map((row) => ({
    ...row,
    // Sums are missing for campaigns that are over, and for lists that are not registered.
    ...(vested.get(row.campaign.id) ?? { vested: row.campaign.totalSupply, unclaimed: 0n }),
  }));
  const token = tokens.of(mint);
  const unregistered = rows.filter(isUnregistered).length;
  return toSupplyView(toSupply(mint, campaigns, { month, now }), {
    now,
    decimals: token.isKnown ? token.decimals : null,
    complete: rows.length === found.length && unregistered === 0,
    unregistered,
    unsummed: unregistered + rows.filter((row) => row.isRegistered && row.unlocks === null).length,
    asOf: { slot: slot.toString(), timestamp: timestamp.toString() },
  });
}

/**
 * Rejects sums that lack a part of the mint's campaigns.
 * @throws ApiError CONFLICT
 */
export function refuseIncomplete({ complete, unregistered }: Pick<SupplyView, "complete" | "unregistered">) {
  if (complete) return;
  throw new ApiError(
    "CONFLICT",
    unregistered > 0
      ? "The current recipients of a campaign of the mint are not registered here."
      : "The mint has more campaigns than one response can sum.",
  );
}

/** Returns whether the leaves of a campaign must be summed: it still pays, and its current list is registered. */
const needsLeafSums = ({ campaign, isRegistered }: DashboardRow) => isRegistered && !isOver(campaign);

/**
 * Returns whether a vault holds tokens for a list that is not registered. Without tokens, the list changes nothing:
 * any unfunded campaign of the mint could otherwise make its sums incomplete.
 */
const isUnregistered = ({ campaign, isRegistered }: DashboardRow) =>
  !isRegistered && !isOver(campaign) && (campaign.vaultBalance ?? 0n) > 0n;

/** Returns the campaigns whose leaves one response sums. */
function summable(rows: readonly DashboardRow[]): DashboardRow[] {
  let leaves = 0;
  return rows.filter((row) => {
    if (needsLeafSums(row)) leaves += row.campaign.leafCount;
    return leaves <= MAX_LEAVES;
  });
}

type Wanted = { mint: string; rows: readonly DashboardRow[]; now: bigint };

/** Reads the vested amounts once per interval and state of the campaigns. */
function sharedVested(db: Database, { mint, rows, now }: Wanted): Promise<Vested> {
  const open = rows.filter(needsLeafSums).map(({ campaign }) => campaign);
  if (open.length === 0) return Promise.resolve(new Map());
  const cache = caches.get(db) ?? new LRUCache<string, Promise<Vested>>({ max: MAX_CACHED });
  caches.set(db, cache);
  const state = open.map(({ id, eventCount, merkleRoot }) => `${id} ${eventCount} ${merkleRoot}`);
  const key = hash("sha256", [mint, now, ...state].join());
  const known = cache.get(key);
  if (known) return known;
  const reading = selectVestedSumsOf(db, { campaignRowIds: open.map(({ id }) => id), now });
  cache.set(key, reading);
  reading.catch(() => cache.delete(key));
  return reading;
}
