// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }

import { type Keypair, PublicKey } from "@solana/web3.js";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import nacl from "tweetnacl";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import ActionDialog from "@/components/actions/action-dialog";
import { closeAction, useOpenAction } from "@/components/actions/action-request";
import { LookupTableRent } from "@/components/actions/lookup-table-rent";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet, useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import type { ActionCampaign } from "@/lib/contract/operations";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { signTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";
import { createLookupTable } from "@/tests/support/lookup-table";
import { getWallet, show, showGerman } from "../show";

const nodeFetch = globalThis.fetch;
let ledger: TestLedger;
let campaign: ActionCampaign & { lookupTable: string };
let creator: Keypair;

beforeAll(async () => {
  ledger = await TestLedger.start();
  const { registration, ...made } = await LedgerCampaign.create(ledger, 1);
  creator = made.creator;
  const { treeAddress } = made;
  const { mint, totalSupply } = registration;
  const lookupTable = await createLookupTable(ledger.url, { creator, treeAddress, mint });
  await ledger.pay(creator, creator.publicKey, 1);
  const address = creator.publicKey.toBase58();
  campaign = {
    ...{ treeAddress, lookupTable, mint, creator: address, programId: DEFAULT_PROGRAM_ID, decimals: 9 },
    ...{ unit: "SOL", cancelAuthority: address, pauseAuthority: address, graceEnd: null },
    ...{ totalSupply: String(totalSupply), totalClaimed: "0", vested: "0", unclaimed: "0" },
    payableUntilSwept: "0",
  };
  // The dashboard's proxy leads to the node. The index is not part of this test.
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input), window.location.origin);
    if (pathname.startsWith("/api/")) return Promise.reject(new Error("The index is unavailable."));
    return nodeFetch(pathname === "/rpc" ? ledger.url : input, init);
  });
}, LONG.timeout);
afterEach(() => {
  cleanup();
  act(() => {
    closeAction();
    updateWallet({ account: null });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await ledger.close();
});

const signing = ({ publicKey, secretKey }: Keypair): WalletAccount => ({
  ...getWallet(publicKey.toBase58()),
  signTransaction: async (wire) =>
    signTransaction(wire, publicKey.toBytes(), (message) => nacl.sign.detached(message, secretKey)),
});

/** The part of the campaign's page, and the dialog above it. */
function Page() {
  const request = useOpenAction();
  const { account } = useWallet();
  return (
    <ClockProvider serverNow={String(Math.floor(Date.now() / 1000) - 30)}>
      <LookupTableRent campaign={campaign} lookupTable={campaign.lookupTable} />
      {request && account && <ActionDialog {...{ request, account }} onClose={closeAction} />}
    </ClockProvider>
  );
}

const connect = (account: WalletAccount) => act(() => updateWallet({ account }));
const button = (name: string) => screen.findByRole<HTMLButtonElement>("button", { name });

/** Opens the dialog of a button, signs its transaction and closes the dialog. */
async function sign(name: string, done: RegExp): Promise<void> {
  fireEvent.click(await button(name));
  const send = await button("Sign and send");
  await waitFor(() => expect(send.disabled).toBe(false));
  fireEvent.click(send);
  await screen.findByText(done);
  fireEvent.click(screen.getByText("Close"));
}

test(
  "the creator deactivates the table, waits and closes it with signatures that the ledger accepts",
  LONG,
  async () => {
    const { text } = show(<Page />);
    expect(text()).toBe("");
    connect(signing(creator));
    await button("Deactivate lookup table");
    expect(text()).toMatch(/holds a deposit of 0\.00\d+ SOL/);
    await sign("Deactivate lookup table", /You can close the table in about four minutes/);

    const close = await button("Close lookup table");
    await waitFor(() => expect(close.disabled).toBe(true));
    const left = await screen.findByRole("timer");
    expect(left.textContent).toMatch(/^3 min \d+ s$/);
    const before = left.textContent;
    await waitFor(() => expect(left.textContent).not.toBe(before));
    expect(text()).toContain("You can close it in 3 min");

    ledger.controls.advanceSlots(513);
    await waitFor(() => expect(close.disabled).toBe(false));
    expect(text()).toMatch(/Closing it returns 0\.00\d+ SOL/);
    await sign("Close lookup table", /Lookup table closed/);
    await waitFor(() => expect(text()).toBe(""));
    expect(await ledger.connection.getAccountInfo(new PublicKey(campaign.lookupTable))).toBeNull();
  },
);

test("offers the table to its creator only", LONG, async () => {
  const { text } = showGerman(<Page />);
  connect(getWallet(ledger.wallet().publicKey.toBase58()));
  expect(text()).toBe("");
});
