// @vitest-environment happy-dom

import { act, cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { CampaignFigures } from "@/components/campaign/campaign-figures";
import { curveSpec } from "@/components/campaign/curve-spec";
import { EventTable } from "@/components/campaign/event-table";
import { FactsCard } from "@/components/campaign/facts-card";
import { FundingBadge, FundingNotice } from "@/components/campaign/funding-notice";
import { MyAllocation } from "@/components/campaign/my-allocation";
import { OverallocationNotice, OverclaimNotice, StateNotice } from "@/components/campaign/notices";
import { VestingCurve } from "@/components/campaign/vesting-curve";
import { PortfolioEntries } from "@/components/portfolio/entries";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet } from "@/components/wallet/wallet-store";
import { type NewEvents, storeEvents } from "@/db/queries/events/event-rows";
import { projectCampaigns } from "@/db/queries/events/projection";
import { PATIENT } from "@/ledger/tests/support/long";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { shortAddress } from "@/lib/contract/names";
import type { ProgramView } from "@/lib/contract/program";
import { english } from "@/lib/core/i18n/translator";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { earliestCliff, type Leaf } from "@/lib/core/vesting/leaf";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { composeAllocation } from "@/lib/core/vesting/schedule-spec/compose";
import { readPortfolio } from "@/lib/service/pages/beneficiary";
import { readTimeline } from "@/lib/service/pages/campaign-lists";
import { type CampaignPage, readCampaignHead, readCampaignPage } from "@/lib/service/pages/campaign-page";
import { openTestDatabase } from "@/tests/support/database";
import { call, startServices } from "@/tests/support/http";
import { envelopeValues } from "@/tests/support/rows";
import { authority, beneficiary, creator, NOW, storeCampaign, stranger } from "@/tests/support/stored-action";
import { getWallet, show } from "../show";

const SOL = 1_000_000_000n;
const DAY = 86_400n;
/** Half of this leaf has vested now. */
const HALFWAY = { amount: 2n * SOL, startTime: NOW - DAY, cliffTime: NOW - DAY, endTime: NOW + DAY };
const LATER = { ...HALFWAY, cliffTime: NOW + DAY, endTime: NOW + 2n * DAY };
const MILESTONE: Partial<Leaf> = {
  ...HALFWAY,
  releaseType: 2,
  milestoneIdx: 7,
  beneficiary: stranger.address,
};

const database = openTestDatabase();
beforeEach(() => {
  startServices({ db: database.db, now: () => NOW });
  vi.stubGlobal("fetch", async (url: string) => {
    const address = /^\/api\/beneficiary\/(\w+)\/vesting-progress$/.exec(url)?.[1];
    if (!address) throw new Error(`Unexpected request for ${url}.`);
    const { status, text } = await call(getProgress, { path: url, params: { address } });
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  act(() => updateWallet({ account: null }));
});

type Stored = { leaves: Partial<Leaf>[]; over?: object; events?: (campaignId: number) => NewEvents };

/** Stores a campaign in the index and reads it as its page does. */
async function stored({ leaves, over, events }: Stored): Promise<CampaignPage> {
  const row = await storeCampaign(database.db, {
    ...{ mint: NATIVE_MINT, leaves, metadata: { name: "Team" }, pauseAuthority: authority.address },
    ...{
      minCliffTime: earliestCliff(leaves.map((leaf) => ({ cliffTime: NOW, ...leaf }))),
      usedMilestones: leaves.flatMap(({ releaseType, milestoneIdx = 0 }) =>
        releaseType === 2 ? [milestoneIdx] : [],
      ),
    },
    ...over,
  });
  if (events) {
    await storeEvents(database.db, events(row.id));
    await projectCampaigns(database.db, [row.id]);
  }
  const page = await readCampaignPage(row.treeAddress);
  if (!page) throw new Error("The campaign is not there.");
  return page;
}

const getClaim = (amount: bigint) => (campaignId: number) => ({
  claimed: [
    {
      ...{ ...envelopeValues(campaignId), beneficiary: beneficiary.address, leafIndex: 0, amount },
      ...{ totalClaimedByUser: amount, totalClaimedOverall: amount },
    },
  ],
});
const cancelAt = (cancelledAt: bigint) => (campaignId: number) => ({
  cancelled: [{ ...envelopeValues(campaignId), cancelledAt, claimedAtCancel: 0n }],
});
const pause = (campaignId: number) => ({ paused: [{ ...envelopeValues(campaignId), paused: true }] });

const connect = (address: string) => act(() => updateWallet({ account: getWallet(address) }));
const isOff = (label: string | RegExp) =>
  screen.getByText(label, { selector: "button" }).hasAttribute("disabled");

function allocation(page: CampaignPage) {
  const { action: campaign, token, controls, treeGone, isOver } = page;
  return show(
    <ClockProvider serverNow={NOW.toString()}>
      <MyAllocation {...{ campaign, token, treeGone, isOver }} claim={controls.claim} expected={null} />
    </ClockProvider>,
  );
}

describe("before the sums of the leaves arrive", () => {
  test("a page shows everything that does not depend on the sums, and no amount that does", async () => {
    const page = await stored({ leaves: [HALFWAY, LATER, MILESTONE] });
    const { action, ...head } = (await readCampaignHead(page.campaign.treeAddress)) ?? {};
    expect(page).toMatchObject(head);
    expect(page.action).toMatchObject({ vested: SOL.toString(), unclaimed: SOL.toString() });
    expect(action).toEqual({ ...page.action, vested: "0", unclaimed: "0", payableUntilSwept: "0" });
  });

  test("the figures keep their places without a wrong number", async () => {
    const page = await stored({ leaves: [HALFWAY], events: getClaim(SOL / 4n) });
    const { campaign, token, action, paid, firstUnlock } = page;
    const figures = { campaign, token, price: null, firstUnlock };
    const { text: whole } = show(<CampaignFigures {...figures} vested={action.vested} paid={paid} />);
    expect(whole()).toMatch(/Vested1 SOL50\.00%Claimed0\.2500 SOL12\.50%/);
    cleanup();
    const { text: positions } = show(<CampaignFigures {...figures} vested={null} paid={null} />);
    expect(positions()).toMatch(/Allocated2 SOLVested……Claimed……Claimable……Unvested……Allocations1/);
  });

  test("the figures of a campaign before its first unlock have its date instead of zeros", async () => {
    const { campaign, token, action, paid, firstUnlock } = await stored({ leaves: [LATER] });
    const figures = { campaign, token, price: null, paid, vested: action.vested };
    const { text } = show(
      <ClockProvider serverNow={NOW.toString()}>
        <CampaignFigures {...figures} firstUnlock={firstUnlock} />
      </ClockProvider>,
    );
    expect(text()).toMatch(/^Allocated2 SOLFirst unlock1[67] Jan 2027in 1 dayAllocations1No claims yet$/);
  });
});

describe("the connected wallet's allocation", () => {
  test("is the API's answer, and its owner can claim it", async () => {
    const page = await stored({ leaves: [HALFWAY, LATER], events: getClaim(SOL / 4n) });
    connect(beneficiary.address);
    const { text } = allocation(page);
    await screen.findByText("Claim 0.75 SOL");
    expect(isOff("Claim 0.75 SOL")).toBe(false);
    expect(text()).toContain("Allocated4 SOL");
    expect(text()).toContain("Allocated4 SOL25.00% vested");
    expect(text()).toContain("Claimed0.25 SOL6.25%");
    expect(text()).toContain("Claimable now0.75 SOL");
    expect(text()).toContain("Claimable now0.75 SOL18.75%");
    expect(text()).toContain("Unvested3 SOL75.00%");
    expect(text()).toMatch(
      /Continuous until .*\. Next unlock in (1 day|23 h 59 min): linear vesting begins on/,
    );
  });

  test("describes several leaves as one allocation, with one button for their total", async () => {
    const begun = NOW - 400n * DAY;
    const composed = composeAllocation({
      ...{ beneficiary: beneficiary.address, amount: 8n * SOL, startTime: begun },
      ...{ upfrontShare: 1_000, cliffShare: 1_500, cliffMonths: 12, durationMonths: 48, steps: "linear" },
    });
    if ("error" in composed) throw new Error(composed.error.message);
    const page = await stored({ leaves: composed.leaves, events: getClaim(SOL / 4n) });
    connect(beneficiary.address);
    const { text } = allocation(page);
    await screen.findByText(/^Claim 1\.\d+ SOL$/);
    expect(screen.getAllByText(/^Claim \d/, { selector: "button" })).toHaveLength(1);
    expect(text()).toContain("Allocated8 SOL");
    // Times are in UTC until the viewer's zone is known after the first render.
    const words = /0\.8000 SOL on [^,]+, [\d:]+, then 1\.2000 SOL on [^,]+, [\d:]+, then 6 SOL evenly, /;
    await vi.waitFor(() => expect(text()).toMatch(words), PATIENT);
    expect(text()).toContain("Your vesting schedule and proof");
    expect(screen.getAllByText(/^of allocation \d$/)).toHaveLength(3);
  });

  test("asks to connect, and states when a wallet has none", async () => {
    const page = await stored({ leaves: [LATER, LATER] });
    const { text } = allocation(page);
    expect(text()).toContain("Connect your wallet to see your allocation.");
    expect(screen.queryByText("Claim", { selector: "button" })).toBeNull();
    connect(creator.address);
    await screen.findByText("This wallet is not a recipient of this campaign.");
  });

  test("links to the allocation instead of a claim after the grace period", async () => {
    const connectButton = () => screen.getAllByRole("button").map(({ textContent }) => textContent);
    allocation(await stored({ leaves: [HALFWAY, LATER], events: cancelAt(NOW - 8n * DAY) }));
    expect(connectButton()).toEqual(["View my allocation"]);
    cleanup();
    allocation(await stored({ leaves: [HALFWAY, LATER], events: cancelAt(NOW - DAY) }));
    expect(connectButton()).toEqual(["Connect a wallet"]);
  });

  test("states why nothing can be claimed", async () => {
    const paused = await stored({ leaves: [HALFWAY, LATER], events: pause });
    connect(beneficiary.address);
    const { text } = allocation(paused);
    await vi.waitFor(() => expect(text()).toContain("Claims are paused."), PATIENT);
    expect(isOff("Claim")).toBe(true);
  });
});

describe("the notice of a state", () => {
  const getNotice = ({ campaign, token }: CampaignPage) =>
    show(
      <ClockProvider serverNow={NOW.toString()}>
        <StateNotice {...{ campaign, token }} />
      </ClockProvider>,
    ).text();

  test.each([
    ["nothing while it vests", {}, ""],
    [
      "a pause",
      { events: pause },
      "Claims are pausedVesting continues. Amounts that vest during the pause can be claimed afterwards.",
    ],
    ["a grace period with its remaining time", { events: cancelAt(NOW - DAY) }, /^Grace period: 6 days left/],
    [
      "its end, with the amount that the program still pays",
      {
        events: cancelAt(NOW - 8n * DAY),
        leaves: [{ ...HALFWAY, startTime: 0n, cliffTime: 0n, endTime: NOW - 9n * DAY }],
      },
      /2 SOL had vested but was not claimed/,
    ],
  ])("shows %s", async (_name, { leaves = [HALFWAY, LATER], ...rest }: Partial<Stored>, output) => {
    const text = getNotice(await stored({ leaves, ...rest }));
    if (typeof output === "string") expect(text).toBe(output);
    else expect(text).toMatch(output);
  });
});

test("states one address for all roles of a campaign in one line", async () => {
  const { campaign, token } = await stored({ leaves: [HALFWAY, LATER] });
  const [mine, other] = [creator.address, authority.address];
  const getLabels = (cancelAuthority: string, pauseAuthority: string) => {
    const { container } = show(
      <ClockProvider serverNow={NOW.toString()}>
        <FactsCard campaign={{ ...campaign, cancelAuthority, pauseAuthority }} token={token} />
      </ClockProvider>,
    );
    return [...container.querySelectorAll("dt")]
      .map(({ textContent }) => textContent)
      .filter((label) => /creator|authority/i.test(label));
  };
  expect(getLabels(mine, mine)).toEqual(["Creator, cancel and pause authority"]);
  expect(getLabels(mine, other)).toEqual(["Creator", "Cancel authority", "Pause authority"]);
});

test("states plainly which changes are possible, and by whom", async () => {
  const { campaign, token } = await stored({ leaves: [HALFWAY, LATER], over: { cancellable: true } });
  const getFirst = (over: Partial<typeof campaign>) => {
    const { container } = show(
      <ClockProvider serverNow={NOW.toString()}>
        <FactsCard campaign={{ ...campaign, cancelAuthority: creator.address, ...over }} token={token} />
      </ClockProvider>,
    );
    return container.querySelector("li")?.textContent;
  };
  const changes =
    "The creator can still change allocations and cancel the campaign. On cancellation, recipients lose unvested amounts.";
  for (const status of ["active", "claimable", "paused"] as const) expect(getFirst({ status })).toBe(changes);
  expect(getFirst({ status: "settled" })).toBe("Allocations can no longer change.");
  expect(getFirst({ leafCount: 1 })).toBe(
    "The creator can still cancel the campaign. On cancellation, recipients lose unvested amounts.",
  );
  expect(getFirst({ cancelAuthority: authority.address })).toMatch(/^The cancel authority can still change/);
  for (const over of [{ cancellable: false }, { cancelAuthority: null }]) {
    expect(getFirst(over)).toBe("These allocations cannot be changed or cancelled.");
  }
});

test("the facts of a campaign say who can change the program and whether its code is known", async () => {
  const { campaign, token } = await stored({ leaves: [HALFWAY, LATER] });
  const deployed = { address: creator.address, deployedSlot: "412", sha256: "0".repeat(64) };
  const getFacts = (program: ProgramView | null) =>
    show(
      <ClockProvider serverNow={NOW.toString()}>
        <FactsCard campaign={campaign} token={token} program={program} />
      </ClockProvider>,
    ).container.textContent;
  expect(getFacts({ ...deployed, authority: null, tested: true })).toContain(
    "Immutable · matches tested build",
  );
  expect(getFacts({ ...deployed, authority: authority.address, tested: false })).toMatch(
    /can change it, last deployed at slot 412 · does not match the tested build/,
  );
  expect(getFacts(null)).not.toContain("tested build");
});

test("five overpaid allocations are named, and the others counted", async () => {
  const { campaign, token } = await stored({ leaves: [HALFWAY, LATER] });
  const getNotice = (count: number) =>
    show(
      <OverclaimNotice
        campaign={{
          ...campaign,
          claimedMoreThanAllocated: Array.from({ length: count }, (_, leafIndex) => ({
            ...{ beneficiary: stranger.address, leafIndex, allocated: "1", claimed: "2" },
          })),
        }}
        token={token}
      />,
    ).text();
  expect(getNotice(0)).toBe("");
  expect(getNotice(5)).toMatch(/allocation 4: .*\.$/);
  expect(getNotice(5)).not.toContain("And");
  expect(getNotice(6)).toMatch(/And 1 more\.$/);
});

test("allocations beyond the supply are stated instead of full funding, until the campaign has ended", async () => {
  const { campaign, token } = await stored({
    leaves: [HALFWAY, LATER],
    over: { vaultBalance: 4n * SOL, vaultSlot: 1n },
  });
  const getText = (over: Partial<CampaignDetail>) =>
    show(
      <>
        <FundingBadge campaign={{ ...campaign, ...over }} token={token} />
        <OverallocationNotice campaign={{ ...campaign, ...over }} token={token} />
      </>,
    ).text();
  for (const allocatedBeyondSupply of [null, "0"])
    expect(getText({ allocatedBeyondSupply })).toBe("Fully funded");
  const beyond = { allocatedBeyondSupply: SOL.toString() };
  expect(getText(beyond)).toBe(
    "Allocated more than the supplyThe allocations total 5 SOL, but the campaign never pays more than 4 SOL. The last recipients to claim will not be paid.",
  );
  expect(getText({ ...beyond, withdrawn: true })).toBe("");
});

test("tokens that arrive after a withdrawal can be withdrawn again", async () => {
  const cancelled = { cancelledAt: NOW - GRACE_PERIOD_SECONDS, withdrawn: true, vaultSlot: 1n };
  const getNotice = async (vaultBalance: bigint) => {
    const page = await stored({ leaves: [HALFWAY], over: { ...cancelled, vaultBalance } });
    const { text } = show(<StateNotice campaign={page.campaign} token={page.token} />);
    return [page.controls.withdrawUnvested, text()] as const;
  };
  expect(await getNotice(0n)).toEqual([false, expect.stringContaining("The creator has withdrawn")]);
  expect(await getNotice(SOL)).toEqual([
    true,
    expect.stringContaining("1 SOL can be withdrawn by the creator"),
  ]);
});

test("draws the curve from its schedules and describes it in words", async () => {
  const { curve, token } = await stored({ leaves: [HALFWAY, LATER], events: getClaim(SOL) });
  const { text } = show(<VestingCurve {...curve} {...token} />);
  expect(text()).toContain("Vesting curve: 1 SOL of 4 SOL have vested, 1 SOL have been claimed.");
  const { spec } = curveSpec(english, curve, token);
  const values = spec.series[0]?.values ?? [];
  // Flat, up to 1 SOL of 4 at the second day, steeper with both leaves, and flat at the total.
  expect(values.slice(0, 2)).toEqual([0n, 0n]);
  expect(values[spec.start ?? 0]).toBe(SOL);
  expect(values.slice(-2)).toEqual([4n * SOL, 4n * SOL]);
  expect([...values]).toEqual([...values].sort((a, b) => Number((a ?? 0n) - (b ?? 0n))));
});

/** Returns one event of each kind, oldest first. */
function oneOfEach(campaignId: number): NewEvents {
  const at = () => envelopeValues(campaignId);
  const [newRoot, oldRoot] = ["5a".repeat(32), "00".repeat(32)];
  const cancelled = { cancelledAt: NOW, refundedTo: creator.address, amount: SOL };
  const settled = { cancelledAt: NOW, amountToBeneficiary: SOL, amountToCreator: 3n * SOL };
  return {
    ...getClaim(SOL / 4n)(campaignId),
    cancelled: [{ ...at(), cancelledAt: NOW, claimedAtCancel: SOL }],
    paused: [true, false].map((paused) => ({ ...at(), paused })),
    root_updated: [{ ...at(), oldRoot, newRoot, newLeafCount: 1_200 }],
    withdrawn: [{ ...at(), amount: SOL }],
    milestone_released: [{ ...at(), milestoneIdx: 7, releasedBy: creator.address }],
    stream_cancelled: [{ ...at(), ...settled }],
    instant_refunded: [{ ...at(), ...cancelled }],
  };
}

test("describes every kind of event with its amounts, newest first", async () => {
  const page = await stored({ leaves: [HALFWAY, LATER], events: oneOfEach });
  const found = await readTimeline(page.campaign, undefined);
  const events = (found?.events ?? []).map((event) => ({ event, token: page.token }));
  show(<EventTable events={events} />);
  const sentences = screen.getAllByRole("row").map((row) => within(row).queryAllByRole("cell")[0]);
  expect(sentences.slice(1).map((cell) => cell?.textContent?.trim())).toEqual([
    `1 SOL was refunded to ${shortAddress(creator.address)}.`,
    "The stream was cancelled. The recipient received 1 SOL, the creator 3 SOL. The creator’s amount includes 0.00313896 SOL of returned deposit.",
    `${shortAddress(creator.address)} released milestone 7.`,
    "The creator withdrew 1 SOL.",
    "Allocations were changed. There are now 1,200 allocations, with Merkle root 5a5a5a5a…",
    "Claims were resumed.",
    "Claims were paused.",
    "Campaign cancelled. 1 SOL had been claimed.",
    `${shortAddress(beneficiary.address)} claimed 0.2500 SOL.`,
  ]);
});

test("an entry of a portfolio has the sums, the schedule and its owner's claim", async () => {
  const leaves = [{ ...HALFWAY, beneficiary: stranger.address }, LATER];
  const { campaign, token } = await stored({ leaves });
  const { entries } = await readPortfolio(stranger.address, 1);
  const entry = entries.find((item) => item.campaign.treeAddress === campaign.treeAddress);
  if (!entry) throw new Error("The campaign is not in the portfolio.");
  const { text } = show(
    <ClockProvider serverNow={NOW.toString()}>
      <PortfolioEntries
        entries={[entry]}
        unsolicited={new Set()}
        market={{ getToken: () => token, getPrice: () => 2 }}
        address={stranger.address}
        programId="program"
        sorts={{}}
      />
    </ClockProvider>,
  );
  expect(text()).toMatch(/Team\s*Claimable1 SOL ≈ \$2\.00/);
  expect(text()).toContain("Claimed0 SOL0%Claimable1 SOL50.00%Unvested1 SOL50.00%");
  expect(text()).toContain("Allocated2 SOL ≈ $4.00100%");
  expect(text()).toMatch(/Next unlockContinuous until \d+ Jan 2027/);
  expect(screen.getByRole("link", { name: "Claim 1 SOL" }).getAttribute("href")).toBe(
    `/claim/${campaign.treeAddress}`,
  );
  connect(stranger.address);
  const claim = screen.getByRole<HTMLButtonElement>("button", { name: "Claim 1 SOL" });
  expect(claim.disabled).toBe(false);
});

describe("a campaign whose vault holds too little", () => {
  const shown = async (vaultBalance: bigint) => {
    const page = await stored({
      leaves: [HALFWAY],
      over: { mint: NATIVE_MINT, vaultBalance, vaultSlot: 1n },
    });
    show(<FundingNotice campaign={page.campaign} token={page.token} />);
    connect(beneficiary.address);
    allocation(page);
    return page;
  };

  test("is marked as unfunded and offers no claim", async () => {
    await shown(0n);
    expect(screen.getByText("Not funded")).toBeTruthy();
    expect(await screen.findByText(/cannot be paid now/, {}, PATIENT)).toBeTruthy();
    expect(isOff("Claim")).toBe(true);
  });

  test("states the missing amount and offers claims that the vault covers", async () => {
    await shown(SOL);
    expect(screen.getByText(/Underfunded by/).textContent).toBe("Underfunded by 1 SOL");
    expect(await screen.findByRole("button", { name: "Claim 1 SOL" }, PATIENT)).toBeTruthy();
    expect(screen.queryByText(/cannot be paid now/)).toBeNull();
  });
});
