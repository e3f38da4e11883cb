import { expect, it } from "vitest";
import { type ActionRequest, actionSigner } from "@/components/actions/action-request";
import { describeAction } from "@/components/actions/describe-action";
import { formatMoment } from "@/components/format/time";
import type { ActionCampaign } from "@/lib/contract/operations";
import { english } from "@/lib/core/i18n/translator";

const campaign: ActionCampaign = {
  treeAddress: "tree",
  programId: "program",
  creator: "creator",
  mint: "mint",
  decimals: 6,
  unit: "TOK",
  cancelAuthority: "canceller",
  pauseAuthority: "pauser",
  totalSupply: "10000000",
  totalClaimed: "1500000",
  vested: "4000000",
  unclaimed: "2500000",
  payableUntilSwept: "0",
  graceEnd: null,
};
const leaf = {
  leafIndex: 0,
  beneficiary: "ada",
  amount: "10000000",
  releaseType: 1,
  startTime: "0",
  cliffTime: "0",
  endTime: "10",
  milestoneIdx: 0,
};

const words = (request: ActionRequest) => describeAction(english, request).effects.join(" ");

it("states the amounts that a cancellation leaves to each party", () => {
  const text = words({ kind: "cancel", campaign });
  expect(text).toContain("4 TOK of 10 TOK vested");
  expect(text).toContain("the 2.5 TOK that has vested and is not claimed");
  expect(text).toContain("at least 6 TOK");
});

it("states that the creator of a cancellation receives nothing when everything is owed", () => {
  const owed = { ...campaign, totalClaimed: "9000000" };
  expect(words({ kind: "cancel", campaign: owed })).toContain("at least 0 TOK");
});

it("splits a stream between both parties without losing a unit", () => {
  const text = words({ kind: "cancel-stream", campaign, leaf });
  expect(text).toContain("ada receives the amount that has vested and is not claimed yet: about 2.5 TOK");
  expect(text).toContain("about 6 TOK");
});

it("names the amount of a claim and of a withdrawal", () => {
  expect(
    describeAction(english, {
      kind: "claim",
      campaign,
      leaves: [leaf],
      claimable: "2500000",
      stillToCome: "0",
    }).label,
  ).toBe("Claim 2.5 TOK");
  expect(words({ kind: "withdraw-unvested", campaign })).toContain("up to 8.5 TOK");
});

it("names the amount that a funding takes from the creator, who signs it", () => {
  const request: ActionRequest = { kind: "fund", campaign, amount: "2500000" };
  expect(describeAction(english, request).label).toBe("Fund 2.5 TOK");
  expect(words(request)).toContain("2.5 TOK moves from your wallet to the campaign");
  expect(actionSigner(request)).toBe("creator");
});

it("names the rent that closing a claim record returns, and its recipient", () => {
  const request: ActionRequest = {
    kind: "close-claim-record",
    campaign,
    beneficiary: "ada",
    rent: "2505600",
  };
  expect(describeAction(english, request).label).toBe("Recover deposit of 0.0025056 SOL");
  expect(words(request)).toContain("0.0025056 SOL");
  expect(actionSigner(request)).toBe("ada");
});

it("requires the wallet that the program requires", () => {
  expect(actionSigner({ kind: "claim", campaign, leaves: [leaf], claimable: "1", stillToCome: "0" })).toBe(
    "ada",
  );
  expect(actionSigner({ kind: "pause", campaign })).toBe("pauser");
  expect(actionSigner({ kind: "cancel", campaign })).toBe("canceller");
  expect(actionSigner({ kind: "withdraw-unvested", campaign })).toBe("creator");
});

const claimWords = (over: Partial<ActionCampaign>, stillToCome: string) =>
  words({
    kind: "claim",
    campaign: { ...campaign, ...over },
    leaves: [leaf],
    claimable: "2500000",
    stillToCome,
  });

it("mentions later claims only when more will vest", () => {
  expect(claimWords({}, "6000000")).toContain("You can claim the remaining 6 TOK after it vests.");
  expect(claimWords({}, "0")).toContain("No further amounts will vest.");
});

it("states for a claim in the grace period that vesting has stopped, and the deadline for claims", () => {
  const text = claimWords({ graceEnd: "1700604800" }, "0");
  expect(text).toContain("Nothing more will vest");
  expect(text).not.toContain("after it vests");
});

it("states the deadline for claims in the time zone of the viewer, as the page behind the dialog", () => {
  const deadline = `claims end on ${formatMoment(1_700_604_800n)}.`;
  for (const stillToCome of ["0", "6000000"])
    expect(claimWords({ graceEnd: "1700604800" }, stillToCome)).toContain(deadline);
});

it("states the amount that a withdrawal takes from recipients", () => {
  const swept = { ...campaign, payableUntilSwept: "1000000" };
  expect(words({ kind: "withdraw-unvested", campaign: swept })).toContain(
    "includes 1 TOK that vested but was not claimed",
  );
  expect(words({ kind: "withdraw-unvested", campaign })).not.toContain("vested but was not claimed");
});

it("states the cost to other recipients of closing a claim record too early", () => {
  const text = words({ kind: "close-claim-record", campaign, beneficiary: "ada", rent: "2505600" });
  expect(text).toContain("lets the same allocation be claimed again, and other recipients lose that amount");
  expect(text).toContain("only after the campaign has ended");
});
