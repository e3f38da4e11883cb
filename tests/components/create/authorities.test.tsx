// @vitest-environment happy-dom

import { PublicKey } from "@solana/web3.js";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findAuthorityError, findAuthorityErrors } from "@/components/create/form/authorities";
import type { CampaignDraft } from "@/components/create/form/campaign-draft";
import { RulesForm } from "@/components/create/form/rules-form";
import { checkAuthorities } from "@/components/create/preflight/authorities";
import { updateWallet } from "@/components/wallet/wallet-store";
import { DEMO_MINT } from "@/lib/contract/names";
import { english } from "@/lib/core/i18n/translator";
import {
  DEFAULT_PROGRAM_ID,
  NATIVE_MINT,
  SYSTEM_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { findVaultAuthorityAddress } from "@/lib/core/solana/pdas";
import { createWallet } from "@/tests/support/http";
import { stubConnection } from "@/tests/support/page-ledger";
import { getWallet, show } from "../show";

const accounts = new Map<string, object>();
stubConnection(() => ({
  getMultipleAccountsInfo: async (keys: { toBase58(): string }[]) =>
    keys.map((key) => accounts.get(key.toBase58()) ?? null),
}));

const address = (seed: number) => createWallet(new Uint8Array(32).fill(seed)).address;
const ME = address(1);
const KEY = address(2);
/** An address without a key, such as a vault's. */
const VAULT = findVaultAuthorityAddress({ treeAddress: address(3) }).address;

beforeEach(() => updateWallet({ account: getWallet(ME) }));
afterEach(() => {
  cleanup();
  accounts.clear();
  updateWallet({ account: null });
});

const RULES: Parameters<typeof findAuthorityErrors>[1] = {
  ...{ mint: NATIVE_MINT, cancellable: true, cancelBy: "creator", cancelAuthority: "" },
  ...{ pausable: true, pauseBy: "creator", pauseAuthority: "" },
};

/** Renders the form over its own state, as the page does. */
function Rules({ over = {} }: { over?: Partial<CampaignDraft> }) {
  const [draft, setDraft] = useState({ ...RULES, ...over } as CampaignDraft);
  const set = (change: Partial<CampaignDraft>) => setDraft((before) => ({ ...before, ...change }));
  return <RulesForm {...{ draft, set }} errors={findAuthorityErrors(english, draft)} />;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("accepts a cancel authority and names the kind of its account", async () => {
  show(<Rules />);
  expect(screen.queryByLabelText("Address that can cancel")).toBeNull();
  type("Cancel authority", "other");
  expect(screen.getByText("Enter an address, or select “You, the creator”.")).toBeTruthy();
  type("Address that can cancel", ` ${VAULT} `);
  await screen.findByText(/This address has no key. That is correct for a multisig vault/);
  type("Address that can cancel", KEY);
  await screen.findByText(/A single key signs for this address/);
  type("Address that can cancel", ME);
  await screen.findByText(/This is your own address/);
  type("Address that can cancel", KEY.slice(0, -2));
  await screen.findByText(/Check for missing, wrong or extra characters/);
  fireEvent.click(screen.getByLabelText("The campaign can be cancelled and its allocations changed"));
  expect(screen.queryByLabelText("Address that can cancel")).toBeNull();
});

test("refuses the mint, well-known addresses and half an address, and checks no unused field", () => {
  for (const wrong of [SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID, DEMO_MINT, "", "x", `${KEY}1`]) {
    expect(findAuthorityError(english, wrong, DEMO_MINT), wrong).not.toBeNull();
  }
  expect(findAuthorityError(english, KEY, DEMO_MINT)).toBeNull();
  expect(findAuthorityErrors(english, { ...RULES, cancelBy: "other", pauseBy: "other" })).toEqual({
    cancelAuthority: expect.any(String),
    pauseAuthority: expect.any(String),
  });
  expect(findAuthorityErrors(english, { ...RULES, cancelBy: "other", cancellable: false })).toEqual({});
});

const account = (owner: string, over: object = {}) => ({
  ...{ owner: new PublicKey(owner), executable: false, data: new Uint8Array(0) },
  ...over,
});
const check = (cancelAuthority: string | null, pauseAuthority: string | null = null) =>
  checkAuthorities(english, { creator: ME, cancelAuthority, pauseAuthority });

test("queries the network for the authorities' accounts", async () => {
  expect(await check(ME)).toEqual({ note: "you hold these rights", unusual: [] });
  expect(await check(null)).toEqual({ note: "no authority can cancel or pause", unusual: [] });
  accounts.set(KEY, account(SYSTEM_PROGRAM_ID)).set(VAULT, account(SYSTEM_PROGRAM_ID));
  const known = await check(KEY, VAULT);
  expect(known.unusual).toEqual([]);
  expect(known.note).toBe(`${KEY} has a key; ${VAULT} has no key, like a multisig vault`);
});

test("asks about an unknown address and about a multisig's own account", async () => {
  const unseen = await check(KEY, KEY);
  expect(unseen.unusual).toMatchObject([
    {
      address: KEY,
      right: "both",
      why: expect.stringContaining("no account on this network"),
    },
  ]);
  accounts.set(VAULT, account(DEFAULT_PROGRAM_ID));
  const multisig = await check(VAULT);
  expect(multisig.unusual).toMatchObject([{ why: expect.stringContaining("not its vault") }]);
});

test("refuses programs and token accounts", async () => {
  accounts.set(KEY, account(SYSTEM_PROGRAM_ID, { executable: true }));
  await expect(check(KEY)).rejects.toThrow(/can never sign: it is a program/);
  accounts.set(KEY, account(TOKEN_PROGRAM_ID, { data: new Uint8Array(165) }));
  await expect(check(null, KEY)).rejects.toThrow(/can never sign: it is a token account/);
});
