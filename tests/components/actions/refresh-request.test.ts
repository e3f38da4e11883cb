import { expect, it } from "vitest";
import type { ActionRequest } from "@/components/actions/action-request";
import { refreshRequest } from "@/components/actions/refresh-request";
import type { ActionCampaign } from "@/lib/contract/operations";
import { english } from "@/lib/core/i18n/translator";
import type { VestingTree } from "@/lib/core/solana/accounts";

const campaign = {
  totalClaimed: "10",
  vested: "40",
  unclaimed: "30",
  payableUntilSwept: "0",
} as ActionCampaign;
const getAmounts = (request: ActionRequest, tree: Partial<VestingTree>) => {
  const read = { entry: null, held: null, now: 0n, tree: { totalClaimed: 10n, ...tree } as VestingTree };
  const { vested, unclaimed } = refreshRequest(english, request, read).campaign;
  return { vested, unclaimed };
};

it("adds a milestone to the amounts of a cancellation that was released after the page was read", () => {
  const request: ActionRequest = { kind: "cancel", campaign, unreleased: { 2: "5", 7: "8" } };
  expect(getAmounts(request, { releasedMilestones: [1, 7] })).toEqual({ vested: "48", unclaimed: "38" });
  expect(getAmounts(request, { releasedMilestones: [1] })).toEqual({ vested: "40", unclaimed: "30" });
});

it("subtracts the claim of a milestone that was released after the page was read", () => {
  const request: ActionRequest = { kind: "cancel", campaign, unreleased: { 7: "8" } };
  const tree = { releasedMilestones: [7], totalClaimed: 18n };
  expect(getAmounts(request, tree)).toEqual({ vested: "48", unclaimed: "30" });
});
