// @vitest-environment happy-dom

import { act, cleanup, screen, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import type { ExpectedViewer } from "@/components/campaign/viewer/viewer";
import { ViewerPanel } from "@/components/campaign/viewer/viewer-panel";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet } from "@/components/wallet/wallet-store";
import { type NewEvents, storeEvents } from "@/db/queries/events/event-rows";
import { projectCampaigns } from "@/db/queries/events/projection";
import { campaigns } from "@/db/schema/campaigns";
import { PATIENT } from "@/ledger/tests/support/long";
import { shortAddress } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { readExpectedViewer } from "@/lib/service/pages/campaign";
import { type CampaignPage, readCampaignPage } from "@/lib/service/pages/campaign-page";
import { openTestDatabase } from "@/tests/support/database";
import { call, startServices } from "@/tests/support/http";
import { envelopeValues } from "@/tests/support/rows";
import { authority, beneficiary, creator, NOW, storeCampaign, stranger } from "@/tests/support/stored-action";
import { getWallet, show } from "../show";

const SOL = 1_000_000_000n;
const DAY = 86_400n;
const HALFWAY = { amount: 2n * SOL, startTime: NOW - DAY, cliffTime: NOW - DAY, endTime: NOW + DAY };
const CLIFF: Partial<Leaf> = {
  ...HALFWAY,
  releaseType: 0,
  cliffTime: NOW + 40n * DAY,
  endTime: NOW + 40n * DAY,
};
const MILESTONE: Partial<Leaf> = {
  ...HALFWAY,
  releaseType: 2,
  milestoneIdx: 7,
  beneficiary: stranger.address,
};

const database = openTestDatabase();
/** The addresses whose progress was requested. */
let requested: string[] = [];
beforeEach(() => {
  startServices({ db: database.db, now: () => NOW });
  requested = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const address = /^\/api\/beneficiary\/(\w+)\/vesting-progress$/.exec(url)?.[1];
    if (!address) throw new Error(`Unexpected request for ${url}.`);
    requested.push(address);
    const { status, text } = await call(getProgress, { path: url, params: { address } });
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  cleanup();
  // A last request of the removed page goes nowhere.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  act(() => updateWallet({ account: null, phase: "idle", connecting: false }));
});

type Stored = { leaves: Partial<Leaf>[]; over?: object; events?: (campaignId: number) => NewEvents };

async function stored({ leaves, over, events }: Stored): Promise<CampaignPage> {
  const usedMilestones = leaves.flatMap(({ releaseType, milestoneIdx = 0 }) =>
    releaseType === 2 ? [milestoneIdx] : [],
  );
  const row = await storeCampaign(database.db, {
    ...{ mint: NATIVE_MINT, leaves, pauseAuthority: authority.address, usedMilestones },
    ...{ minCliffTime: NOW - DAY, cancelAuthority: authority.address, ...over },
  });
  if (events) {
    await storeEvents(database.db, events(row.id));
    await projectCampaigns(database.db, [row.id]);
  }
  const page = await readCampaignPage(row.treeAddress);
  if (!page) throw new Error("The campaign is not there.");
  return page;
}

function panel(page: CampaignPage, expected: ExpectedViewer | null = null) {
  const {
    action: campaign,
    token,
    controls,
    authorities,
    treeGone,
    isOver,
    canPayTwice,
    onlyLeaf,
    milestoneAmounts,
  } = page;
  return show(
    <ClockProvider serverNow={NOW.toString()}>
      <ViewerPanel
        {...{
          campaign,
          token,
          controls,
          authorities,
          treeGone,
          isOver,
          canPayTwice,
          onlyLeaf,
          milestoneAmounts,
          expected,
        }}
      />
    </ClockProvider>,
  );
}

const connect = (address: string) => act(() => updateWallet({ account: getWallet(address) }));
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
const fold = () => screen.getByText(/^Campaign control/);

describe("for every visitor", () => {
  test("shows one line to connect, and one folded line that names the holder of each control", async () => {
    const { text } = panel(await stored({ leaves: [HALFWAY, MILESTONE] }));
    expect(buttons().filter(Boolean)).toEqual(["Connect a wallet"]);
    expect(fold().textContent).toBe(
      `Campaign control: creator ${shortAddress(creator.address)}, cancel authority ${shortAddress(authority.address)}, pause authority ${shortAddress(authority.address)}`,
    );
    expect(fold().closest("details")?.open).toBe(false);
    expect(text()).toContain("Can release milestones now.");
    expect(text()).toContain("Can change allocations and cancel the campaign now.");
    expect(requested).toEqual([]);
  });

  test("shortens the line when the creator holds all controls, and states which actions are impossible", async () => {
    const own = { cancelAuthority: creator.address, pauseAuthority: creator.address };
    panel(await stored({ leaves: [HALFWAY, CLIFF], over: own }));
    expect(fold().textContent).toBe(`Campaign control: creator only, ${shortAddress(creator.address)}`);
    cleanup();
    const { text } = panel(await stored({ leaves: [HALFWAY, CLIFF], over: { pauseAuthority: null } }));
    expect(text()).toContain("pause authority: noneNo address can pause claims.");
  });
});

describe("for a recipient", () => {
  test("shows their allocation, the next unlock and the claim, without other wallets' controls", async () => {
    const page = await stored({ leaves: [CLIFF] });
    const { text } = panel(page);
    connect(beneficiary.address);
    await screen.findByText("Your vesting schedule and proof");
    await vi.waitFor(() => expect(text()).toContain("Allocated2 SOL"), PATIENT);
    expect(text()).toMatch(/Nothing to claim yet\. Next unlock in (40 days|39 days 23 h): 2 SOL on \d/);
    expect(text()).not.toContain("Your controls");
    expect(buttons()).toContain("Claim");
    expect(screen.queryByText(/Cancel|Pause/, { selector: "button" })).toBeNull();
    expect(fold()).toBeTruthy();
  });

  test("reserves space for the wallet that the server expects, and queries that wallet once", async () => {
    const page = await stored({ leaves: [CLIFF] });
    const expected = await readExpectedViewer(page.campaign.treeAddress, beneficiary.address);
    expect(expected).toEqual({ address: beneficiary.address, isRecipient: true });
    const { text } = panel(page, expected);
    expect(text()).toContain("Loading your allocation");
    expect(screen.queryByText("Connect a wallet")).toBeNull();
    await vi.waitFor(() => expect(text()).toContain("Allocated2 SOL"), PATIENT);
    connect(beneficiary.address);
    expect(text()).toContain("Allocated2 SOL");
    expect(requested).toEqual([beneficiary.address]);
    act(() => updateWallet({ account: null }));
    expect(text()).toContain("Connect your wallet to see and claim your tokens.");
  });

  test("reports at once that an expected wallet has no allocation, and ignores an invalid address", async () => {
    const page = await stored({ leaves: [CLIFF] });
    const { treeAddress } = page.campaign;
    const expected = await readExpectedViewer(treeAddress, stranger.address);
    expect(expected).toEqual({ address: stranger.address, isRecipient: false });
    expect(panel(page, expected).text()).toContain("This wallet is not a recipient of this campaign.");
    for (const text of [undefined, "", "nobody", "' or 1=1"])
      expect(await readExpectedViewer(treeAddress, text)).toBeNull();
  });
});

test("reports that a wallet is not a recipient also while claims are paused", async () => {
  const { text } = panel(await stored({ leaves: [HALFWAY], over: { paused: true } }));
  connect(stranger.address);
  await vi.waitFor(
    () => expect(text()).toContain("This wallet is not a recipient of this campaign."),
    PATIENT,
  );
  expect(text()).not.toContain("Claims are paused.");
});

test("shows no pause to a removed recipient who keeps the claimed amount", async () => {
  const closed = { ...HALFWAY, amount: 5n };
  const page = await stored({
    leaves: [closed, MILESTONE],
    events: (campaignId) => ({
      paused: [{ ...envelopeValues(campaignId), paused: true }],
      claimed: [
        {
          ...envelopeValues(campaignId),
          ...{ beneficiary: beneficiary.address, leafIndex: 0, amount: 5n, milestoneIdx: null },
          ...{ totalClaimedByUser: 5n, totalClaimedOverall: 5n },
        },
      ],
    }),
  });
  const { text } = panel(page);
  connect(beneficiary.address);
  await vi.waitFor(() => expect(text()).toContain("You have claimed everything."), PATIENT);
  expect(text()).not.toMatch(/paused|Continuous until/);
});

test("offers no claim on a page that is older than a pause", async () => {
  const before = await stored({ leaves: [HALFWAY] });
  const { treeAddress } = before.campaign;
  await database.db.update(campaigns).set({ paused: true }).where(eq(campaigns.treeAddress, treeAddress));
  const { text } = panel(before);
  connect(beneficiary.address);
  await vi.waitFor(() => expect(text()).toContain("Claims are paused."), PATIENT);
  expect(screen.getByText("Claim").hasAttribute("disabled")).toBe(true);
});

describe("for a holder of controls", () => {
  test("shows the controls first, with their origin and the reason for each unavailable one", async () => {
    const page = await stored({ leaves: [HALFWAY, MILESTONE] });
    panel(page);
    connect(authority.address);
    expect(screen.getByRole("heading", { name: "Your controls" })).toBeTruthy();
    const asCanceller = within(screen.getByRole("region", { name: "As cancel authority" }));
    expect(asCanceller.getByText("Cancel campaign").hasAttribute("disabled")).toBe(false);
    expect(asCanceller.getByText("Update recipients").getAttribute("href")).toContain("/rotate");
    expect(
      within(screen.getByRole("region", { name: "As pause authority" })).getByText("Pause claims"),
    ).toBeTruthy();
    expect(screen.queryByText("Release milestone 7")).toBeNull();
    expect(fold()).toBeTruthy();

    connect(creator.address);
    const asCreator = within(screen.getByRole("region", { name: "As creator" }));
    expect(asCreator.getByText("Release milestone 7").hasAttribute("disabled")).toBe(false);
    expect(asCreator.getByText("Unavailable: withdraw the remaining tokens")).toBeTruthy();
    expect(asCreator.getByText(/The campaign is not cancelled/)).toBeTruthy();
    expect(screen.queryByText("Pause claims")).toBeNull();
  });

  test("shows both to a recipient with some controls, and no line about them to a holder of all", async () => {
    const own = { cancelAuthority: creator.address, pauseAuthority: creator.address };
    const page = await stored({ leaves: [{ ...CLIFF, beneficiary: creator.address }], over: own });
    const { text } = panel(page);
    connect(creator.address);
    await vi.waitFor(() => expect(text()).toContain("Allocated2 SOL"), PATIENT);
    expect(text()).toContain("Your controls");
    expect(screen.queryByText(/^Campaign control/)).toBeNull();
  });

  test("marks the controls of several roles as tall, for the layout of the page", async () => {
    panel(await stored({ leaves: [HALFWAY, MILESTONE] }));
    const isTall = () => screen.getByRole("region", { name: "Available actions" }).hasAttribute("data-tall");
    expect(isTall()).toBe(false);
    connect(authority.address);
    expect(isTall()).toBe(true);
    connect(creator.address);
    expect(isTall()).toBe(false);
  });

  const claimOnce = (campaignId: number) => ({
    claimed: [
      {
        ...envelopeValues(campaignId),
        ...{ beneficiary: beneficiary.address, leafIndex: 0, amount: SOL, milestoneIdx: null },
        ...{ totalClaimedByUser: SOL, totalClaimedOverall: SOL },
      },
    ],
  });

  test("advises to pause and to remove paid recipients against a second payment", async () => {
    const { text } = panel(await stored({ leaves: [HALFWAY, CLIFF], events: claimOnce }));
    connect(authority.address);
    expect(text()).toContain(
      "The other recipients lose that amount. Pausing claims prevents this for now. Removing recipients who were paid in full",
    );
    expect(text()).not.toContain("Withdrawing the remaining tokens prevents");
  });

  test("advises to withdraw against a second payment once the campaign is cancelled", async () => {
    const cancelledAt = NOW - 8n * DAY;
    const events = (campaignId: number) => ({
      ...claimOnce(campaignId),
      cancelled: [{ ...envelopeValues(campaignId), cancelledAt, claimedAtCancel: SOL }],
    });
    const { text } = panel(await stored({ leaves: [HALFWAY, CLIFF], events }));
    connect(creator.address);
    expect(buttons()).toContain("Withdraw remaining tokens");
    expect(text()).toContain(
      "The other recipients lose that amount. Withdrawing the remaining tokens prevents this.",
    );
    expect(text()).not.toContain("Pausing claims prevents");
  });

  test("omits the empty allocation for the creator and the authorities", async () => {
    const page = await stored({ leaves: [HALFWAY, MILESTONE] });
    panel(page);
    for (const { address } of [creator, authority]) {
      connect(address);
      await vi.waitFor(() => expect(screen.queryByText("Your allocation")).toBeNull(), PATIENT);
      expect(screen.queryByText("This wallet is not a recipient of this campaign.")).toBeNull();
      expect(fold()).toBeTruthy();
    }
  });

  test("offers one way to end a stream: the creator's split, or the grace period for another cancel authority", async () => {
    const { text } = panel(await stored({ leaves: [CLIFF] }));
    connect(creator.address);
    expect(buttons()).toContain("Cancel stream");
    expect(buttons()).not.toContain("Cancel campaign");
    expect(text()).toContain(
      "The cancel authority can instead cancel the campaign with a 7-day grace period",
    );
    connect(authority.address);
    expect(buttons()).toContain("Cancel campaign");
    expect(buttons()).not.toContain("Cancel stream");
    expect(text()).toContain("The creator can instead cancel the stream");
    cleanup();
    panel(await stored({ leaves: [CLIFF], over: { cancelAuthority: creator.address } }));
    connect(creator.address);
    expect(buttons()).toContain("Cancel stream");
    expect(buttons()).not.toContain("Cancel campaign");
  });

  test("does not list controls as unavailable that can never return", async () => {
    const page = await stored({
      leaves: [HALFWAY, CLIFF],
      over: { cancellable: false, cancelAuthority: null, pauseAuthority: creator.address },
    });
    const { text } = panel(page);
    connect(creator.address);
    expect(screen.getByRole("region", { name: "As pause authority" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "As creator" })).toBeNull();
    expect(text()).not.toMatch(/Unavailable: .*(refund|withdraw)/);
    connect(stranger.address);
    expect(text()).toContain("No actions remain.");
  });

  test("offers no action to anybody after a refund", async () => {
    const refund = (campaignId: number) => ({
      instant_refunded: [
        { ...envelopeValues(campaignId), cancelledAt: NOW, refundedTo: creator.address, amount: SOL },
      ],
    });
    const { text } = panel(await stored({ leaves: [HALFWAY, CLIFF], events: refund }));
    for (const { address } of [creator, authority, stranger]) {
      connect(address);
      expect(text()).not.toContain("Campaign control");
      expect(text()).not.toContain("Your controls");
    }
  });
});
