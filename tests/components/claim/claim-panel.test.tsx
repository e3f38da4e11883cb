// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closeAction, useOpenAction } from "@/components/actions/action-request";
import { ClaimPanel } from "@/components/claim/claim-panel";
import { isBelowFee } from "@/components/claim/claim-stage";
import { storeConfirmedClaim } from "@/components/claim/recent-claim";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet } from "@/components/wallet/wallet-store";
import * as apiClient from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { BeneficiaryRow } from "@/lib/contract/portfolio/rows";
import { toVestingProgress } from "@/lib/contract/portfolio/rows";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { ClaimControl } from "@/lib/core/vesting/controls";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { row } from "@/tests/lib/contract/portfolio/row";
import { createWallet } from "@/tests/support/http";
import { getWallet, show } from "../show";

const NOW = 1_800_000_000n;
const DAY = 86_400n;
const HOUR = 3_600n;
const address = (seed: number) => createWallet(new Uint8Array(32).fill(seed)).address;
const [ADA, TREE, MINT, CREATOR] = [address(1), address(2), address(3), address(4)];
const AUTHORITY = address(6);

/** The responses of the service. */
const service = {
  rows: [] as unknown[],
  claims: [] as unknown[],
  /** The amounts of each address in the current list of recipients. */
  current: [] as string[],
  /** The amount of the wallet in each earlier list of recipients. */
  earlier: new Map<number, string>(),
  fails: false,
};
class ServiceClient {
  vestingProgress = async () => {
    if (service.fails) throw new Error("The index is unavailable.");
    const rows = service.rows as BeneficiaryRow[];
    return toVestingProgress({ address: ADA, asOf: { slot: 1n, timestamp: NOW }, rows }, NOW);
  };
  claims = async () => ({ claims: service.claims });
  proofs = async (_: string, __: string, { rootVersion }: { rootVersion?: number } = {}) => {
    if (service.fails) throw new Error("The index is unavailable.");
    const earlier = rootVersion === undefined ? undefined : service.earlier.get(rootVersion);
    const amounts = rootVersion === undefined ? service.current : earlier ? [earlier] : [];
    if (amounts.length === 0) throw new ApiClientError(404, "NOT_FOUND", "No such leaf.", null);
    return { leaves: amounts.map((amount) => ({ leaf: { amount } })) };
  };
}

beforeEach(() => {
  Object.assign(service, { rows: [], claims: [], current: [], earlier: new Map(), fails: false });
  vi.spyOn(apiClient, "ApiClient").mockImplementation(ServiceClient as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  act(() => {
    updateWallet({ account: null });
    closeAction();
  });
});

const campaign: ActionCampaign = {
  ...{ treeAddress: TREE, programId: address(5), creator: CREATOR, mint: MINT },
  ...{ decimals: 0, unit: "TOK", cancelAuthority: null, pauseAuthority: null },
  ...{ totalSupply: "1000", totalClaimed: "0", vested: "0", unclaimed: "0" },
  ...{ payableUntilSwept: "0", graceEnd: null },
};
const token = { mint: MINT, decimals: 0, unit: "TOK", isKnown: true };
const LINEAR = {
  releaseType: ReleaseType.Linear,
  cliffTime: NOW - HOUR,
  endTime: NOW + HOUR,
  amount: 7_200n,
};
const UNLOCKED = { cliffTime: NOW - DAY, endTime: NOW - DAY };
const EARLY = { cliffTime: NOW - 9n * DAY, endTime: NOW - 9n * DAY };

const mine = (leaf: object, over: object = {}) => {
  const facts = { treeAddress: TREE, mint: MINT, totalSupply: 100_000n, ...over };
  const leaves = [{ beneficiary: ADA, ...leaf }];
  service.rows = [row(TREE, leaves, facts)];
};

type Over = {
  claim?: ClaimControl;
  graceEnd?: string;
  versions?: number;
  firstUnlock?: string;
  pauseAuthority?: string;
};

function OpenAction() {
  const request = useOpenAction();
  return request && <p>{`Opened ${request.kind}`}</p>;
}

function panel({ claim = { enabled: true }, versions = 1, pauseAuthority = AUTHORITY, ...over }: Over = {}) {
  const { graceEnd, firstUnlock } = over;
  return show(
    <ClockProvider serverNow={NOW.toString()}>
      <ClaimPanel
        {...{ token, claim, versions, releases: {}, treeGone: false, isOver: false }}
        campaign={{ ...campaign, pauseAuthority }}
        {...{ firstUnlock: firstUnlock ?? null, graceEnd: graceEnd ?? null, expected: null }}
        afterGrace="How to claim"
        summary={<p>Progress of the campaign</p>}
        state={null}
        warnings={null}
      />
      <OpenAction />
    </ClockProvider>,
  );
}

const connect = () => act(() => updateWallet({ account: getWallet(ADA) }));
const sees = (text: () => string, what: string | RegExp) =>
  vi.waitFor(() => expect(text()).toMatch(what), 10_000);

describe("without a wallet", () => {
  test("offers to connect, states the first unlock, and searches an address", () => {
    const waits: ClaimControl = { enabled: false, reason: "Nothing has vested yet.", showsCountdown: true };
    const { text } = panel({ claim: waits, firstUnlock: (NOW + 2n * DAY).toString() });
    expect(screen.getByRole("button", { name: "Connect a wallet" })).toBeTruthy();
    expect(text()).toContain("Your allocationConnect your wallet to see your allocation.First unlock");
    expect(text()).toContain("First unlock in 2 days");
    expect(text()).toContain("Progress of the campaign");
    expect(screen.getByRole("textbox", { name: "Check whether an address is a recipient" })).toBeTruthy();
  });

  test("states why nobody can claim", () => {
    const { text } = panel({
      claim: { enabled: false, reason: "Claims are paused.", showsCountdown: false },
    });
    expect(screen.getByRole("heading", { name: "Your allocation" })).toBeTruthy();
    expect(text()).toContain("Claims are paused. Connect your wallet to see your allocation.");
  });
});

describe("the check of an address", () => {
  const check = (text: string) => {
    fireEvent.change(screen.getByRole("textbox", { name: /^Check whether/ }), { target: { value: text } });
    fireEvent.click(screen.getByRole("button", { name: "Check address" }));
  };
  const status = () => screen.getByRole("status").textContent;

  test("shows the allocation of the address on the page", async () => {
    service.current = ["30", "12"];
    panel();
    check(` ${ADA} `);
    await sees(() => status() ?? "", /This address is a recipient: 42 TOK/);
    const link = screen.getByRole("link", { name: "View allocation" });
    expect(link.getAttribute("href")).toBe(`/campaigns/${TREE}?recipient=${ADA}`);
  });

  test("states that the address is not a recipient, until another address is entered", async () => {
    panel();
    check(ADA);
    await sees(() => status() ?? "", "This address is not a recipient.");
    fireEvent.change(screen.getByRole("textbox", { name: /^Check whether/ }), { target: { value: MINT } });
    expect(status()).toBe("");
  });

  test("rejects a text that is not an address", () => {
    const { text } = panel();
    check("ada");
    expect(text()).toContain("Enter a valid Solana address (32 bytes in base58).");
    expect(screen.getByRole("textbox", { name: /^Check whether/ }).getAttribute("aria-invalid")).toBe("true");
  });

  test("shows why the service cannot check an address", async () => {
    service.fails = true;
    const { text } = panel();
    check(ADA);
    await sees(text, "The index is unavailable.");
  });
});

describe("for a wallet without an allocation", () => {
  test("explains how to find the right wallet, and disconnects this one on request", async () => {
    const disconnect = vi.fn();
    act(() => updateWallet({ disconnect }));
    const { text } = panel();
    connect();
    await sees(text, "This wallet is not a recipient of this campaign.");
    expect(text()).toContain("Connect the wallet whose address you gave to the creator");
    fireEvent.click(screen.getByRole("button", { name: "Use another wallet" }));
    expect(disconnect).toHaveBeenCalledOnce();
  });

  test("states that an update of the recipients removed the wallet", async () => {
    service.earlier = new Map([[2, "500"]]);
    const { text } = panel({ versions: 4 });
    connect();
    await sees(text, "An update of the recipients removed this wallet.");
    expect(text()).toContain("This wallet’s allocation was 500 TOK.");
  });
});

describe("for a recipient", () => {
  test("opens the claim with one button that names the amount", async () => {
    mine(UNLOCKED);
    const { text } = panel();
    connect();
    await sees(text, "Claimable now100 TOK");
    fireEvent.click(screen.getByRole("button", { name: "Claim 100 TOK" }));
    expect(text()).toContain("Opened claim");
  });

  test("counts down once to the next unlock before anything has vested, and offers the calendar instead of a claim", async () => {
    mine({ cliffTime: NOW + 40n * DAY, endTime: NOW + 40n * DAY });
    const { text } = panel();
    connect();
    await sees(text, "Next unlock40 days");
    expect(text()).toMatch(
      /^Next unlock40 days ?100 TOK on 24 Feb 2027, \d\d:\d\d(?: UTC)? ?Subscribe to unlocks/,
    );
    expect(screen.getAllByRole("timer")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Claim" })).toBeNull();
    expect(screen.getAllByRole("link", { name: "Subscribe to unlocks" })).toHaveLength(1);
  });

  test("offers no claim before a milestone is released", async () => {
    mine({ releaseType: ReleaseType.Milestone, amount: 40n }, { usedMilestones: [0] });
    const { text } = panel();
    connect();
    await sees(text, "Nothing to claim until the creator releases a milestone.");
    expect(screen.queryByRole("button", { name: "Claim" })).toBeNull();
  });

  test("lists the claims with their transactions, one entry for each transaction", async () => {
    mine({ ...UNLOCKED, claimed: 40n }, { totalClaimed: 40n });
    const claim = { signature: "5".repeat(88), blockTime: (NOW - HOUR).toString() };
    service.claims = [
      { ...claim, amount: "15" },
      { ...claim, amount: "25" },
    ];
    const { text } = panel();
    connect();
    await sees(text, "Your claims1");
    expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("40 TOK");
  });

  test.each([
    [
      "paused",
      UNLOCKED,
      { paused: true },
      /Claims are paused until.*Claimable after the pause100 TOK(?!.*Claims are paused)/,
    ],
    [
      "cancelled",
      UNLOCKED,
      { cancelledAt: NOW - HOUR },
      /Grace period: 6 days 23 h left.*You can claim until the grace period ends.*Claimable now100 TOK/,
    ],
    [
      "expired",
      UNLOCKED,
      { cancelledAt: NOW - 8n * DAY },
      /The grace period after the cancellation has ended/,
    ],
    [
      "expired with a vested amount",
      EARLY,
      { cancelledAt: NOW - 8n * DAY },
      /The grace period after the cancellation has ended\.How to claimPayable until the creator withdraws100 TOK/,
    ],
    [
      "withdrawn",
      EARLY,
      { cancelledAt: NOW - 8n * DAY, withdrawn: true },
      /The grace period after the cancellation has ended\.(?!How to claim)/,
    ],
    ["refunded", UNLOCKED, { instantRefunded: true }, /refunded to its creator before it began/],
    ["settled", UNLOCKED, { settled: true, settledAmount: 60n }, /split between recipient and creator/],
    [
      "not funded",
      UNLOCKED,
      { vaultBalance: 0n },
      /does not hold enough tokens.*Contact the creator(?!.*cannot be paid now)/,
    ],
    [
      "claimed",
      { ...UNLOCKED, claimed: 100n },
      { totalClaimed: 100n },
      /You have claimed everything\..*Claimed in total100 TOK/,
    ],
  ])("explains the state of a campaign that is %s", async (_, leaf, over, expected) => {
    mine(leaf, over);
    const { text } = panel({ graceEnd: (NOW - HOUR + 7n * DAY).toString() });
    connect();
    await sees(text, expected);
  });

  test("names the creator if only the creator can resume claims", async () => {
    mine(UNLOCKED, { paused: true });
    const { text } = panel({ pauseAuthority: CREATOR });
    connect();
    await sees(text, "Claims are paused until the creator resumes them.");
  });

  test("lists the amount after a pause directly below the claimable amount", async () => {
    mine(LINEAR, { paused: true });
    const { text } = panel();
    connect();
    await sees(text, /Claimable0 TOK.{1,6}Claimable after the pause3,600 TOK.*Unvested3,600 TOK/);
  });

  test("states in a grace period that the vested amount is claimed", async () => {
    mine({ ...LINEAR, claimed: 3_600n }, { cancelledAt: NOW, totalClaimed: 3_600n });
    const { text } = panel({ graceEnd: (NOW + 7n * DAY).toString() });
    connect();
    await sees(
      text,
      "The campaign is cancelled. You have claimed the full vested amount.The grace period ends on",
    );
    expect(text()).not.toContain("Grace period:");
  });

  const feed = () => screen.queryByRole("link", { name: "Subscribe to unlocks" });
  const CLAIMED = { ...UNLOCKED, claimed: 100n };

  test.each([
    ["in a grace period", LINEAR, { cancelledAt: NOW }, "Claimable now"],
    ["after everything has vested", UNLOCKED, {}, "Claimable now"],
    ["after everything is claimed", CLAIMED, { totalClaimed: 100n }, "Claimed in total"],
    ["of a paused campaign that has vested", UNLOCKED, { paused: true }, "Claimable after the pause"],
  ])("offers no reminders of unlocks %s", async (_, leaf, over, headline) => {
    mine(leaf, over);
    const { text } = panel();
    connect();
    await sees(text, headline);
    expect(feed()).toBeNull();
    expect(text()).not.toContain("before tokens unlock");
  });

  test("offers reminders of unlocks while a part vests later", async () => {
    mine(LINEAR);
    const { text } = panel();
    connect();
    await sees(text, "Claimable now");
    expect(feed()).not.toBeNull();
  });

  test("states that an update of the recipients reduced the allocation", async () => {
    mine({ ...UNLOCKED, claimed: 100n }, { totalClaimed: 100n });
    service.earlier = new Map([[1, "250"]]);
    const { text } = panel({ versions: 2 });
    connect();
    // An earlier answer would state that everything was claimed, and then be withdrawn.
    const seen: string[] = [];
    await vi.waitFor(() => {
      seen.push(text());
      expect(text()).toContain("reduced your allocation.");
    }, 10_000);
    expect(seen.filter((item) => item.startsWith("You have claimed everything."))).toEqual([]);
    await sees(text, /reduced your allocation\.Your allocation was 250 TOK and is now 100 TOK/);
  });

  test("offers another attempt when the index does not respond", async () => {
    service.fails = true;
    const { text } = panel();
    connect();
    await sees(text, "Your allocation is not available nowThe index is unavailable.");
    mine(UNLOCKED);
    service.fails = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await sees(text, "Claimable now100 TOK");
  });
});

describe("after a claim", () => {
  const signature = "5".repeat(88);
  const claimButton = (name: string) => screen.getByRole("button", { name });
  const isLarge = (button: HTMLElement) => button.className.includes("bg-accent");

  test("shows the paid amount first, with its receipt, and offers the rest with a plain button", async () => {
    mine(UNLOCKED);
    const { text, queries } = panel();
    connect();
    await sees(text, "Claimable now100 TOK");
    expect(isLarge(claimButton("Claim 100 TOK"))).toBe(true);
    mine({ ...UNLOCKED, claimed: 97n }, { totalClaimed: 97n });
    service.claims = [
      { signature, amount: "90", blockTime: NOW.toString() },
      { signature, amount: "7", blockTime: NOW.toString() },
      { signature: "4".repeat(88), amount: "50", blockTime: (NOW - DAY).toString() },
    ];
    act(() => storeConfirmedClaim({ treeAddress: TREE, signatures: [signature] }));
    await act(() => queries.invalidateQueries({ queryKey: ["progress"] }));
    await sees(text, /^You claimed97 TOK.*Receipt.*Claimable now3 TOK/);
    expect(screen.getAllByText("Receipt")).toHaveLength(1);
    expect(isLarge(claimButton("Claim 3 TOK"))).toBe(false);
  });

  test("shows no claim of an earlier page view or of another campaign", async () => {
    act(() => storeConfirmedClaim({ treeAddress: TREE, signatures: [signature] }));
    mine({ ...UNLOCKED, claimed: 97n }, { totalClaimed: 97n });
    service.claims = [{ signature, amount: "97", blockTime: NOW.toString() }];
    const { text } = panel();
    connect();
    await sees(text, "Your claims1");
    expect(text()).not.toContain("You claimed");
    act(() => storeConfirmedClaim({ treeAddress: MINT, signatures: [signature] }));
    expect(text()).not.toContain("You claimed");
    expect(isLarge(claimButton("Claim 3 TOK"))).toBe(true);
  });
});

describe("isBelowFee", () => {
  test.each([
    ["an amount of SOL below the fee", { mint: NATIVE_MINT, claimable: "4999" }, true],
    ["an amount of SOL that equals the fee", { mint: NATIVE_MINT, claimable: "5000" }, false],
    ["no amount", { mint: NATIVE_MINT, claimable: "0" }, false],
    ["a fee that the team pays", { mint: NATIVE_MINT, claimable: "1", isSponsored: true }, false],
    ["a token without a known value", { mint: MINT, claimable: "1" }, false],
  ])("compares %s", (_, cost, isBelow) => {
    expect(isBelowFee(cost)).toBe(isBelow);
  });
});

describe("the vested amount", () => {
  test("grows each second by the exact amount, and keeps the reported amount for screen readers", async () => {
    mine(LINEAR);
    const { text, container } = panel();
    connect();
    await sees(text, "Vested");
    const live = () => container.querySelector("dl [aria-hidden=true]")?.textContent;
    await vi.waitFor(() => expect(live()).toBe("3600 TOK".replace("3600", "3,600")), 10_000);
    expect(container.querySelector("dl .sr-only")?.textContent).toBe("3,600 TOK");
    expect(container.querySelector("dl [aria-live]")).toBeNull();
  });
});

describe("the milestones of an allocation", () => {
  test("have their amount, their state, and the wallet that releases them", async () => {
    service.rows = [
      row(
        TREE,
        [
          { beneficiary: ADA, ...UNLOCKED },
          { beneficiary: ADA, releaseType: ReleaseType.Milestone, amount: 40n, milestoneIdx: 1 },
          { beneficiary: ADA, releaseType: ReleaseType.Milestone, amount: 60n, milestoneIdx: 2 },
        ],
        {
          ...{ treeAddress: TREE, mint: MINT, totalSupply: 100_000n },
          ...{ usedMilestones: [1, 2], releasedMilestones: [2] },
        },
      ),
    ];
    const { text } = panel();
    connect();
    await sees(text, "Milestone 1Not released yet40 TOK");
    expect(text()).toContain("Milestone 2Released60 TOK");
    expect(text()).toContain("The creator decides when to release a milestone:");
    expect(text()).toMatch(/Claimable160 TOK.*Unvested0 TOK.*Unreleased milestones40 TOK/);
  });

  test("are not offered any more after the grace period", async () => {
    mine(
      { releaseType: ReleaseType.Milestone, amount: 40n },
      { usedMilestones: [0], cancelledAt: NOW - 8n * DAY },
    );
    const { text } = panel();
    connect();
    await sees(text, "Milestone 0Will not be released40 TOK");
    expect(text()).not.toContain("The creator decides");
  });
});
