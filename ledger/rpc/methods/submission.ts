import bs58 from "bs58";
import * as z from "zod";
import { transactionSignature, type WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import type { Bank } from "../../bank/bank";
import type { Faucet } from "../../bank/faucet";
import { type Simulation, type SimulationRequest, simulate } from "../../bank/simulation";
import { BLOCKHASH_WINDOW } from "../../bank/slots";
import { transactionFee } from "../../bank/transactions/fees";
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
import { decodeMessage, decodeTransaction, invalidTransaction, wireEncoding } from "./read-transaction";

const sendConfig = config({
  encoding: wireEncoding,
  skipPreflight: optional(z.boolean()),
  preflightCommitment: commitment,
  maxRetries: optional(z.int().min(0)),
  minContextSlot: optional(slotNumber),
});

type SendConfig = z.output<typeof sendConfig>;

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
      if (options.skipPreflight) requireLoadable(bank, transaction, options);
      else preflight(bank, transaction, options);
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
      const transaction = decodeMessage(text);
      const slot = contextSlot(bank, options);
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

/** Checks a transaction as a node does that only forwards it. */
function requireLoadable(bank: Bank, transaction: WireTransaction, { minContextSlot }: SendConfig): void {
  const loaded = bank.loadAddresses(
    transaction,
    contextSlot(bank, { commitment: "processed", minContextSlot }),
  );
  if (typeof loaded === "string") throw invalidTransaction(loaded);
}

function preflight(bank: Bank, transaction: WireTransaction, options: SendConfig): void {
  const slot = contextSlot(bank, {
    commitment: options.preflightCommitment,
    minContextSlot: options.minContextSlot,
  });
  const simulation = runSimulation(bank, { transaction, slot, verifySignatures: true, checkBlockhash: true });
  const known = bank.history.getOrdinal(transactionSignature(transaction)) !== null;
  const err = known ? "AlreadyProcessed" : simulation.err;
  if (err === null) return;
  const shown = known ? { ...simulation, logs: [], innerInstructions: [], computeUnits: 0 } : simulation;
  throw preflightFailure(err, { ...encodeSimulation(shown, transaction, false), err, ...NOT_IN_PREFLIGHT });
}

/** The members of a simulation that a failed preflight omits. */
const NOT_IN_PREFLIGHT = {
  accounts: null,
  replacementBlockhash: null,
  loadedAddresses: null,
  preBalances: null,
  postBalances: null,
  preTokenBalances: null,
  postTokenBalances: null,
};

function answerSimulation(bank: Bank, transaction: WireTransaction, options: SimulateConfig) {
  const slot = contextSlot(bank, options);
  const replace = options.replaceRecentBlockhash ?? false;
  const verifySignatures = options.sigVerify ?? false;
  const simulation = runSimulation(bank, { transaction, slot, verifySignatures, checkBlockhash: !replace });
  const wanted = options.accounts;
  requireShowable(wanted, accountKeys({ wire: transaction, loaded: simulation.loaded }).length);
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

function requireShowable(wanted: SimulateConfig["accounts"], keyCount: number): void {
  if (wanted?.encoding === "base58" || wanted?.encoding === "binary") {
    throw invalidParams("base58 encoding not supported");
  }
  if (wanted && wanted.addresses.length > keyCount) {
    throw invalidParams(`Too many accounts provided; max ${keyCount}`);
  }
}

function runSimulation(bank: Bank, request: SimulationRequest): Simulation {
  const result = simulate(bank, request);
  if ("unloadable" in result) throw invalidTransaction(result.unloadable);
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
