// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import ActionDialog from "@/components/actions/action-dialog";
import type { ActionRequest } from "@/components/actions/action-request";
import * as ledgerBasis from "@/components/actions/chain-state";
import * as planning from "@/components/actions/plan-action";
import * as preparation from "@/components/actions/prepare-action";
import * as recentClaim from "@/components/claim/recent-claim";
import * as network from "@/components/network/read-network";
import type { SendPlanOptions } from "@/components/network/send-plan";
import * as sending from "@/components/network/send-plan";
import * as simulation from "@/components/network/simulate-plan";
import * as sponsoring from "@/components/network/sponsored-claim";
import { choosePriorityFee, setFeeSettings } from "@/components/shell/fee-settings";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { SendablePlan } from "@/lib/core/plans/plan";
import type { VestingTree } from "@/lib/core/solana/accounts";
import type { Network } from "@/lib/core/solana/networks";
import { createWallet } from "@/tests/support/http";
import { stubConnection } from "@/tests/support/page-ledger";
import { getWallet, show } from "../show";

const ledgerState = { basis: "first", totalClaimed: 0n };
/** Whether the plans of a wallet in this browser have a sponsor. */
const sponsored = { isOn: false };
/** A transaction of an earlier dialog that landed. */
const earlier = { landed: null as { signature: string; isIndexed: boolean } | null };
/** Plans in place of those of the action. */
const given = { plans: null as SendablePlan[] | null };
const recentPrices = { answer: [] as { slot: number; prioritizationFee: number }[] | Error };

stubConnection(() => ({
  getRecentPrioritizationFees: async () => {
    if (recentPrices.answer instanceof Error) throw recentPrices.answer;
    return recentPrices.answer;
  },
}));
function stubPreparation(): void {
  const [{ planAction }, { prepareAction }] = [planning, preparation];
  vi.spyOn(planning, "planAction").mockImplementation(
    async (...action) => given.plans ?? planAction(...action),
  );
  vi.spyOn(preparation, "prepareAction").mockImplementation(async (request, preparing) => ({
    ...(await prepareAction(request, preparing)),
    ...(sponsored.isOn && { isSponsored: preparing.account.signPlan === undefined }),
  }));
}
function stubNetwork() {
  vi.spyOn(ledgerBasis, "readActionBasis").mockImplementation(async () => {
    const tree = {
      totalClaimed: ledgerState.totalClaimed,
      releasedMilestones: [] as number[],
    } as VestingTree;
    return { basis: ledgerState.basis, tree, entry: null, held: null };
  });
  vi.spyOn(network, "readNetwork").mockResolvedValue({ name: "Solana devnet" } as Network);
  vi.spyOn(sending, "settleSent").mockImplementation(async () => earlier.landed);
  vi.spyOn(sending, "getVersions").mockResolvedValue(["legacy"]);
  vi.spyOn(simulation, "simulateEffect").mockResolvedValue({
    ...{ fee: 5_000n, rents: [], sol: { before: 9n, after: 4n }, tokens: null },
    unitsConsumed: 9_550n,
  });
  const sendPlan = vi
    .spyOn(sending, "sendPlan")
    .mockResolvedValue({ signature: "signature", isIndexed: true });
  return { sendPlan, signSponsoredClaim: vi.spyOn(sponsoring, "signSponsoredClaim") };
}
let { sendPlan, signSponsoredClaim } = {} as ReturnType<typeof stubNetwork>;

const address = (seed: number) => createWallet(new Uint8Array(32).fill(seed)).address;
const account = getWallet(address(1));
const campaign: ActionCampaign = {
  ...{ treeAddress: address(2), programId: address(3), creator: account.address, mint: address(4) },
  ...{ decimals: 6, unit: "TOK", cancelAuthority: account.address, pauseAuthority: null },
  ...{ totalSupply: "10000000", totalClaimed: "0", vested: "4000000", unclaimed: "4000000" },
  ...{ payableUntilSwept: "0", graceEnd: null },
};

beforeEach(() => {
  Object.assign(ledgerState, { basis: "first", totalClaimed: 0n });
  given.plans = null;
  sponsored.isOn = false;
  earlier.landed = null;
  recentPrices.answer = [{ slot: 1, prioritizationFee: 1_000_000 }];
  setFeeSettings({ choice: "none", maxLamports: 1_000_000n });
  stubPreparation();
  ({ sendPlan, signSponsoredClaim } = stubNetwork());
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  setFeeSettings({ choice: "none", maxLamports: 0n });
  choosePriorityFee(null);
});

const open = (request: ActionRequest) => show(<ActionDialog {...{ request, account }} onClose={() => {}} />);
const page = () => document.body.textContent ?? "";
const signButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /Sign and send|Try again/ });
const ready = () => vi.waitFor(() => expect(signButton().disabled).toBe(false), 10_000);

describe("ActionDialog", () => {
  it("opens no wallet when the campaign changed after the check, and shows the new amounts", async () => {
    open({ kind: "cancel", campaign });
    await ready();
    expect(page()).toContain("the 4 TOK that has vested and is not claimed");
    Object.assign(ledgerState, { basis: "second", totalClaimed: 1_500_000n });
    fireEvent.click(signButton());
    await vi.waitFor(() => expect(page()).toContain("The campaign has changed"), 10_000);
    await vi.waitFor(() => expect(page()).toContain("the 2.5 TOK that has vested"), 10_000);
    expect(sendPlan).not.toHaveBeenCalled();
    await ready();
    fireEvent.click(signButton());
    await vi.waitFor(() => expect(sendPlan).toHaveBeenCalledOnce(), 10_000);
  });

  it("plans again when the campaign changes while the dialog is open", async () => {
    open({ kind: "cancel", campaign });
    await ready();
    Object.assign(ledgerState, { basis: "second", totalClaimed: 1_000_000n });
    await vi.waitFor(() => expect(page()).toContain("the 3 TOK that has vested"), 10_000);
  }, 20_000);

  it("states that a transaction was signed before the dialog was opened", async () => {
    earlier.landed = { signature: "1".repeat(64), isIndexed: true };
    open({ kind: "cancel", campaign });
    await vi.waitFor(() => expect(page()).toContain("You signed this transaction earlier."), 10_000);
    expect(sendPlan).not.toHaveBeenCalled();
  });

  it("sends the transaction that is left after an earlier one landed and the plans were made again", async () => {
    const [first, second] = ["first", "second"].map((name) => ({
      ...{ name, signers: [account.address], feePayer: account.address, instructions: [] },
    })) as unknown as [SendablePlan, SendablePlan];
    const getName = (plan: SendablePlan) => (plan as { name?: string }).name;
    const sentPlans = () => sendPlan.mock.calls.map(([plan]) => getName(plan));
    given.plans = [first, second];
    open({ kind: "cancel", campaign });
    await ready();
    sendPlan.mockImplementation(async (plan) => {
      if (getName(plan) === "second" && sendPlan.mock.calls.length === 2)
        throw new Error("The wallet refused.");
      return { signature: `${getName(plan)}`, isIndexed: true };
    });
    fireEvent.click(signButton());
    await vi.waitFor(() => expect(page()).toContain("The wallet refused."), 10_000);
    given.plans = [second];
    Object.assign(ledgerState, { basis: "second", totalClaimed: 1_000_000n });
    await vi.waitFor(() => expect(page()).toContain("the 3 TOK that has vested"), 10_000);
    await ready();
    fireEvent.click(signButton());
    await vi.waitFor(() => expect(sentPlans()).toEqual(["first", "second", "second"]), 10_000);
  }, 40_000);

  it("shows the amounts of the network when the page that opened it is outdated", async () => {
    ledgerState.totalClaimed = 2_000_000n;
    open({ kind: "cancel", campaign });
    await ready();
    expect(page()).toContain("the 2 TOK that has vested");
  });

  const signAndSend = async () => {
    await ready();
    fireEvent.click(signButton());
    await vi.waitFor(() => expect(sendPlan).toHaveBeenCalledOnce(), 10_000);
    const [plan] = sendPlan.mock.calls[0] ?? [];
    return plan?.instructions.map(({ programId }) => programId.toBase58());
  };
  const computeBudget = "ComputeBudget111111111111111111111111111111";

  it("shows the cost of each priority fee and signs with the chosen one", async () => {
    open({ kind: "cancel", campaign });
    await ready();
    const choice = screen.getByLabelText<HTMLSelectElement>("Priority fee");
    expect([...choice.options].map(({ text }) => text)).toEqual([
      ...["None", "Low: 0.000011 SOL", "Medium: 0.000011 SOL", "High: 0.000011 SOL"],
    ]);
    fireEvent.change(choice, { target: { value: "high" } });
    expect(await signAndSend()).toEqual([computeBudget, computeBudget, campaign.programId]);
  });

  it("starts with the operator's default priority fee", async () => {
    setFeeSettings({ choice: "medium", maxLamports: 5n });
    open({ kind: "cancel", campaign });
    await ready();
    expect(screen.getByLabelText<HTMLSelectElement>("Priority fee").value).toBe("medium");
    expect(page()).toContain("Medium: 0.000000005 SOL");
    expect(await signAndSend()).toEqual([computeBudget, computeBudget, campaign.programId]);
  });

  it("offers no priority fee when the node reports no prices", async () => {
    recentPrices.answer = new Error("Method not found");
    setFeeSettings({ choice: "medium", maxLamports: 5n });
    open({ kind: "cancel", campaign });
    await ready();
    expect(screen.queryByLabelText("Priority fee")).toBeNull();
    expect(await signAndSend()).toEqual([campaign.programId]);
  });

  it("exports a sponsored action as one that its signer pays", async () => {
    sponsored.isOn = true;
    sendPlan.mockImplementation(async (plan: SendablePlan, { account: by, sign }: SendPlanOptions) => {
      await (sign?.(plan) ?? by.signPlan);
      return { signature: "signature", isIndexed: true };
    });
    open({ kind: "cancel", campaign });
    await ready();
    fireEvent.click(screen.getByRole("button", { name: "Export for offline signing" }));
    await vi.waitFor(() => expect(sendPlan).toHaveBeenCalledOnce(), 10_000);
    expect(sendPlan.mock.calls[0]?.[1]).toMatchObject({ account: { signPlan: expect.any(Function) } });
    expect(signSponsoredClaim).not.toHaveBeenCalled();
  });

  it("has only Cancel and the signature beside each other, and prints and exports above", async () => {
    open({ kind: "cancel", campaign });
    await ready();
    const footer = signButton().parentElement;
    const names = [...(footer?.querySelectorAll("button") ?? [])].map(({ textContent }) => textContent);
    expect(names).toEqual(["Cancel", "Sign and send"]);
    for (const name of ["Print", "Export for offline signing"]) {
      const button = screen.getByRole("button", { name });
      expect(button.compareDocumentPosition(signButton())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });

  it("exports beside Cancel for an account whose wallet is on another device", async () => {
    const otherSigner = { ...account, signPlan: () => Promise.reject(new Error("Not signed.")) };
    show(<ActionDialog request={{ kind: "cancel", campaign }} account={otherSigner} onClose={() => {}} />);
    const button = await screen.findByRole("button", { name: "Export for offline signing" });
    const names = [...(button.parentElement?.children ?? [])].map(({ textContent }) => textContent);
    expect(names).toEqual(["Cancel", "Export for offline signing"]);
    expect(screen.queryByRole("button", { name: "Sign and send" })).toBeNull();
  });

  it("does not claim that nothing was sent after success", async () => {
    open({ kind: "cancel", campaign });
    await ready();
    fireEvent.click(signButton());
    await vi.waitFor(() => expect(page()).toContain("Campaign cancelled."), 10_000);
    expect(page()).not.toContain("Nothing is sent");
  });

  it("stores the transactions of a claim that landed for the page below", async () => {
    const store = vi.spyOn(recentClaim, "storeConfirmedClaim");
    given.plans = [{ signers: [account.address], feePayer: account.address, instructions: [] }] as never;
    open({ kind: "claim", campaign, leaves: [], claimable: "4000000", stillToCome: "0" });
    await ready();
    fireEvent.click(signButton());
    await screen.findByRole("heading", { name: "Claimed" });
    expect(store.mock.calls).toEqual([[{ treeAddress: campaign.treeAddress, signatures: ["signature"] }]]);
  });

  it("has no amount in the title of a completed claim, because the receipt states the paid one", async () => {
    earlier.landed = { signature: "signature", isIndexed: true };
    open({ kind: "claim", campaign, leaves: [], claimable: "4000000", stillToCome: "0" });
    await screen.findByRole("heading", { name: "Claimed" });
    expect(page()).toContain("The tokens are in your wallet.");
  });
});
