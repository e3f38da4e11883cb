// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type CampaignDraft, checkDraft } from "@/components/create/form/campaign-draft";
import { scheduleCells } from "@/components/create/form/schedule-draft";
import { CreationReview } from "@/components/create/sign/creation-review";
import { prepareCampaign } from "@/components/create/sign/prepare-campaign";
import { checkSheet } from "@/components/sheet/check-sheet";
import { readSheet } from "@/components/sheet/read-sheet";
import { ClockProvider } from "@/components/shell/clock";
import { setFeeSettings } from "@/components/shell/fee-settings";
import { toToken } from "@/lib/contract/names";
import { english } from "@/lib/core/i18n/translator";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { identifyNetwork } from "@/lib/core/solana/networks";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { samplePlans } from "@/tests/lib/service/actions/sample-plans";
import { createWallet } from "@/tests/support/http";
import { getWallet, show, showGerman } from "../show";

afterEach(cleanup);

const address = (seed: number) => createWallet(new Uint8Array(32).fill(seed)).address;
const CREATOR = address(1);
const token = toToken(NATIVE_MINT, 9);
const SOL = 1_000_000_000n;
const schedule: CampaignDraft["schedule"] = {
  ...{ templateId: "", releaseType: ReleaseType.Cliff, milestoneIdx: 0 },
  ...{ start: "2027-01-01T00:00", cliff: "2027-01-02T00:00", end: "2027-01-02T00:00" },
};
const DRAFT: CampaignDraft = {
  ...{
    name: "Team",
    description: "",
    logoUri: "",
    mint: NATIVE_MINT,
    beneficiary: address(2),
    amount: "1.5",
  },
  ...{ step: "review", mode: "one", fileUnits: "tokens", sheet: null, isReadingFile: false, schedule },
  ...{ cancellable: true, cancelBy: "creator", cancelAuthority: "" },
  ...{ pausable: false, pauseBy: "creator", pauseAuthority: "" },
};
const account = getWallet(CREATOR);
const costs = {
  ...{ transactions: 2, fee: 10_000n, sol: { before: 5n * SOL, after: 3n * SOL }, tokens: null },
  rents: [{ account: "the campaign’s account", lamports: 3_138_960n }],
};
const preflight = {
  ...{ network: identifyNetwork("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"), costs },
  payable: samplePlans(NATIVE_MINT)
    .slice(0, 1)
    .map((plan) => ({
      ...{ plan, recentPrices: [1_000_000n], unitsConsumed: 9_550n },
    })),
  dates: { begun: 0, claimable: 0n, total: 0n, needsConfirmation: false },
  recipients: { total: 1, fetched: 1, unusual: [] },
  names: { used: [], changed: [] },
  authorities: { note: "", unusual: [] },
};

/** Renders the review of a draft after the form's own check and preparation. */
async function review(change: Partial<CampaignDraft>, render = show) {
  const draft = { ...DRAFT, ...change };
  const checkedSheet =
    draft.sheet &&
    (await checkSheet(draft.sheet, {
      ...{ t: english, decimals: 9, defaults: scheduleCells(draft.schedule) },
    }));
  const sheet = { checked: checkedSheet, isCurrent: true, percent: 100 };
  const checked = checkDraft(english, draft, { decimals: 9, sheet, maxLeaves: 100 });
  expect(checked).toMatchObject({ isReady: true, errors: {} });
  const to = {
    t: english,
    creator: CREATOR,
    programId: DEFAULT_PROGRAM_ID,
    draftId: "draft",
    onProgress: () => {},
  };
  const pending = await prepareCampaign(draft, checked, to);
  const people = new Set([...pending.leaves].map((leaf) => leaf.beneficiary));
  const found = { ...preflight, recipients: { ...preflight.recipients, total: people.size } };
  const { text } = render(<CreationReview {...{ pending, draft, token, account }} preflight={found} />);
  return { pending, text: text() };
}

test("shows a stream's whole amount, parties, costs and reversible actions before signing", async () => {
  const { pending, text } = await review({});
  expect(text).toContain("You lock 1.5 SOL for one recipient in a new campaign “Team” on Solana devnet.");
  expect(text).toContain("1.5 SOL (1,500,000,000 base units)");
  for (const whole of [CREATOR, pending.treeAddress, pending.merkleRoot, address(2)]) {
    expect(text).toContain(whole);
  }
  expect(text).toContain("0.00313896 SOL");
  expect(text).toContain(
    "You can also end it immediately. The recipient then receives the vested amount, and you receive the rest.",
  );
  expect(text).toContain("Claims cannot be paused.");
  expect(text).not.toContain("Until the first cliff");
});

test("offers priority fees with their cost", async () => {
  setFeeSettings({ choice: "none", maxLamports: SOL });
  const { text } = await review({});
  // (9,550 + 450) * 1.1 units at one lamport each.
  for (const option of ["None", "Low: 0.000011 SOL", "High: 0.000011 SOL"]) expect(text).toContain(option);
});

test("shows the review in German", async () => {
  const { text } = await review({}, showGerman);
  expect(text).toMatch(
    /Sie sperren .* SOL für einen Empfänger in einer neuen Kampagne „Team“ auf Solana devnet\./,
  );
  expect(text).toContain("(1.500.000.000 Basiseinheiten)");
  expect(text).toContain("Sie können die Kampagne abbrechen, solange nicht alles abgeholt ist");
  expect(text).toContain("Das Abholen kann nicht pausiert werden.");
});

test("shows the milestones, the first cliff and the sum of a campaign with many recipients", async () => {
  const rows = ["beneficiary,amount,releaseType,startTime,cliffTime,endTime,milestoneIdx"];
  for (const seed of [2, 3, 4]) {
    rows.push(`${address(seed)},${seed},milestone,2027-01-01,2027-01-0${seed},2027-01-05,${seed}`);
  }
  const { text } = await review({
    mode: "many",
    sheet: await readSheet(english, rows.join("\n")),
    pausable: true,
  });
  expect(text).toContain("You lock 9 SOL for 3 allocations");
  expect(text).toMatch(/Until the first cliff \(2 Jan 2027/);
  expect(text).toContain("Only you can release the 3 milestones. A release cannot be undone.");
  expect(text).toContain("You can pause and resume claims.");
  expect(screen.getByText("Download leaves and root")).toBeTruthy();
});

test("states the schedule that all recipients have, with its time zone", async () => {
  const { text } = await review({});
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
  expect(text).toContain(`Schedule100% on 2 Jan 2027, 00:00.Times in ${zone}.`);
  expect(text).not.toContain("one allocation for each row");
});

test("states the number of schedules of a file, and the zone of its first cliff", async () => {
  const rows = ["beneficiary,amount,releaseType,startTime,cliffTime,endTime"];
  for (const seed of [2, 3, 4, 5])
    rows.push(`${address(seed)},${seed},cliff,2027-01-01,2027-01-0${Math.min(seed, 4)},2027-01-05`);
  const { text } = await review({ mode: "many", sheet: await readSheet(english, rows.join("\n")) });
  expect(await screen.findByText("The list has 3 different schedules.")).toBeTruthy();
  expect(text).toContain("Times in UTC.");
  expect(text).toContain("Until the first cliff (2 Jan 2027, 00:00 UTC)");
});

test("states the schedule of a resumed campaign from its leaves, also for recipients with two of them", async () => {
  const months = {
    ...{ start: "2027-01-31T00:00", upfrontPercent: "", cliffPercent: "25", cliffMonths: "12" },
    ...{ durationMonths: "48", steps: "linear" },
  };
  const rows = ["beneficiary,amount", `${address(2)},3`, `${address(3)},7.000000001`].join("\n");
  const { pending, text } = await review({
    ...{ mode: "many", sheet: await readSheet(english, rows), schedule: { ...schedule, months } },
  });
  expect(text).toContain("2 recipients in 4 allocations");
  expect(text).toContain("25% on 31 Jan 2028, then the other 75% evenly by the second");
  expect(text).toContain(
    "A recipient has one allocation for each row and each part of a schedule, such as the cliff and the rest.",
  );
  expect(text).toContain("Until the first cliff (31 Jan 2028, 00:00 UTC)");
  cleanup();
  show(<CreationReview {...{ pending, token, account }} preflight={{ network: preflight.network }} />);
  expect(
    await screen.findByText("25% on 31 Jan 2028, then 75% evenly from 31 Jan 2028 to 31 Jan 2031."),
  ).toBeTruthy();
});

test("shows one recipient in months as several allocations, exact to the base unit", async () => {
  const months = {
    ...{ start: "2027-01-31T00:00", upfrontPercent: "10", cliffPercent: "25", cliffMonths: "12" },
    ...{ durationMonths: "48", steps: "linear" },
  };
  const { pending, text } = await review({ amount: "1.000000003", schedule: { ...schedule, months } });
  expect(text).toContain("You lock 1.000000003 SOL for 1 recipient in 3 allocations in a new campaign");
  expect([...pending.leaves].map(({ amount }) => amount)).toEqual([100_000_000n, 250_000_001n, 650_000_002n]);
  expect(pending.totalSupply).toBe(1_000_000_003n);
  expect(pending.minCliffTime).toBe(BigInt(Date.UTC(2027, 0, 31) / 1000));
});

test("refuses an impossible schedule in months, or an amount too small for it, with an explanation", () => {
  const facts = { decimals: 9, sheet: { checked: null, isCurrent: true, percent: 100 }, maxLeaves: 100 };
  const months = {
    ...{ start: "2027-01-31T00:00", upfrontPercent: "", cliffPercent: "25", cliffMonths: "12" },
    ...{ durationMonths: "48", steps: "monthly" },
  };
  const getErrors = (amount: string, change: Partial<typeof months> = {}) =>
    checkDraft(
      english,
      { ...DRAFT, amount, schedule: { ...schedule, months: { ...months, ...change } } },
      facts,
    ).errors;
  expect(getErrors("1")).toEqual({
    schedule: expect.stringContaining("Possible alternatives: half-yearly steps"),
  });
  expect(getErrors("1", { steps: "linear", start: "" })).toEqual({ schedule: "Enter a start date." });
  expect(getErrors("0.000000001", { steps: "linear" })).toEqual({
    amount: expect.stringContaining("too little"),
  });
  expect(getErrors("0", { steps: "linear" })).toEqual({ amount: "The amount must be greater than zero." });
});

test("mentions no change of recipients for a stream of one recipient", async () => {
  const { text } = await review({});
  expect(text).toContain("You can cancel the campaign until everything is claimed");
  expect(text).not.toContain("change recipients");
});

test("mentions no full refund for a campaign whose first cliff has passed", async () => {
  const rows = ["beneficiary,amount,releaseType,startTime,cliffTime,endTime"];
  for (const seed of [2, 3]) rows.push(`${address(seed)},2,cliff,2027-01-01,2027-01-02,2027-01-02`);
  const sheet = await readSheet(english, rows.join("\n"));
  const later = String(Date.UTC(2028, 0, 1) / 1000);
  const { text } = await review({ mode: "many", sheet }, (parts) =>
    show(<ClockProvider serverNow={later}>{parts}</ClockProvider>),
  );
  expect(text).toContain("You cannot refund everything to yourself, because the first cliff (2 Jan 2027");
  expect(text).not.toContain("you can refund everything to yourself at once");
});

test("states when a campaign can never be cancelled, and mentions no other right", async () => {
  const { text } = await review({ cancellable: false });
  expect(text).toContain("This campaign can never be cancelled or changed.");
  expect(text).not.toContain("You can change recipients");
});

test("shows another authority's whole address, and the rights that remain with the creator", async () => {
  const rows = ["beneficiary,amount,releaseType,startTime,cliffTime,endTime"];
  for (const seed of [2, 3]) rows.push(`${address(seed)},2,cliff,2027-01-01,2027-01-02,2027-01-02`);
  const { pending, text } = await review({
    ...{ mode: "many", sheet: await readSheet(english, rows.join("\n")) },
    ...{ cancelBy: "other", cancelAuthority: address(8) },
    ...{ pausable: true, pauseBy: "other", pauseAuthority: address(9) },
  });
  expect(pending).toMatchObject({ cancelAuthority: address(8), pauseAuthority: address(9) });
  expect(text).toMatch(new RegExp(`${address(8)} can cancel the campaign until everything is claimed`));
  expect(text).toMatch(new RegExp(`${address(8)} can change recipients and amounts.* You cannot`));
  expect(text).toMatch(new RegExp(`${address(9)} can pause and resume claims.`));
  expect(text).toContain("you can refund everything to yourself at once");
});

test("assigns a disabled right to no wallet, whatever address was typed before", async () => {
  const { pending } = await review({ cancellable: false, cancelBy: "other", cancelAuthority: address(8) });
  expect(pending).toMatchObject({ cancelAuthority: null, pauseAuthority: null });
});
