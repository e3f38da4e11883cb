// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ActivityTable } from "@/components/campaign/activity-table";
import { PortfolioEntries } from "@/components/portfolio/entries";
import { PortfolioTotals } from "@/components/portfolio/totals";
import { ClockProvider } from "@/components/shell/clock";
import { storeEvents } from "@/db/queries/events/event-rows";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { readActivity, readPortfolio } from "@/lib/service/pages/beneficiary";
import { readFigures } from "@/lib/service/pages/campaigns";
import type { Prices } from "@/lib/service/prices/prices";
import { show } from "@/tests/components/show";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { envelopeValues } from "@/tests/support/rows";
import { LEAF, NOW, storeCampaign } from "@/tests/support/stored-action";

const [CONFIRMED, SPAM] = [
  "So11111111111111111111111111111111111111112",
  "LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY",
];
const DAY = 86_400n;
const address = LEAF.beneficiary;
const database = openTestDatabase();

/** A confirmed campaign that unlocks in two days, and unverified ones that unlock in one. */
beforeAll(async () => {
  const lookup: Prices["lookup"] = async () => ({ prices: {}, asOf: Number(NOW) });
  startServices({ db: database.db, chain: null, prices: { lookup }, now: () => NOW });
  const leafAt = (at: bigint) => ({
    amount: 5n,
    releaseType: ReleaseType.Cliff,
    startTime: NOW,
    cliffTime: at,
    endTime: at,
  });
  const leaves = [leafAt(NOW + DAY)];
  await storeCampaign(database.db, {
    mint: CONFIRMED,
    leaves: [leafAt(NOW + 2n * DAY)],
    metadata: { name: "Team" },
  });
  await storeCampaign(database.db, { mint: CONFIRMED, verified: false, leaves });
  const { id } = await storeCampaign(database.db, {
    ...{ mint: SPAM, verified: false, leaves, metadata: { name: "Free airdrop" } },
    ...{ minCliffTime: 0n, firstTimedCliff: 0n },
  });
  const paused = { ...envelopeValues(id), txIndex: null, paused: true };
  await database.db.transaction((tx) => storeEvents(tx, { paused: [paused] }));
});
afterEach(cleanup);

describe("unverified campaigns", () => {
  test("are excluded from the figures of the home page, which states their number", async () => {
    expect(await readFigures()).toMatchObject({ campaigns: 1, unverified: 2, locked: 1, claimable: 0 });
  });

  test("are excluded from totals, unlocks by month and curves of a portfolio, and marked in its list", async () => {
    const { entries, progress, market, curve, unlocks } = await readPortfolio(address, 1);
    expect(progress.totals).toMatchObject([{ mint: CONFIRMED, totalEntitled: "5" }]);
    expect(unlocks.months.flatMap(({ amounts }) => amounts)).toEqual([{ mint: CONFIRMED, amount: 5n }]);
    expect(curve.choices).toEqual([CONFIRMED]);
    const list = { address, programId: "program", sorts: {}, unsolicited: new Set<string>() };
    const { text } = show(
      <ClockProvider serverNow={NOW.toString()}>
        <PortfolioTotals {...{ progress, market }} />
        <PortfolioEntries {...list} {...{ entries, market }} />
      </ClockProvider>,
    );
    expect(entries).toHaveLength(3);
    expect(screen.getAllByText("Unverified")).toHaveLength(2);
    const [totals = ""] = text().split(/Team\s*Locked/);
    expect(totals).toMatch(/Totals in wSOL.*in 2 days/);
    expect(totals).not.toMatch(/in (1 day|23 h)/);
  });

  test("are marked in the list of activity", async () => {
    const found = await readActivity(address);
    if (!found) throw new Error("There is no activity.");
    show(<ActivityTable events={found.events} wallet={address} />);
    expect(found.events).toHaveLength(1);
    expect(screen.getAllByText("Unverified")).toHaveLength(1);
  });
});
