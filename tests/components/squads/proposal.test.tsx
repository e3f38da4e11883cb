// @vitest-environment happy-dom

import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { act, cleanup, configure, fireEvent, getConfig, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as rpcCall from "@/components/network/rpc-call";
import { sendPlan } from "@/components/network/send-plan";
import { SignedOfflineLaterError } from "@/components/offline-signing/offline-signing-store";
import * as pageService from "@/components/service/service-api";
import { ConnectionLostError } from "@/components/service/service-fetch";
import { findActingVault } from "@/components/squads/acting-vault-store";
import ProposalDialog from "@/components/squads/proposal-dialog";
import { findProposed } from "@/components/squads/proposal-store";
import { shownAccount, stopActingAsVault } from "@/components/squads/vault-account";
import VaultDialog from "@/components/squads/vault-dialog";
import { useVaultRequest } from "@/components/squads/vault-signing-store";
import { useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import { multisigAccount, squadsDouble } from "@/ledger/squads-double";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG, PATIENT } from "@/ledger/tests/support/long";
import type { ApiClient } from "@/lib/client/api-client";
import { keypairSigner } from "@/lib/client/network/signers";
import { fetchMultisig, fetchProposal } from "@/lib/client/network/squads";
import { english } from "@/lib/core/i18n/translator";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { findSquadsVaultAddress } from "@/lib/core/squads/addresses";
import { planApproval, planExecution } from "@/lib/core/squads/plans";
import { stubConnection } from "@/tests/support/page-ledger";
import { show } from "../show";

const [ada, ben, stranger] = [Keypair.generate(), Keypair.generate(), Keypair.generate()];
const getAddress = (key: Keypair) => key.publicKey.toBase58();
const members = [ada, ben].map(getAddress);
const shared = multisigAccount({ createKey: getAddress(Keypair.generate()), threshold: 2, members });
const own = multisigAccount({ createKey: getAddress(Keypair.generate()), threshold: 1, members });

const SLOW = { timeout: 60_000 };

let ledger: TestLedger;
stubConnection(() => ledger.connection);
beforeEach(() => {
  vi.spyOn(rpcCall, "callRpc").mockImplementation(
    async (method, params) => (await ledger.call(method, ...params)).result,
  );
  const service = { syncEvents: async () => ({ results: [] }) };
  vi.spyOn(pageService, "serviceApi").mockReturnValue(service as unknown as ApiClient);
});

beforeAll(async () => {
  ledger = await TestLedger.start({ programs: [squadsDouble()], accounts: [shared, own] });
  const vaults = [shared, own].map(({ address }) => findSquadsVaultAddress(getVault(address)));
  for (const address of [...[ada, ben, stranger].map(getAddress), ...vaults])
    ledger.controls.airdrop(new PublicKey(address).toBytes(), 10_000_000_000n);
}, LONG.timeout);
afterAll(() => ledger.close());

const { getElementError } = getConfig();
beforeAll(() => configure({ getElementError: (text) => new Error(`${text}`.slice(0, 300)) }));
afterAll(() => configure({ getElementError }));

const getVault = (multisig: string) => ({ multisig, vaultIndex: 0 });

let shown: WalletAccount | null = null;
function Dashboard({ wallet }: { wallet: WalletAccount }) {
  shown = useWallet().account;
  const isSigning = useVaultRequest() !== null;
  return isSigning ? <ProposalDialog /> : <VaultDialog account={wallet} onClose={() => undefined} />;
}

const getWallet = (key: Keypair): WalletAccount => {
  const { signTransaction, signMessage, address } = keypairSigner(key.secretKey);
  return {
    ...{ address, walletName: "Test", signsTransactions: true, chains: [] },
    signMessage: async (message) => signMessage(message),
    signTransaction: async (wire) => signTransaction(wire),
  };
};

/** Has another member approve and execute the proposal of an intent; returns the signature. */
async function executeAsBen(intent: Parameters<typeof findProposed>[0]): Promise<string> {
  const id = findProposed(intent);
  if (!id) throw new Error("The proposal is not stored.");
  await ledger.send(planApproval({ ...id, member: getAddress(ben) }).instructions.slice(), [ben]);
  const found = await fetchProposal(ledger.connection, id);
  if (!found) throw new Error("There is no proposal.");
  const execution = planExecution({ member: getAddress(ben), transaction: found.transaction });
  return ledger.send(execution.instructions.slice(), [ben]);
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const click = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }, PATIENT));

/** Enters the multisig in the dialog, and returns the account of its vault. */
async function actAsVault(multisig: string): Promise<WalletAccount> {
  show(<Dashboard wallet={getWallet(ada)} />);
  fireEvent.change(screen.getByRole("textbox", { name: "Multisig address" }), {
    target: { value: multisig },
  });
  await click("Check multisig");
  await click("Act as this vault");
  if (!shown?.vault) throw new Error("The wallet does not act as a vault.");
  return shown;
}

const createPlan = (vault: string, lamports: number): SendablePlan => ({
  instructions: [
    SystemProgram.transfer({
      ...{ fromPubkey: new PublicKey(vault), toPubkey: stranger.publicKey, lamports },
    }),
  ],
  ...{ feePayer: vault, signers: [vault], accounts: {} },
});
const getIntent = (vault: string, what: string) => ({ signer: vault, treeAddress: "tree", what });

const send = (account: WalletAccount, what: string, lamports = 1_000) =>
  sendPlan(createPlan(account.address, lamports), {
    ...{ account, intent: getIntent(account.address, what), onPhase: () => undefined },
  });

const executed = async (signature: string) =>
  (await ledger.connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta
    ?.innerInstructions;

describe("VaultDialog", () => {
  test("shows the vault, the members and the threshold, and acts as the vault after a reload", async () => {
    show(<Dashboard wallet={getWallet(ada)} />);
    fireEvent.change(screen.getByRole("textbox", { name: "Multisig address" }), {
      target: { value: shared.address },
    });
    await click("Check multisig");
    await screen.findByText("You are one of 2 members. 2 must approve.", undefined, PATIENT);
    const vault = findSquadsVaultAddress(getVault(shared.address));
    expect(screen.getByText(vault)).toBeDefined();
    await click("Act as this vault");
    expect(shown).toMatchObject({ address: vault, vault: { multisig: shared.address, member: members[0] } });
    expect(shownAccount(english, getWallet(ada)).address).toBe(vault);
    expect(shownAccount(english, getWallet(ben)).address).toBe(getAddress(ben));
    act(() => shown && stopActingAsVault(shown));
    expect(shown?.address).toBe(getAddress(ada));
    expect(findActingVault()).toBeNull();
  });

  test("refuses a wallet that is not a member, and an account that is not a multisig", async () => {
    show(<Dashboard wallet={getWallet(stranger)} />);
    const address = screen.getByRole("textbox", { name: "Multisig address" });
    fireEvent.change(address, { target: { value: shared.address } });
    await click("Check multisig");
    await screen.findByText(/This wallet is not a member of the multisig/, undefined, PATIENT);
    fireEvent.change(address, { target: { value: getAddress(ada) } });
    await click("Check multisig");
    await screen.findByText("There is no Squads multisig at this address.", undefined, PATIENT);
  });
});

describe("ProposalDialog", () => {
  test("proposes and executes at once with a threshold of one", SLOW, async () => {
    const account = await actAsVault(own.address);
    const sent = send(account, "pay");
    await click("Propose transaction");
    const { signature } = await sent;
    expect(await executed(signature)).toHaveLength(1);
    expect(findProposed(getIntent(account.address, "pay"))).toBeNull();
  });

  test("waits for the approval of another member, also after a reload, then executes", SLOW, async () => {
    const account = await actAsVault(shared.address);
    const first = send(account, "pay").catch((error: unknown) => error);
    await click("Propose transaction");
    await screen.findByText("Approvals: 1 of 2", undefined, PATIENT);
    await click("Continue later");
    expect(await first).toBeInstanceOf(SignedOfflineLaterError);
    const id = findProposed(getIntent(account.address, "pay"));
    if (!id) throw new Error("The proposal is not stored.");
    await ledger.send(planApproval({ ...id, member: getAddress(ben) }).instructions.slice(), [ben]);
    const again = send(account, "pay");
    await screen.findByText("Approvals: 2 of 2", undefined, PATIENT);
    await click("Execute transaction");
    const { signature } = await again;
    expect(await executed(signature)).toHaveLength(1);
  });

  test("finds the transaction that another member executed", SLOW, async () => {
    const account = await actAsVault(shared.address);
    const sent = send(account, "other");
    await click("Propose transaction");
    await screen.findByText("Approvals: 1 of 2", undefined, PATIENT);
    const signature = await executeAsBen(getIntent(account.address, "other"));
    expect(await sent).toMatchObject({ signature, isEarlier: false });
  });

  test(
    "states that a proposal was executed before the same transaction was requested again",
    SLOW,
    async () => {
      const account = await actAsVault(shared.address);
      const first = send(account, "again").catch((error: unknown) => error);
      await click("Propose transaction");
      await screen.findByText("Approvals: 1 of 2", undefined, PATIENT);
      await click("Continue later");
      await first;
      const signature = await executeAsBen(getIntent(account.address, "again"));
      expect(await send(account, "again")).toMatchObject({ signature, isEarlier: true });
      expect(findProposed(getIntent(account.address, "again"))).toBeNull();
    },
  );

  test(
    "executes a later proposal of the same transaction after a connection was lost during the first execution",
    SLOW,
    async () => {
      const account = await actAsVault(shared.address);
      const intent = getIntent(account.address, "monthly");
      const proposeAndApprove = async () => {
        await click("Propose transaction");
        await screen.findByText("Approvals: 1 of 2", undefined, PATIENT);
        const id = findProposed(intent);
        if (!id) throw new Error("The proposal is not stored.");
        await ledger.send(planApproval({ ...id, member: getAddress(ben) }).instructions.slice(), [ben]);
        await screen.findByText("Approvals: 2 of 2", undefined, PATIENT);
        return id;
      };
      const first = send(account, "monthly");
      await proposeAndApprove();
      const fetchStatuses = ledger.connection.getSignatureStatuses.bind(ledger.connection);
      const isSent = vi.spyOn(ledger.connection, "sendRawTransaction");
      const lost = vi.spyOn(ledger.connection, "getSignatureStatuses");
      lost.mockImplementation(async (...requested) => {
        if (isSent.mock.calls.length > 0) throw new ConnectionLostError("The connection was lost.");
        return fetchStatuses(...requested);
      });
      await click("Execute transaction");
      await screen.findByText(/The connection was lost after your wallet signed/, undefined, PATIENT);
      lost.mockRestore();
      isSent.mockRestore();
      // The dialog finds the execution, as it would after a reload.
      const { signature: earlier } = await first;
      const second = send(account, "monthly");
      const id = await proposeAndApprove();
      await click("Execute transaction");
      const { signature } = await second;
      expect(signature).not.toBe(earlier);
      expect((await fetchProposal(ledger.connection, id))?.state).toBe("executed");
    },
  );

  test("offers a new proposal while the network does not list the execution", SLOW, async () => {
    const account = await actAsVault(shared.address);
    const first = send(account, "unlisted").catch((error: unknown) => error);
    await click("Propose transaction");
    await screen.findByText("Approvals: 1 of 2", undefined, PATIENT);
    const unlisted = vi.spyOn(ledger.connection, "getSignaturesForAddress").mockResolvedValue([]);
    await executeAsBen(getIntent(account.address, "unlisted"));
    await screen.findByText(
      "This proposal was executed. If you propose again, the transaction runs a second time.",
      undefined,
      PATIENT,
    );
    await screen.findByRole("button", { name: "Try again" }, PATIENT);
    await click("Propose again");
    await screen.findByRole("button", { name: "Propose transaction" }, PATIENT);
    unlisted.mockRestore();
    await click("Continue later");
    await first;
  });

  test("proposes again when the stored proposal is of another transaction", SLOW, async () => {
    const account = await actAsVault(shared.address);
    const before = (await fetchMultisig(ledger.connection, shared.address))?.transactionIndex ?? 0n;
    for (const lamports of [1, 2]) {
      const sent = send(account, "change", lamports).catch((error: unknown) => error);
      await click("Propose transaction");
      await screen.findByText("Approvals: 1 of 2", undefined, PATIENT);
      await click("Continue later");
      await sent;
    }
    const after = (await fetchMultisig(ledger.connection, shared.address))?.transactionIndex;
    expect(after).toBe(before + 2n);
  });

  test("names the size of a transaction that is too large", SLOW, async () => {
    const account = await actAsVault(shared.address);
    const plan = createPlan(account.address, 1);
    const instructions = Array.from({ length: 80 }, () => plan.instructions).flat();
    const intent = getIntent(account.address, "large");
    const sent = sendPlan({ ...plan, instructions }, { account, intent, onPhase: () => undefined });
    const outcome = sent.catch((error: unknown) => error);
    await click("Propose transaction");
    await waitFor(() => screen.getByText(/The proposal would need \d+ bytes/), PATIENT);
    await click("Continue later");
    await outcome;
  });
});
