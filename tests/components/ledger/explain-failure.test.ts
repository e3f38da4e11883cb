import { expect, test } from "vitest";
import { explainFailure, explainRefusal } from "@/components/ledger/explain-failure";

test.each<[string, RegExp]>([
  [
    "Simulation failed. Message: Error processing Instruction 0: custom program error: 0x1779. Logs: []",
    /paused/i,
  ],
  ["Transaction simulation failed: Blockhash not found", /Blockhash not found|in time/],
  ["Attempt to debit an account but found no record of a prior credit.", /no SOL yet/],
  [
    "Error processing Instruction 0: custom program error: 0x1. Logs: [insufficient lamports 1, need 2]",
    /hold enough/,
  ],
])("a node's refusal %# becomes a sentence", (said, sentence) => {
  expect(explainRefusal(new Error(said))).toMatch(sentence);
});

test("an error of the program is told by its own sentence", () => {
  expect(explainFailure({ InstructionError: [1, { Custom: 6020 }] })).toMatch(/cancelled/);
});
