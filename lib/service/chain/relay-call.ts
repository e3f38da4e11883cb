import bs58 from "bs58";
import * as z from "zod";
import { isAddress } from "@/lib/core/solana/addresses";
import { MalformedTransactionError } from "@/lib/core/solana/transaction/byte-reader";
import {
  MAX_TRANSACTION_BASE64,
  MAX_TRANSACTION_VERSION,
  readTransaction,
} from "@/lib/core/solana/transaction/wire-transaction";

/** The JSON-RPC calls that the relay accepts from pages, with all allowed parameters. */

const MAX_ACCOUNTS = 100;
const MAX_STATUSES = 32;
const MAX_WATCHED_ACCOUNTS = 64;
const MAX_ACCOUNT_BYTES = 10 * 1024 * 1024;
const MAX_LISTED_SIGNATURES = 20;
/** Lookups that cost a node little more than one account. */
const FEW_ACCOUNTS = 10;

const address = z.string().max(44).refine(isAddress, "must be an address");
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, "must be a signature");
const wire = z.base64().max(MAX_TRANSACTION_BASE64);
const commitment = z.enum(["processed", "confirmed", "finalized"]).optional();
const slot = z.int().min(0).optional();
const base64 = z.literal("base64");
const size = z.int().min(0).max(MAX_ACCOUNT_BYTES);

const context = z.strictObject({ commitment, minContextSlot: slot }).optional();
const accountConfig = z
  .strictObject({
    commitment,
    minContextSlot: slot,
    encoding: base64,
    dataSlice: z.strictObject({ offset: size, length: size }).optional(),
  })
  .optional();
const sendConfig = z.strictObject({
  encoding: base64,
  skipPreflight: z.boolean().optional(),
  preflightCommitment: commitment,
  maxRetries: z.int().min(0).max(100).optional(),
  minContextSlot: slot,
});
const simulateConfig = z.strictObject({
  encoding: base64,
  commitment,
  minContextSlot: slot,
  sigVerify: z.boolean().optional(),
  replaceRecentBlockhash: z.boolean().optional(),
  accounts: z
    .strictObject({ encoding: base64, addresses: z.array(address).max(MAX_WATCHED_ACCOUNTS) })
    .optional(),
});

const call = <const Method extends string, Params extends z.ZodType>(method: Method, params: Params) =>
  z.object({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string().max(64), z.int()]),
    method: z.literal(method),
    params,
  });

const none = z.tuple([]).default([]);

/**
 * One JSON-RPC call of the dashboard: calls that simulate, send and track a transaction, and that read its
 * accounts.
 */
export const relayCall = z.discriminatedUnion("method", [
  call("getAccountInfo", z.tuple([address, accountConfig])),
  call("getBalance", z.tuple([address, context])),
  call("getBlockHeight", z.tuple([context]).default([undefined])),
  call("getFeeForMessage", z.tuple([wire, context])),
  call("getGenesisHash", none),
  call("getLatestBlockhash", z.tuple([context]).default([undefined])),
  call("getMinimumBalanceForRentExemption", z.tuple([size, context])),
  call("getMultipleAccounts", z.tuple([z.array(address).min(1).max(MAX_ACCOUNTS), accountConfig])),
  call("getRecentPrioritizationFees", z.tuple([z.array(address).min(1).max(MAX_ACCOUNTS)])),
  call(
    "getSignatureStatuses",
    z.tuple([
      z.array(signature).min(1).max(MAX_STATUSES),
      z.strictObject({ searchTransactionHistory: z.boolean().optional() }).optional(),
    ]),
  ),
  call(
    "getSignaturesForAddress",
    z.tuple([address, z.strictObject({ commitment, limit: z.int().min(1).max(MAX_LISTED_SIGNATURES) })]),
  ),
  call(
    "getTransaction",
    z.tuple([
      signature,
      z.strictObject({
        commitment,
        encoding: z.literal("json").optional(),
        maxSupportedTransactionVersion: z.int().min(0).max(MAX_TRANSACTION_VERSION),
      }),
    ]),
  ),
  call("sendTransaction", z.tuple([wire, sendConfig])),
  call("simulateTransaction", z.tuple([wire, simulateConfig])),
  // Only on the local ledger: its faucet and its clock.
  call("requestAirdrop", z.tuple([address, z.int().min(1), context])),
  call("ledger_advanceTime", z.tuple([z.int().min(1)])),
]);

export type RelayCall = z.output<typeof relayCall>;

/** Returns whether only the local ledger supports the call. */
export const isLocalOnly = ({ method }: RelayCall) =>
  method === "requestAirdrop" || method === "ledger_advanceTime";

/** Returns whether the call costs a node more than a lookup. */
export const isExpensive = ({ method, params }: RelayCall) =>
  method === "sendTransaction" ||
  method === "simulateTransaction" ||
  method === "getSignaturesForAddress" ||
  method === "getTransaction" ||
  (method === "getMultipleAccounts" && params[0].length > FEW_ACCOUNTS);

/** An instruction with the addresses of a transaction; accounts from lookup tables are empty. `data` is hex. */
export type RelayedInstruction = { program: string; accounts: string[]; data: string };

/** A sent or simulated transaction. The first signer is the fee payer. */
export type RelayedTransaction = { signers: string[]; instructions: RelayedInstruction[] };

/** Returns the transaction that a call sends or simulates; null for other calls. */
export function parseRelayedTransaction({ method, params }: RelayCall): RelayedTransaction | null {
  if (method !== "sendTransaction" && method !== "simulateTransaction") return null;
  try {
    const { staticKeys, instructions, requiredSignatures } = readTransaction(
      Buffer.from(params[0], "base64"),
    );
    const keys = staticKeys.map((key) => bs58.encode(key));
    return {
      signers: keys.slice(0, requiredSignatures),
      instructions: instructions.map(({ programIdIndex, accounts, data }) => ({
        program: keys[programIdIndex] ?? "",
        accounts: Array.from(accounts, (index) => keys[index] ?? ""),
        data: Buffer.from(data).toString("hex"),
      })),
    };
  } catch (error) {
    if (!(error instanceof MalformedTransactionError)) throw error;
    return { signers: [], instructions: [] };
  }
}
