import { expect, test } from "vitest";
import { getDisabledReason } from "@/components/claim-everything/disabled-reason";
import { toVestingProgress } from "@/lib/contract/portfolio/rows";
import { english } from "@/lib/core/i18n/translator";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import { row } from "@/tests/lib/contract/portfolio/row";

const NOW = 2_000n;

const getReason = (rootRegistered: boolean, campaign: object = {}) => {
  const rows = [{ ...row("tree", [{}], { vaultBalance: 100n, ...campaign }), rootRegistered }];
  const { campaigns } = toVestingProgress({ address: "ada", asOf: { slot: 1n, timestamp: NOW }, rows }, NOW);
  const [entry] = campaigns;
  if (!entry) throw new Error("The row is an entry.");
  return getDisabledReason(english, entry);
};

test("states that the current list is not registered instead of a claimable amount", () => {
  expect([getReason(true), getReason(false)]).toEqual([null, LIST_NOT_REGISTERED]);
  expect(getReason(false, { paused: true })).toBe(LIST_NOT_REGISTERED);
});

test("states the end of a campaign, whatever its list", () => {
  const settled = "The stream was cancelled. Recipient and creator were paid their shares.";
  expect(getReason(false, { settled: true, cancelledAt: 1n })).toBe(settled);
});
