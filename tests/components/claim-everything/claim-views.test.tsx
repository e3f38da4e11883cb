// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ClaimPlanView } from "@/components/claim-everything/claim-plan-view";
import type { LeafClaim } from "@/components/claim-everything/claim-request";
import { ClaimResultsView } from "@/components/claim-everything/claim-results-view";
import type { ClaimPlan } from "@/components/claim-everything/plan-everything";
import type { ClaimEnd } from "@/components/claim-everything/send-claims";
import { setFeeSettings } from "@/components/shell/fee-settings";
import { toToken } from "@/lib/contract/names";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { identifyNetwork } from "@/lib/core/solana/networks";
import { samplePlans } from "@/tests/lib/service/actions/sample-plans";
import { getWallet, show } from "../show";

afterEach(cleanup);

const SOL = 1_000_000_000n;
const [plan] = samplePlans(NATIVE_MINT);
if (!plan) throw new Error("There are plans.");
const network = identifyNetwork("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG");
const token = toToken(NATIVE_MINT, null);
const target = (name: string) => ({ treeAddress: `tree of ${name}`, name, token, price: 2 });
const getClaim = (name: string, amount: bigint, leafIndex = 0): LeafClaim => ({
  ...{ target: target(name), amount, leafIndex, plan },
});
const getTransaction = (...claims: LeafClaim[]): ClaimPlan["transactions"][number] => ({
  ...{ claims, plan, fee: 5_000n, rents: [], sol: { before: SOL, after: 2n * SOL } },
  ...{ recentPrices: [1_000_000n], unitsConsumed: 9_550n, supported: ["legacy"], isSponsored: false },
});
const PLAN: ClaimPlan = {
  ...{ network, earlier: { landed: [], isIndexed: true }, fees: 10_000n, leftOut: [], later: 0 },
  ...{ claims: [], basis: "" },
  transactions: [
    getTransaction(getClaim("Team", SOL), getClaim("Advisors", 3n * SOL)),
    getTransaction(getClaim("Advisors", SOL, 1)),
  ],
  rents: { records: 5_011_200n, tokenAccounts: 0n },
  sol: { before: SOL, after: 6n * SOL },
};
const request = {
  ...{ address: "ada", programId: DEFAULT_PROGRAM_ID, order: [], unsolicited: [], tokens: [], prices: {} },
  ...{ sponsored: [], uncovered: 0 },
};
const account = getWallet("ada");

const planned = (over: Partial<ClaimPlan> = {}, by = account) =>
  show(<ClaimPlanView {...{ request }} account={by} plan={{ ...PLAN, ...over }} />).text();

test("shows each campaign's payment, the transactions and the total cost", () => {
  const text = planned();
  expect(text).toContain("Teamtransaction 11 SOL ≈ $2.00");
  expect(text).toContain("Advisorstransactions 1, 24 SOL ≈ $8.00");
  expect(text).toContain("Transaction fees for 2 transactions0.00001 SOL");
  expect(text).toContain("Deposit for your claim records (rent)0.0050112 SOL");
  expect(text).not.toContain("new token accounts");
  expect(text).toContain("Your SOL1 SOL → 6 SOL");
  expect(text).toContain("Your wallet requests a signature for each of the 2 transactions.");
  cleanup();
  const atOnce = { ...account, signTransactions: async (wires: readonly Uint8Array[]) => [...wires] };
  expect(planned({}, atOnce)).toContain("Your wallet requests one approval for all 2 transactions.");
});

test("shows the cost of each priority fee for all transactions together, up to the maximum of each", () => {
  setFeeSettings({ choice: "none", maxLamports: 9_000n });
  // Two transactions of (9,550 + 450) * 1.1 units at one lamport each would be 22,000 lamports.
  expect(planned()).toContain("High: 0.000018 SOL");
  setFeeSettings({ choice: "none", maxLamports: SOL });
  expect(planned()).toContain("High: 0.000022 SOL");
});

test("names the transactions that the team pays, and counts only the fees of the wallet", () => {
  const [first, second] = PLAN.transactions;
  if (!first || !second) throw new Error("There are two transactions.");
  const sponsored = { ...getTransaction(getClaim("Team", SOL)), isSponsored: true, recentPrices: null };
  const text = planned({ transactions: [sponsored, second], fees: 5_000n });
  expect(text).toContain("Teamtransaction 1 (paid by the campaign’s team)1 SOL");
  expect(text).toContain("Advisorstransaction 21 SOL");
  expect(text).toContain("Transaction fee0.000005 SOL");
  cleanup();
  const all = planned({ transactions: [sponsored], fees: 0n });
  expect(all).not.toContain("Transaction fee");
  expect(all).not.toContain("Priority fee");
});

test("groups omitted campaigns by their reason", () => {
  const names = ["A", "B", "C", "D", "E", "F", "G"];
  const leftOut = names.map((name) => ({ target: target(name), reason: "Claims are paused." }));
  const text = planned({ leftOut: [...leftOut, { target: target("Z"), reason: "Refunded." }], later: 2 });
  expect(text).toContain("Not claimed: 8");
  expect(text).toContain("A, B, C, D, E and 2 more: Claims are paused.");
  expect(text).toContain("Z: Refunded.");
  expect(text).toContain("Claim from 2 more campaigns here afterwards");
});

test("shows when nothing can be claimed, and the results of an earlier visit", () => {
  const earlier = { landed: [{ signature: "s", trees: ["a", "b"] }], isIndexed: true };
  const text = planned({ transactions: [], earlier });
  expect(text).toContain("Nothing is claimable now.");
  expect(text).toContain(
    "Earlier transactions were confirmed: 2 campaigns paid you. These claims are not repeated.",
  );
});

test("shows a result for each campaign, and marks only landed claims as claimed", () => {
  const ends: ClaimEnd[] = [
    { end: "landed", signature: "SignatureOne" },
    { end: "failed", signature: "SignatureTwo", reason: "Claims are paused." },
    { end: "unknown", signature: "SignatureThree", reason: "Nobody answered." },
    { end: "unsent", reason: "You declined." },
  ];
  const claims = ["One", "Two", "Three", "Four"].map((name) => [getClaim(name, SOL)]);
  const results = ends.map((end, at) => ({ ...end, claims: claims[at] ?? [] }));
  const { text } = show(<ClaimResultsView results={{ results, isIndexed: false, isRefused: false }} />);
  const rows = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  expect(rows[0]).toMatch(/^OneClaimed1 SOL ≈ \$2\.00SignatureOne/);
  expect(rows[1]).toMatch(/^TwoFailed.*Claims are paused\..*SignatureTwo/);
  expect(rows[2]).toMatch(/^ThreeResult unknown.*Nobody answered\..*SignatureThree/);
  expect(rows[3]).toMatch(/^FourNot sent.*You declined\.$/);
  expect(text()).toContain("1 of 4 transactions confirmed.");
  expect(text()).toContain("This page shows the change once it is indexed");
  expect(text()).not.toContain("All tokens were claimed to your wallet");
});
