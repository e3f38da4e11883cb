// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PendingList } from "@/components/create/sign/pending-list";
import * as creation from "@/components/create/sign/run-creation";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import * as pendingStore from "@/components/drafts/pending-store";
import * as network from "@/components/network/read-network";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet } from "@/components/wallet/wallet-store";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { identifyNetwork } from "@/lib/core/solana/networks";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { createWallet } from "@/tests/support/http";
import { getWallet, show } from "../show";

const CREATOR = createWallet(new Uint8Array(32).fill(1)).address;
const TREE = createWallet(new Uint8Array(32).fill(5)).address;
const pending: PendingCampaign = {
  ...{
    treeAddress: TREE,
    programId: DEFAULT_PROGRAM_ID,
    creator: CREATOR,
    mint: NATIVE_MINT,
    campaignId: 1n,
  },
  ...{ merkleRoot: "0a".repeat(32), totalSupply: 1_500_000_000n, minCliffTime: 1n, cancellable: false },
  ...{ cancelAuthority: null, pauseAuthority: null, metadata: { name: "Team" }, savedAt: 1 },
  leaves: LeafList.of([
    {
      ...{ leafIndex: 0, beneficiary: CREATOR, amount: 1_500_000_000n, releaseType: ReleaseType.Cliff },
      ...{ startTime: 1n, cliffTime: 2n, endTime: 2n, milestoneIdx: 0 },
    },
  ]),
};

const runs: string[] = [];
beforeEach(() => {
  vi.spyOn(pendingStore, "readPending").mockResolvedValue(pending);
  vi.spyOn(pendingStore, "findPending").mockResolvedValue(pending);
  vi.spyOn(pendingStore, "savePending").mockResolvedValue(undefined);
  vi.spyOn(creation, "runCreation").mockImplementation(async ({ treeAddress }) => {
    runs.push(treeAddress);
    return [];
  });
  vi.spyOn(network, "readNetwork").mockResolvedValue(
    identifyNetwork("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"),
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  updateWallet({ account: null });
});

test("resumes a creation only after its review", async () => {
  updateWallet({ account: getWallet(CREATOR) });
  const { leaves, ...note } = pending;
  show(
    <ClockProvider serverNow="1800000000">
      <PendingList pending={[{ ...note, leafCount: leaves.length }]} />
    </ClockProvider>,
  );
  expect(screen.queryByRole("button", { name: "Resume creation" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Review campaign" }));
  const resume = await screen.findByRole("button", { name: "Resume creation" });
  const text = document.body.textContent;
  for (const shown of ["1.5 SOL", "“Team”", TREE, pending.merkleRoot, "can never be cancelled"])
    expect(text).toContain(shown);
  expect(runs).toEqual([]);
  fireEvent.click(resume);
  await vi.waitFor(() => expect(runs).toEqual([TREE]));
});
