import { describe, expect, test } from "vitest";
import { planCancelStream, planWithdrawUnvested } from "@/lib/core/plans/end-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import type { Multisig } from "@/lib/core/squads/accounts";
import { findSquadsVaultAddress } from "@/lib/core/squads/addresses";
import { proposeAction } from "@/lib/service/actions/squads-proposal";
import { BENEFICIARY, CREATOR, LEAF, MINT } from "./sample-plans";

const options = { multisig: CREATOR, vaultIndex: 3 };
const vault = findSquadsVaultAddress(options);
const member = { address: BENEFICIARY, canInitiate: true, canVote: false, canExecute: false };
const multisig: Multisig = {
  ...{ createKey: CREATOR, configAuthority: null, threshold: 2, timeLock: 60, transactionIndex: 8n },
  ...{ staleTransactionIndex: 0n, members: [member] },
};
const propose = (plan: TransactionPlan, memo?: string) =>
  proposeAction(plan, { vault, options: { ...options, memo }, multisig, member });

const campaign = { treeAddress: MINT, mint: MINT };
const stream = planCancelStream({ ...campaign, creator: vault, beneficiary: BENEFICIARY, schedule: LEAF });

describe("proposeAction", () => {
  test("keeps the action's name and accounts, and states the proposal", () => {
    const { plan, proposal } = propose(stream);
    expect(plan).toMatchObject({
      ...{ instruction: "cancel_stream", accounts: stream.accounts },
      ...{ feePayer: BENEFICIARY, signers: [BENEFICIARY] },
    });
    expect(proposal).toMatchObject({
      ...{ multisig: CREATOR, vault, transactionIndex: "9", approves: false, threshold: 2, timeLock: 60 },
    });
  });

  test("refuses an action that another account must sign", () => {
    const other = planWithdrawUnvested({ ...campaign, creator: CREATOR });
    expect(() => propose(other)).toThrow(`needs the signature of ${CREATOR}`);
  });

  test("refuses a memo that leaves no room in a transaction", () => {
    expect(() => propose(stream, "字".repeat(200))).toThrow(
      /^Correct squads\.memo: is too long\. The proposal needs 1\d{3} bytes/,
    );
  });
});
