import { expect, it } from "vitest";
import { DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import {
  readTransactionAnswer,
  transactionAnswer,
} from "@/lib/core/solana/rpc-responses/transaction-response";

const SIGNATURE = "5".repeat(88);

function answer(meta: object | null, more: object = {}) {
  const transaction = { signatures: [SIGNATURE], message: { accountKeys: [DEFAULT_PROGRAM_ID] } };
  const parsed = transactionAnswer.parse({ slot: 7, blockTime: 9, transaction, meta, ...more });
  return readTransactionAnswer(parsed, DEFAULT_PROGRAM_ID);
}

it("names every account of a transaction with a truncated log, including those from lookup tables", () => {
  const loadedAddresses = { writable: [SYSTEM_PROGRAM_ID], readonly: [TOKEN_PROGRAM_ID] };
  const cut = { err: null, logMessages: ["Log truncated"], loadedAddresses };
  expect(answer(cut, { version: 0 })).toMatchObject({
    status: "indexed",
    lostAccounts: [DEFAULT_PROGRAM_ID, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID],
  });
  expect(answer({ ...cut, logMessages: [] })).toMatchObject({ lostAccounts: null });
});

it("treats a log that the node did not keep as truncated before its first line, not as empty", () => {
  expect(answer({ err: null, logMessages: null })).toMatchObject({
    status: "indexed",
    isLogTruncated: true,
    lostAccounts: [DEFAULT_PROGRAM_ID],
  });
  expect(answer({ err: null, logMessages: [] })).toMatchObject({ status: "indexed", events: [] });
  expect(answer({ err: { InstructionError: [0, { Custom: 6015 }] } })).toMatchObject({ status: "failed" });
  expect(answer(null)).toBeNull();
  expect(answer({ err: null }, { blockTime: null })).toMatchObject({ blockTime: null });
});
