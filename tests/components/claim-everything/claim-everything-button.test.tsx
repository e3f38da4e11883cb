// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ClaimEverything } from "@/components/claim-everything/claim-everything-button";
import { updateWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { getWallet, show } from "../show";

afterEach(() => {
  act(() => updateWallet({ account: null }));
  cleanup();
});

const request = {
  ...{ address: "ada", programId: DEFAULT_PROGRAM_ID, order: ["tree"], unsolicited: [], tokens: [] },
  ...{ prices: {}, sponsored: [], uncovered: 0 },
};

function shownTo(account: WalletAccount) {
  act(() => updateWallet({ account }));
  return show(<ClaimEverything request={request} />).text();
}

test("shows the button to claim everything to a wallet that signs", () => {
  shownTo(getWallet("ada"));
  expect(screen.getByRole("button", { name: "Claim everything" })).toBeDefined();
});

test("shows the text about single claims instead of the button to an offline signer or a vault", () => {
  const text = shownTo({ ...getWallet("ada"), signPlan: async () => ({ landed: "" }) });
  expect(screen.queryByRole("button")).toBeNull();
  expect(text).toBe("Claim from each campaign below.");
});
