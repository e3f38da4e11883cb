// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendPlan } from "@/components/network/send-plan";
import {
  connectOfflineAccount,
  disconnectOfflineAccount,
  storedOfflineAccount,
} from "@/components/offline-signing/offline-account";
import OfflineSigningDialog from "@/components/offline-signing/offline-signing-dialog";
import { SignedOfflineLaterError } from "@/components/offline-signing/offline-signing-store";
import * as pageService from "@/components/service/service-api";
import { LAST_WALLET_KEY, useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { ApiClient } from "@/lib/client/api-client";
import { signedHeader } from "@/lib/client/wallet-session";
import { readAuthorization } from "@/lib/core/auth/wallet-message";
import { english } from "@/lib/core/i18n/translator";
import { fromBase64, toBase64 } from "@/lib/core/offline/export-file";
import { joinWire, splitWire } from "@/lib/core/offline/wire-parts";
import { planClaim } from "@/lib/core/plans/claim";
import { planCancelCampaign } from "@/lib/core/plans/end-campaign";
import { campaignLookupAddresses } from "@/lib/core/plans/lookup-table";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { findVaultAuthorityAddress } from "@/lib/core/solana/pdas";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { LEAF, MINT } from "@/tests/lib/service/actions/sample-plans";
import { stubConnection } from "@/tests/support/page-ledger";
import { show } from "../show";

const sent: string[] = [];
const refusals: Error[] = [];
stubConnection(() => ({
  getLatestBlockhashAndContext: async () => ({
    context: { slot: 5 },
    value: { blockhash: "9".repeat(43), lastValidBlockHeight: 100 },
  }),
  getBlockHeight: async () => 50,
  getSignatureStatuses: async () => ({
    value: [sent.length > 0 ? { err: null, confirmationStatus: "confirmed" } : null],
  }),
  sendRawTransaction: async (wire: Uint8Array) => {
    const refusal = refusals.pop();
    if (refusal) throw refusal;
    sent.push(Buffer.from(wire).toString("base64"));
  },
}));

const KEY = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(1));
const ADDRESS = bs58.encode(KEY.publicKey);
const TREE = bs58.encode(nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(2)).publicKey);
const TABLE = bs58.encode(nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(3)).publicKey);

let account: WalletAccount | null = null;
function Connected() {
  account = useWallet().account;
  return <OfflineSigningDialog />;
}

afterEach(() => {
  act(disconnectOfflineAccount);
  cleanup();
  localStorage.clear();
  sent.length = 0;
});

function connect(address = ADDRESS): WalletAccount {
  show(<Connected />);
  act(() => connectOfflineAccount(english, address));
  if (!account) throw new Error("No wallet is connected.");
  return account;
}

/** Returns the text from the dialog, signed by the key. */
function signedShown(): string {
  const text = document.querySelector("pre")?.textContent ?? "";
  expect(text).toContain(ADDRESS);
  const wire = fromBase64(copied());
  const { message } = splitWire(wire);
  return toBase64(joinWire({ message, signatures: [nacl.sign.detached(message, KEY.secretKey)] }));
}

let clipboard = "";
beforeEach(() => {
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    clipboard = text;
  });
  const service = { syncEvents: async () => ({ results: [] }) };
  vi.spyOn(pageService, "serviceApi").mockReturnValue(service as unknown as ApiClient);
});
function copied(): string {
  fireEvent.click(screen.getByRole("button", { name: "Copy as base64" }));
  return clipboard;
}

const bring = (text: string) => {
  fireEvent.change(screen.getByRole("textbox", { name: /^Signed/ }), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Verify and continue" }));
};

test("proves an address with an offline key by the imported signature", async () => {
  localStorage.setItem(LAST_WALLET_KEY, '"Phantom"');
  const offlineAccount = connect();
  expect(storedOfflineAccount()).toBe(ADDRESS);
  expect(localStorage.getItem(LAST_WALLET_KEY)).toBeNull();
  const header = signedHeader(offlineAccount, { nonce: "n", expiresAt: 0, serverTime: 1 }, {});
  await screen.findByText("Prove your identity offline");
  bring(signedShown());
  const credential = readAuthorization(await header);
  const [signed = new Uint8Array()] = credential?.signedBy({ wallet: ADDRESS }) ?? [];
  const { signature } = credential ?? { signature: new Uint8Array(64) };
  expect(nacl.sign.detached.verify(signed, signature, KEY.publicKey)).toBe(true);
});

const CANCEL = planCancelCampaign({ treeAddress: TREE, cancelAuthority: ADDRESS });

test("does not present the bytes of a transaction as a proof", async () => {
  const recent = { blockhash: "9".repeat(43), lastValidBlockHeight: 100 };
  const left = connect().signTransaction(unsignedBytes(CANCEL, recent));
  await screen.findByText("Sign offline");
  expect(screen.queryByText(/moves no funds/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Continue later" }));
  await expect(left).rejects.toBeInstanceOf(SignedOfflineLaterError);
});

const intent = { signer: ADDRESS, treeAddress: TREE, what: "cancel" };
const cancel = (by: WalletAccount) => sendPlan(CANCEL, { account: by, intent, onPhase: () => undefined });

test("keeps an export when the dialog closes, and sends it after the import", async () => {
  const offlineAccount = connect();
  const left = cancel(offlineAccount);
  fireEvent.click(await screen.findByRole("button", { name: "Export transaction" }));
  await screen.findByText("Import signature");
  fireEvent.click(screen.getByRole("button", { name: "Continue later" }));
  await expect(left).rejects.toBeInstanceOf(SignedOfflineLaterError);
  expect(sent).toEqual([]);

  const again = cancel(offlineAccount);
  await screen.findByText("You have already exported this transaction");
  const signed = signedShown();
  bring("nonsense");
  await screen.findByRole("alert");
  bring(signed);
  expect(await again).toMatchObject({ isIndexed: true });
  expect(sent).toEqual([signed]);
  const fresh = cancel(offlineAccount);
  await screen.findByRole("button", { name: "Export transaction" });
  fireEvent.click(screen.getByRole("button", { name: "Continue later" }));
  await expect(fresh).rejects.toBeInstanceOf(SignedOfflineLaterError);
});

test("keeps a signed transaction that a node will not send yet, to be sent later", async () => {
  const offlineAccount = connect();
  refusals.push(new Error("Transaction simulation failed: custom program error: 0x178b"));
  const early = cancel(offlineAccount);
  fireEvent.click(await screen.findByRole("button", { name: "Export transaction" }));
  await screen.findByText("Import signature");
  const signed = signedShown();
  bring(signed);
  await expect(early).rejects.toThrow();
  const again = cancel(offlineAccount);
  await screen.findByText("You have already exported this transaction");
  bring(signed);
  expect(await again).toMatchObject({ isIndexed: true });
  expect(sent).toEqual([signed]);
});

test("shows a claim that needs its lookup table, also on return, and sends its signature", async () => {
  const offlineAccount = connect();
  const campaign = { treeAddress: TREE, mint: MINT };
  const leaf = { ...LEAF, beneficiary: ADDRESS };
  const claim = {
    // Deeper than the trees that fit in a legacy transaction.
    ...planClaim({ ...campaign, leaf, proof: new Uint8Array(32 * 23) }),
    lookupTables: [{ address: TABLE, addresses: campaignLookupAddresses(campaign) }],
  };
  const of = { account: offlineAccount, intent: { ...intent, what: "claim" }, onPhase: () => undefined };
  const left = sendPlan(claim, of);
  fireEvent.click(await screen.findByRole("button", { name: "Export transaction" }));
  await screen.findByText(new RegExp(`vesting tree: ${TREE} \\(from the lookup table\\)`));
  fireEvent.click(screen.getByRole("button", { name: "Continue later" }));
  await expect(left).rejects.toBeInstanceOf(SignedOfflineLaterError);
  const again = sendPlan(claim, of);
  await screen.findByText("You have already exported this transaction");
  const signed = signedShown();
  expect(readTransaction(fromBase64(signed)).version).toBe(0);
  bring(signed);
  expect(await again).toMatchObject({ isIndexed: true });
  expect(sent).toEqual([signed]);
});

test("explains to a vault that it cannot pay, and offers no nonce", async () => {
  const vault = findVaultAuthorityAddress({ treeAddress: TREE }).address;
  const offlineAccount = connect(vault);
  const plan = planCancelCampaign({ treeAddress: TREE, cancelAuthority: vault });
  const left = sendPlan(plan, { account: offlineAccount, intent, onPhase: () => undefined });
  await screen.findByText(/pays the transaction fee; the vault cannot/);
  expect(screen.queryByLabelText("Time to sign and send")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Export transaction" }));
  await screen.findByText("Import signature");
  fireEvent.click(screen.getByRole("button", { name: "Continue later" }));
  await expect(left).rejects.toBeInstanceOf(SignedOfflineLaterError);
});
