import bs58 from "bs58";
import { z } from "zod";
import type { Bank } from "../../bank/bank";
import type { Faucet } from "../../bank/faucet";
import { type Simulation, type SimulationRequest, simulate } from "../../bank/simulation";
import { BLOCKHASH_WINDOW } from "../../bank/slots";
import { MalformedTransaction } from "../../bank/transactions/byte-reader";
import { transactionFee } from "../../bank/transactions/fees";
import { transactionErrorText } from "../../bank/transactions/transaction-error";
import {
  MAX_V1_TRANSACTION_BYTES,
  readTransaction,
  transactionSignature,
  type WireTransaction,
} from "../../bank/transactions/wire-transaction";
import { accountKeys } from "../../history/transaction-record";
import { encodeAccount } from "../encode/encode-account";
import {
  encodeBalances,
  encodeInnerInstructions,
  encodeLoadedAddresses,
  encodeReturnData,
} from "../encode/encode-transaction";
import { u64Json } from "../encode/json";
import { contextSlot, type Method, method, withContext } from "../method";
import { accountEncoding, address, commitment, config, contextConfig, optional, slotNumber } from "../params";
import { invalidParams, preflightFailure, RPC_CODES, RpcError } from "../rpc-error";

const wireEncoding = optional(z.enum(["base58", "base64"]));

const sendConfig = config({
  encoding: wireEncoding,
  skipPreflight: optional(z.boolean()),
  preflightCommitment: commitment,
  maxRetries: optional(z.int().min(0)),
  minContextSlot: optional(slotNumber),
});

const simulateConfig = config({
  ...contextConfig,
  encoding: wireEncoding,
  sigVerify: optional(z.boolean()),
  replaceRecentBlockhash: optional(z.boolean()),
  innerInstructions: optional(z.boolean()),
  accounts: optional(z.object({ encoding: accountEncoding, addresses: z.array(address) })),
});
type SimulateConfig = z.output<typeof simulateConfig>;

const lamports = z.int().min(1);

export function submissionMethods(bank: Bank, faucet: Faucet): Record<string, Method> {
  return {
    sendTransaction: method(z.tuple([z.string(), sendConfig]), ([text, options]) => {
      const transaction = decodeTransaction(text, options.encoding);
      if (!options.skipPreflight) preflight(bank, transaction, options);
      bank.process(transaction);
      return bs58.encode(transactionSignature(transaction));
    }),
    simulateTransaction: method(z.tuple([z.string(), simulateConfig]), ([text, options]) => {
      if (options.sigVerify && options.replaceRecentBlockhash) {
        throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
      }
      return answerSimulation(bank, decodeTransaction(text, options.encoding), options);
    }),
    getFeeForMessage: method(z.tuple([z.string(), config(contextConfig)]), ([text, options]) => {
      const slot = contextSlot(bank, options);
      const transaction = decodeMessage(text);
      const valid = bank.isCurrent(transaction, slot);
      return withContext(slot, valid ? u64Json(transactionFee(transaction)) : null);
    }),
    requestAirdrop: method(z.tuple([address, lamports, config(contextConfig)]), ([to, amount]) => {
      const record = faucet.pay(bank, to, BigInt(amount));
      if (record === null) {
        throw new RpcError(
          RPC_CODES.internalError,
          "Airdrop failed: the amount leaves the account below rent exemption.",
        );
      }
      return bs58.encode(transactionSignature(record.wire));
    }),
  };
}

function decodeTransaction(text: string, encoding: "base58" | "base64" | undefined): WireTransaction {
  const name = encoding ?? "base58";
  if (text.length > 2 * MAX_V1_TRANSACTION_BYTES) {
    throw invalidParams(`${name} encoded transaction too large: ${text.length} bytes`);
  }
  const bytes = name === "base64" ? decodeBase64(text) : bs58.decodeUnsafe(text);
  if (bytes === undefined) throw invalidParams(`invalid ${name} encoding`);
  return readOrRefuse(bytes);
}

function readOrRefuse(bytes: Uint8Array): WireTransaction {
  try {
    return readTransaction(bytes);
  } catch (error) {
    if (!(error instanceof MalformedTransaction)) throw error;
    throw invalidParams(`failed to deserialize transaction: ${error.message}`);
  }
}

function decodeBase64(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, "base64")
    : undefined;
}

/** Reads a message without its signatures, by putting empty ones where the wire format has them. */
function decodeMessage(text: string): WireTransaction {
  const message = decodeBase64(text);
  if (message === undefined || message.length < 4) throw invalidParams("invalid base64 encoding");
  const [first = 0, second = 0] = message;
  const count = (first & 0x80) === 0 ? first : second;
  const signatures = Buffer.alloc(64 * count);
  const isVersion1 = first === 0x81;
  return readOrRefuse(
    isVersion1
      ? Buffer.concat([message, signatures])
      : Buffer.concat([Buffer.from([count & 0x7f]), signatures, message]),
  );
}

function preflight(bank: Bank, transaction: WireTransaction, options: z.output<typeof sendConfig>): void {
  const slot = contextSlot(bank, {
    commitment: options.preflightCommitment,
    minContextSlot: options.minContextSlot,
  });
  const simulation = runSimulation(bank, { transaction, slot, verifySignatures: true, checkBlockhash: true });
  const known = bank.history.ordinalOf(transactionSignature(transaction)) !== null;
  const err = known ? "AlreadyProcessed" : simulation.err;
  if (err === null) return;
  const told = known ? { ...simulation, logs: [], innerInstructions: [], computeUnits: 0 } : simulation;
  throw preflightFailure(err, { ...encodeSimulation(told, transaction, false), err, accounts: null });
}

function answerSimulation(bank: Bank, transaction: WireTransaction, options: SimulateConfig) {
  const slot = contextSlot(bank, options);
  const replace = options.replaceRecentBlockhash ?? false;
  const verifySignatures = options.sigVerify ?? false;
  const simulation = runSimulation(bank, { transaction, slot, verifySignatures, checkBlockhash: !replace });
  const wanted = options.accounts;
  const hashSlot = bank.slots.lastBlockAt(Math.min(slot, bank.slots.open - 1));
  return withContext(slot, {
    ...encodeSimulation(simulation, transaction, options.innerInstructions ?? false),
    accounts:
      wanted === undefined
        ? null
        : wanted.addresses.map((key) => {
            if (simulation.err !== null) return null;
            const account = simulation.accountAfter(key);
            const view = { encoding: wanted.encoding ?? "base64" };
            return account && encodeAccount({ address: key, account }, view, simulation.accountAfter);
          }),
    replacementBlockhash: replace
      ? {
          blockhash: bank.slots.blockhash(hashSlot),
          lastValidBlockHeight: bank.slots.height(hashSlot) + BLOCKHASH_WINDOW,
        }
      : null,
  });
}

function runSimulation(bank: Bank, request: SimulationRequest): Simulation {
  const result = simulate(bank, request);
  if ("unloadable" in result) {
    throw invalidParams(`invalid transaction: ${transactionErrorText(result.unloadable)}`);
  }
  if (result.err === "SignatureFailure") {
    const message = "Transaction signature verification failure";
    throw new RpcError(RPC_CODES.signatureVerificationFailure, message);
  }
  return result;
}

function encodeSimulation(simulation: Simulation, transaction: WireTransaction, withInner: boolean) {
  const keys = accountKeys({ wire: transaction, loaded: simulation.loaded });
  return {
    err: simulation.err,
    logs: simulation.logs,
    unitsConsumed: simulation.computeUnits,
    returnData: simulation.returnData && encodeReturnData(simulation.returnData),
    innerInstructions: withInner ? encodeInnerInstructions(simulation.innerInstructions, keys, true) : null,
    fee: simulation.fee === null ? null : u64Json(simulation.fee),
    loadedAccountsDataSize: simulation.loadedAccountsDataSize,
    loadedAddresses: encodeLoadedAddresses(simulation.loaded),
    ...encodeBalances({ ...simulation, fee: simulation.fee ?? 0n }),
  };
}
