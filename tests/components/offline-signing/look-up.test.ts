import {
  type CompiledInstruction,
  Message,
  type MessageV0,
  PublicKey,
  type TransactionInstruction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as rpcCall from "@/components/network/rpc-call";
import { requireDone } from "@/components/offline-signing/look-up";
import { english } from "@/lib/core/i18n/translator";
import { withDurableNonce } from "@/lib/core/plans/durable-nonce";
import { planCancelCampaign } from "@/lib/core/plans/end-campaign";
import { planPause } from "@/lib/core/plans/govern-campaign";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { unsignedTransaction } from "@/lib/core/plans/serialize-plan";

const requested = { answer: null as unknown };
beforeEach(() => {
  vi.spyOn(rpcCall, "callRpc").mockImplementation(async () => requested.answer);
});
afterEach(() => vi.restoreAllMocks());

const key = (n: number) => new PublicKey(new Uint8Array(32).fill(n)).toBase58();
const [KEEPER, TREE, EXECUTOR, BLOCKHASH, MULTISIG] = [key(1), key(2), key(3), key(4), key(5)];
const CANCEL = planCancelCampaign({ treeAddress: TREE, cancelAuthority: KEEPER });

const getMessage = (plan: SendablePlan) =>
  unsignedTransaction(plan, { blockhash: BLOCKHASH, lastValidBlockHeight: 0 }).compileMessage();

type Meta = { err?: object | null; innerInstructions?: object[] };

/** Makes the network return one transaction, of slot 10, in the encoding `json`. */
function ledgerHas(message: Message | MessageV0, meta: Meta = {}, version: "legacy" | 1 = "legacy"): void {
  const accountKeys = message.staticAccountKeys.map((address) => address.toBase58());
  const instructions = message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    ...{ programIdIndex, accounts: accountKeyIndexes, data: bs58.encode(data) },
  }));
  requested.answer = {
    ...{ slot: 10, version },
    ...{ transaction: { message: { accountKeys, instructions }, signatures: [] } },
    meta: { err: null, ...meta },
  };
}

const done = (plan: SendablePlan, slot = 9) => requireDone(english, "signature", { plan, slot });

test("accepts a transaction that did the planned actions, with its nonce or without", async () => {
  ledgerHas(getMessage(CANCEL));
  await done(CANCEL);
  ledgerHas(getMessage(withDurableNonce(CANCEL, { address: key(6), authority: KEEPER, value: BLOCKHASH })));
  await done(CANCEL);
});

/** A multisig's program calls the planned instruction, whose keys belong to the outer transaction. */
function calledBy(program: string, { keys, programId, data }: TransactionInstruction) {
  const accountKeys = [EXECUTOR, KEEPER, TREE, program, programId.toBase58()];
  const at = (address: string) => accountKeys.indexOf(address);
  const message = new Message({
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 },
    accountKeys,
    recentBlockhash: BLOCKHASH,
    instructions: [{ programIdIndex: at(program), accounts: [1, 2], data: "" }],
  });
  const called: CompiledInstruction = {
    programIdIndex: at(programId.toBase58()),
    accounts: keys.map(({ pubkey }) => at(pubkey.toBase58())),
    data: bs58.encode(data),
  };
  return { message, innerInstructions: [{ index: 0, instructions: [called] }] };
}

test("accepts a multisig's execution that called the program", async () => {
  const [instruction] = CANCEL.instructions as [TransactionInstruction];
  const { message, innerInstructions } = calledBy(MULTISIG, instruction);
  ledgerHas(message, { innerInstructions });
  await done(CANCEL);
  ledgerHas(message);
  await expect(done(CANCEL)).rejects.toThrow("does not match the exported transaction");
});

test("accepts a version-1 transaction of a multisig", async () => {
  const [instruction] = CANCEL.instructions as [TransactionInstruction];
  const { message, innerInstructions } = calledBy(MULTISIG, instruction);
  ledgerHas(message, { innerInstructions }, 1);
  await done(CANCEL);
});

test("refuses a transaction that did something else, failed, came before or is missing", async () => {
  requested.answer = null;
  await expect(done(CANCEL)).rejects.toThrow("no transaction with this signature yet");
  ledgerHas(getMessage(CANCEL), { err: { InstructionError: [0, "Custom"] } });
  await expect(done(CANCEL)).rejects.toThrow("failed on the network");
  ledgerHas(getMessage(CANCEL));
  await expect(done(CANCEL, 11)).rejects.toThrow("before this one was exported");
  for (const other of [
    planCancelCampaign({ treeAddress: key(7), cancelAuthority: KEEPER }),
    planPause({ treeAddress: TREE, pauseAuthority: KEEPER }),
  ]) {
    ledgerHas(getMessage(other));
    await expect(done(CANCEL)).rejects.toThrow("does not match the exported transaction");
  }
});
