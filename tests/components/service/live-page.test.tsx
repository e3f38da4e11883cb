// @vitest-environment happy-dom

import { act, cleanup } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { GET as getCampaign } from "@/app/api/campaigns/[treeAddress]/route";
import { GET as getCampaigns } from "@/app/api/campaigns/route";
import { LivePage, type LiveSource } from "@/components/service/live-page";
import { POLL_MS } from "@/components/service/use-poll";
import { campaigns } from "@/db/schema/campaigns";
import { PATIENT } from "@/ledger/tests/support/long";
import { campaignState, listState, progressState } from "@/lib/contract/live-state";
import { readPortfolio } from "@/lib/service/pages/beneficiary";
import { readCampaign } from "@/lib/service/pages/campaign";
import { readCampaigns } from "@/lib/service/pages/campaigns";
import { readDashboardPage } from "@/lib/service/pages/dashboard";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, startServices } from "@/tests/support/http";
import { router } from "@/tests/support/next-navigation";
import { beneficiary, creator, NOW, storeCampaign } from "@/tests/support/stored-action";
import { show } from "../show";

const { refresh } = router;

const database = openTestDatabase();
let now = NOW;

beforeEach(() => {
  now = NOW;
  startServices({ db: database.db, now: () => now });
  refresh.mockClear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    // Responses of the API are cacheable for a few seconds.
    if (init?.cache !== "no-cache") throw new Error("A cache could serve an earlier state.");
    const { pathname } = new URL(url, "http://service");
    const [, , kind, name] = pathname.split("/");
    const { status, text } =
      kind === "beneficiary"
        ? await call(getProgress, { path: url, params: { address: name ?? "" } })
        : name
          ? await call(getCampaign, { path: url, params: { treeAddress: name } })
          : await call(getCampaigns, { path: url });
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const DAY = 86_400n;
const LINEAR = { startTime: NOW - DAY, cliffTime: NOW - DAY, endTime: NOW + DAY };
const CLIFF = { releaseType: 0, startTime: NOW, cliffTime: NOW + 60n, endTime: NOW + 60n } as const;

async function stored(leaf: object, minCliffTime: bigint) {
  const { treeAddress } = await storeCampaign(database.db, { leaves: [leaf], minCliffTime });
  return treeAddress;
}

type Page = { source: LiveSource; shown: () => Promise<string> };

/** The pages that show a campaign's state, with the state as their server components compute it. */
function getPages(treeAddress: string): Record<string, Page> {
  const { address } = beneficiary;
  const list = { sort: "created", order: "desc", page: 1 } as const;
  return {
    "campaign page and claim page": {
      source: { kind: "campaign", treeAddress },
      shown: async () => {
        const campaign = await readCampaign(treeAddress);
        if (!campaign) throw new Error("The campaign is not registered.");
        return campaignState(campaign);
      },
    },
    portfolio: {
      source: { kind: "progress", address },
      shown: async () => progressState((await readPortfolio(address, 1)).progress),
    },
    "list of campaigns": {
      source: { kind: "campaigns", query: { ...list, limit: 20 } },
      shown: async () => {
        const { campaigns, total } = await readCampaigns(list);
        return listState(campaigns, total);
      },
    },
    dashboard: {
      source: { kind: "campaigns", query: { creator: creator.address, page: 1, limit: 20 } },
      shown: async () => {
        const { campaigns, total } = await readDashboardPage(creator.address, 1);
        return listState(campaigns, total);
      },
    },
  };
}

const poll = () => act(() => vi.advanceTimersByTimeAsync(POLL_MS + 200));
const PAGES = ["campaign page and claim page", "portfolio", "list of campaigns", "dashboard"];

describe.each(PAGES)("LivePage on the %s", (name) => {
  async function open(treeAddress: string) {
    const page = getPages(treeAddress)[name];
    if (!page) throw new Error(`There is no page ${name}.`);
    show(<LivePage source={page.source} shown={await page.shown()} />);
  }

  it("reads the page again after a pause, and not for the seconds that pass before", async () => {
    const treeAddress = await stored(LINEAR, NOW - DAY);
    await open(treeAddress);
    await poll();
    now += 30n;
    await poll();
    await poll();
    expect(refresh).not.toHaveBeenCalled();
    await database.db.update(campaigns).set({ paused: true }).where(eq(campaigns.treeAddress, treeAddress));
    await vi.waitFor(() => expect(refresh).toHaveBeenCalled(), PATIENT);
  });

  it("reads the page again when the countdown to the cliff ends", async () => {
    const treeAddress = await stored(CLIFF, NOW + 60n);
    await open(treeAddress);
    await poll();
    expect(refresh).not.toHaveBeenCalled();
    now = NOW + 60n;
    await vi.waitFor(() => expect(refresh).toHaveBeenCalled(), PATIENT);
  });
});

describe("LivePage on a creator dashboard", () => {
  const other = createWallet(new Uint8Array(32).fill(77)).address;
  const open = async (address: string) => {
    const { campaigns: shown, total, limit } = await readDashboardPage(address, 1);
    const query = { creator: address, page: 1, limit };
    show(<LivePage source={{ kind: "campaigns", query }} shown={listState(shown, total)} />);
  };

  it.each([
    ["a cancellation", { cancelledAt: NOW }],
    ["a rotation", { merkleRoot: "ab".repeat(32) }],
  ])("reads the dashboard again after %s", async (_, change) => {
    const treeAddress = await stored(LINEAR, NOW - DAY);
    await open(creator.address);
    await poll();
    expect(refresh).not.toHaveBeenCalled();
    await database.db.update(campaigns).set(change).where(eq(campaigns.treeAddress, treeAddress));
    await vi.waitFor(() => expect(refresh).toHaveBeenCalled(), PATIENT);
  });

  it("reads an empty dashboard again after its first campaign", async () => {
    await open(other);
    await poll();
    expect(refresh).not.toHaveBeenCalled();
    await storeCampaign(database.db, { creator: other });
    await vi.waitFor(() => expect(refresh).toHaveBeenCalled(), PATIENT);
  });
});
