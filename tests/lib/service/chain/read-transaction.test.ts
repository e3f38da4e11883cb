import { expect, it } from "vitest";
import { DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readTransaction, transactionAnswer } from "@/lib/service/chain/answers";

const SIGNATURE = "5".repeat(88);

function answer(meta: object | null, more: object = {}) {
  const transaction = { signatures: [SIGNATURE], message: { accountKeys: [DEFAULT_PROGRAM_ID] } };
  return readTransaction(transactionAnswer.parse({ slot: 7, blockTime: 9, transaction, meta, ...more }));
}

it("names every account of a transaction, those from lookup tables included", () => {
  const loadedAddresses = { writable: [SYSTEM_PROGRAM_ID], readonly: [TOKEN_PROGRAM_ID] };
  expect(answer({ err: null, logMessages: [], loadedAddresses }, { version: 0 })).toMatchObject({
    version: 0,
    accounts: [DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID],
  });
});

it("tells a log that the node did not keep from an empty one, and what is not written yet from both", () => {
  expect(answer({ err: null, logMessages: null })).toMatchObject({ logs: null, failed: false });
  expect(answer({ err: null, logMessages: [] })).toMatchObject({ logs: [] });
  expect(answer({ err: { InstructionError: [0, { Custom: 6015 }] } })).toMatchObject({ failed: true });
  expect(answer(null)).toBeNull();
  expect(answer({ err: null }, { blockTime: null })).toMatchObject({ blockTime: null });
});
