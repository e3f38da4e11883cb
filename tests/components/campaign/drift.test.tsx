// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { GET as getClaims } from "@/app/api/campaigns/[treeAddress]/claims/route";
import { GET as getProof } from "@/app/api/campaigns/[treeAddress]/proof/route";
import { DriftNotice } from "@/components/campaign/drift-notice";
import { EventTable } from "@/components/campaign/event-table";
import { MyAllocation } from "@/components/campaign/my-allocation";
import { ClaimsTable } from "@/components/campaign/tables";
import { campaignRow } from "@/components/campaigns/campaign-row";
import { CampaignTable } from "@/components/campaigns/campaign-table";
import { PortfolioEntries } from "@/components/portfolio/entries";
import { PortfolioTotals } from "@/components/portfolio/totals";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet } from "@/components/wallet/wallet-store";
import { replaceDrifts } from "@/db/queries/indexing/drifts";
import { campaigns } from "@/db/schema";
import type { AllProofsView, ProofView } from "@/lib/contract/leaf";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readPortfolio } from "@/lib/service/pages/beneficiary";
import { readCampaignPage } from "@/lib/service/pages/campaign-page";
import { openTestDatabase } from "@/tests/support/database";
import { call, startServices } from "@/tests/support/http";
import { beneficiary, NOW, storeCampaign } from "@/tests/support/stored-action";
import { getWallet, show } from "../show";

const SOL = 1_000_000_000n;
const DAY = 86_400n;
const UNCERTAIN = "The index differs from the network for this campaign, so these amounts are not certain.";

const database = openTestDatabase();
beforeEach(() => {
  startServices({ db: database.db, now: () => NOW });
  vi.stubGlobal("fetch", async (url: string) => {
    const { status, text } = await call(getProgress, { path: url, params: { address: beneficiary.address } });
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  act(() => updateWallet({ account: null }));
});

type Difference = { field: string; indexed: string; onChain: string };

async function stored(differences: readonly Difference[]) {
  const { db } = database;
  const leaf = { amount: 2n * SOL, startTime: NOW - DAY, cliffTime: NOW - DAY, endTime: NOW + DAY };
  const { id, treeAddress } = await storeCampaign(db, { mint: NATIVE_MINT, leaves: [leaf] });
  await db.transaction((tx) => replaceDrifts(tx, [{ campaignRowId: id, slot: 77n, differences }], NOW));
  const page = await readCampaignPage(treeAddress);
  if (!page) throw new Error("The campaign is not there.");
  return page;
}

/** Removes what other tests stored, so that an address has one campaign. */
beforeEach(() => database.db.update(campaigns).set({ verified: false }).where(eq(campaigns.verified, true)));

const MISSING = { field: "claimedSum", indexed: "0", onChain: (SOL / 2n).toString() };
const STATUS = { field: "paused", indexed: "false", onChain: "true" };
const onClock = (parts: React.ReactNode) =>
  show(<ClockProvider serverNow={NOW.toString()}>{parts}</ClockProvider>);

describe("a campaign in which the index differs from the network", () => {
  test.each([
    [
      "missing claims",
      [MISSING],
      /Claims of 0\.5000 SOL are missing from the index.*compared with the network at slot 77/,
      /out of date/,
    ],
    [
      "another difference",
      [STATUS],
      /may be out of date.*compared with the network at slot 77/,
      /are missing from the index/,
    ],
  ])("shows a notice of %s with its slot", async (_name, differences, shown, absent) => {
    const { campaign, token } = await stored(differences);
    const text = onClock(<DriftNotice {...{ campaign, token }} />).text();
    expect(text).toContain("The index differs from the network for this campaign");
    expect(text).toMatch(shown);
    expect(text).not.toMatch(absent);
  });

  test("shows no notice once index and network agree", async () => {
    const { campaign, token } = await stored([]);
    expect(campaign.hasDrift).toBe(false);
    expect(onClock(<DriftNotice {...{ campaign, token }} />).text()).toBe("");
  });

  test("is marked in lists of campaigns", async () => {
    const [differing, agreeing] = [await stored([MISSING]), await stored([])];
    const rows = [differing, agreeing].map(({ campaign, token }) => campaignRow(campaign, token));
    onClock(<CampaignTable rows={rows} title="All" />);
    expect(screen.getAllByText("Index differs")).toHaveLength(1);
  });

  test("does not state the claimable amount as certain on the recipient's page", async () => {
    const { action: campaign, token, controls, treeGone, isOver } = await stored([MISSING]);
    act(() => updateWallet({ account: getWallet(beneficiary.address) }));
    const parts = { campaign, token, treeGone, isOver, claim: controls.claim, expected: null };
    const { text } = onClock(<MyAllocation {...parts} />);
    await screen.findByText("not certain");
    expect(text()).toMatch(/Claimable now1 SOLnot certain/);
    expect(text()).toContain(UNCERTAIN);
    expect(screen.queryByText(/^Claim \d/, { selector: "button" })).toBeNull();
  });

  test("does not state the claimable amount as certain in the portfolio", async () => {
    const { campaign, token } = await stored([MISSING]);
    const { entries, progress, market } = await readPortfolio(beneficiary.address, 1);
    const entry = entries.find((item) => item.campaign.treeAddress === campaign.treeAddress);
    if (!entry) throw new Error("The campaign is not in the portfolio.");
    const list = {
      ...{ entries: [entry], unsolicited: new Set<string>(), sorts: {} },
      market: { getToken: () => token, getPrice: () => null },
      ...{ address: beneficiary.address, programId: "program" },
    };
    const { text } = onClock(
      <>
        <PortfolioEntries {...list} />
        <PortfolioTotals {...{ progress, market }} />
      </>,
    );
    expect(text()).toContain("1 SOL (not certain)");
    expect(text()).toContain(UNCERTAIN);
    expect(text()).toMatch(/Claimable now1 SOLnot certain/);
    expect(screen.queryByText(/^Claim \d/, { selector: "button" })).toBeNull();
  });

  test("is marked in the responses about its claims and proofs", async () => {
    for (const differences of [[MISSING], []]) {
      const { treeAddress } = (await stored(differences)).campaign;
      const request = <Body,>(handler: Parameters<typeof call>[0], query = {}) =>
        call<Body>(handler, { params: { treeAddress }, query });
      const proof = { beneficiary: beneficiary.address };
      const expected = { hasDrift: differences.length > 0 };
      expect((await request(getClaims)).body).toMatchObject(expected);
      expect((await request(getClaims, { fromSlot: "18446744073709551615" })).body).toMatchObject(expected);
      expect((await request<ProofView>(getProof, proof)).body).toMatchObject(expected);
      expect((await request<AllProofsView>(getProof, { ...proof, all: "true" })).body).toMatchObject(
        expected,
      );
    }
  });
});

describe("a reconstructed event", () => {
  const of = { beneficiary: beneficiary.address, leafIndex: 0, amount: "1", milestoneIdx: null };
  const position = (reconstructed: boolean) => ({
    ...{ signature: (reconstructed ? "r" : "w").repeat(88), slot: "1", blockTime: "1", reconstructed },
  });
  const token = { mint: NATIVE_MINT, decimals: 9, unit: "SOL", isKnown: true };
  const EXPLAINED = /The event was rebuilt from its instruction and transfers/;
  const lists = (marks: boolean[]) => ({
    events: (
      <EventTable
        events={marks.map((mark) => ({ event: { type: "claimed", ...position(mark), data: of }, token }))}
      />
    ),
    claims: (
      <ClaimsTable
        {...{ token, sorts: {} }}
        claims={marks.map((mark) => ({
          ...{ ...of, ...position(mark), totalClaimedByUser: "1", totalClaimedOverall: "1" },
        }))}
      />
    ),
  });

  test.each(["events", "claims"] as const)("has a badge with an explanation below the list of %s", (list) => {
    const { text } = onClock(lists([true, false])[list]);
    expect(text().match(/Reconstructed/g)).toHaveLength(2);
    expect(text()).toMatch(EXPLAINED);
  });

  test.each(["events", "claims"] as const)("has no explanation in a list of %s without one", (list) => {
    expect(onClock(lists([false])[list]).text()).not.toMatch(/Reconstructed|rebuilt/);
  });
});
