import { SendTransactionError } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { describeFailure } from "@/lib/core/plans/describe-failure";
import { planWithdrawUnvested } from "@/lib/core/plans/end-campaign";
import { planFailure, planRefusal } from "@/lib/core/plans/plan-failure";
import { DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { CREATOR, MINT } from "@/tests/lib/service/actions/sample-plans";

const other = { treeAddress: CREATOR, creator: CREATOR, mint: MINT, programId: MINT };
const plan = planWithdrawUnvested({ treeAddress: CREATOR, creator: CREATOR, mint: MINT });
const program = plan.instructions.length - 1;
const custom = (code: number) => ({ InstructionError: [program, { Custom: code }] });
const writeSentence = (err: unknown, logs: string[] = []) =>
  describeFailure({ err, logs, instructions: plan.instructions })?.message;

describe("the sentence of a failure", () => {
  test.each([
    ["an error of the program", custom(6020), []],
    ["one of a called program", custom(1), [`Program ${TOKEN_PROGRAM_ID} failed: custom program error: 0x1`]],
    ["one of the runtime", "InsufficientFundsForFee", []],
    ["an unknown one", "SomethingNew", []],
  ])("the sentence for %s equals the API's", (_name, err, logs) => {
    expect(planFailure(plan, { err, logs })?.message).toBe(writeSentence(err, logs));
    expect(planFailure(plan, { err, logs })?.message).toMatch(/^[A-Z].+\.$/);
  });

  test("reads codes as those of the plan's program", () => {
    expect(planFailure(planWithdrawUnvested(other), { err: custom(6020) })?.message).toBe(
      writeSentence(custom(6020)),
    );
  });

  test("names a lack of funds also where the network keeps no logs", () => {
    expect(planFailure(plan, { err: custom(1) })?.message).toMatch(/does not have enough tokens or SOL/);
  });
});

describe("a node's refusal becomes the sentence of its error", () => {
  const simulated = (words: string) => `Transaction simulation failed: ${words}`;

  test.each([
    [`Error processing Instruction ${program}: custom program error: 0x1779`, custom(0x1779)],
    ["Blockhash not found", "BlockhashNotFound"],
    ["Attempt to debit an account but found no record of a prior credit.", "AccountNotFound"],
    ["Insufficient funds for fee", "InsufficientFundsForFee"],
    [
      "Transaction results in an account (0) with insufficient funds for rent",
      { InsufficientFundsForRent: { account_index: 0 } },
    ],
    ["This transaction has already been processed", "AlreadyProcessed"],
    ["Attempt to load a program that does not exist", "ProgramAccountNotFound"],
  ])("%s", (words, err) => {
    expect(planRefusal(plan, new Error(simulated(words))).message).toBe(writeSentence(err));
    const transactionMessage = simulated(words);
    const ofLibrary = new SendTransactionError({ action: "simulate", signature: "", transactionMessage });
    expect(planRefusal(plan, ofLibrary).message).toBe(writeSentence(err));
  });

  test("identifies the program of a code by the logs", () => {
    const logs = [
      `Program ${DEFAULT_PROGRAM_ID} invoke [1]`,
      `Program ${SYSTEM_PROGRAM_ID} failed: custom program error: 0x1`,
    ];
    const transactionMessage = simulated(
      `Error processing Instruction ${program}: custom program error: 0x1`,
    );
    const refusal = new SendTransactionError({ action: "simulate", signature: "", transactionMessage, logs });
    expect(planRefusal(plan, refusal).message).toMatch(/not have enough SOL/);
  });

  test("includes the text of an unknown refusal", () => {
    const words = "The network rejected the transaction.";
    expect(planRefusal(plan, new Error(words)).message).toBe(
      `The network rejected the transaction: ${words}`,
    );
  });
});
