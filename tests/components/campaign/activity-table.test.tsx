// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ActivityTable } from "@/components/campaign/activity-table";
import type { ListedEvent } from "@/components/campaign/event-sentence";
import { show } from "../show";

afterEach(cleanup);

const ADA = "So11111111111111111111111111111111111111112";
const BEN = "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU";

const claimOf = (beneficiary: string): ListedEvent => ({
  event: {
    ...{ signature: beneficiary.repeat(2), slot: "1", blockTime: "1800000000", reconstructed: false },
    type: "claimed" as const,
    data: { beneficiary, amount: "1500000", leafIndex: 0, milestoneIdx: null },
  },
  token: { mint: ADA, decimals: 6, unit: "DEMO", isKnown: true },
  campaign: { treeAddress: ADA, earlierGeneration: null, name: "Team", verified: true },
});

test("names the wallet whose events it lists, and the addresses of others", () => {
  show(<ActivityTable events={[claimOf(ADA), claimOf(BEN)]} wallet={ADA} />);
  const rows = screen.getAllByRole("row").filter((row) => row.textContent?.includes("Claimed"));
  expect(rows.map((row) => row.textContent?.includes("Claimed by this wallet"))).toEqual([true, false]);
  expect(rows[1]?.textContent).toContain("4zMM…ncDU");
});

test("lists events under the month in which they happened", () => {
  show(<ActivityTable events={[claimOf(ADA)]} wallet={ADA} />);
  expect(screen.getByRole("rowheader").textContent).toBe("January 2027");
});
