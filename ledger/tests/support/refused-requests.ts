import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";

export type RefusedRequest = { method: string; params: unknown[]; code: number; message: string | RegExp };

const WALLET = Keypair.generate().publicKey.toBase58();
const SIGNATURE = bs58.encode(Buffer.alloc(64, 1));
const INVALID_PARAMS = -32602;
const BELOW_CONFIRMED = "Method does not support commitment below `confirmed`";

const refused = (
  method: string,
  params: unknown[],
  message: string | RegExp,
  code = INVALID_PARAMS,
): RefusedRequest => ({ method, params, code, message });

const memcmp = (bytes: unknown, encoding?: string) => [
  WALLET,
  { filters: [{ memcmp: { offset: 0, bytes, encoding } }] },
];

/**
 * Requests with invalid parameters and a node's error, from rpc/src/rpc.rs of Agave and from jsonrpc-core.
 */
export const REFUSED_REQUESTS: readonly RefusedRequest[] = [
  refused("getNothing", [], "Method not found", -32601),
  // The number of parameters
  refused("getBalance", [], "`params` should have at least 1 argument(s)"),
  refused("getBalance", [WALLET, {}, 1], "Invalid parameters: Expected from 1 to 2 parameters."),
  refused("getGenesisHash", [1], "Invalid parameters: No parameters were expected"),
  refused("getBlockTime", [], "Invalid params: invalid length 0, expected a tuple of size 1."),
  // Addresses, signatures and hashes
  refused("getBalance", ["0OIl"], "Invalid param: Invalid"),
  refused("getBalance", [bs58.encode(Buffer.alloc(31, 1))], "Invalid param: WrongSize"),
  refused("getBalance", ["1".repeat(45)], "Invalid param: WrongSize"),
  refused("getTransaction", ["abc"], "Invalid param: WrongSize"),
  refused("getTransaction", ["0OIl"], "Invalid param: Invalid"),
  refused("isBlockhashValid", ["0OIl"], "Invalid"),
  refused("isBlockhashValid", ["abc"], "WrongSize"),
  // Variants
  refused(
    "getAccountInfo",
    [WALLET, { encoding: "hex" }],
    "Invalid params: unknown variant `hex`, expected one of `binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`.",
  ),
  refused(
    "getBalance",
    [WALLET, { commitment: "sure" }],
    "Invalid params: unknown variant `sure`, expected one of `processed`, `confirmed`, `finalized`.",
  ),
  refused(
    "sendTransaction",
    ["AA==", { encoding: "hex" }],
    "Invalid params: unknown variant `hex`, expected one of `binary`, `base64`, `base58`, `json`, `jsonParsed`.",
  ),
  // Limits
  refused("getMultipleAccounts", [Array(101).fill(WALLET)], "Too many inputs provided; max 100"),
  refused("getSignatureStatuses", [Array(257).fill(SIGNATURE)], "Too many inputs provided; max 256"),
  refused("getRecentPrioritizationFees", [Array(129).fill(WALLET)], "Too many inputs provided; max 128"),
  refused("getSignaturesForAddress", [WALLET, { limit: 0 }], "Invalid limit; max 1000"),
  refused("getSignaturesForAddress", [WALLET, { limit: 1001 }], "Invalid limit; max 1000"),
  refused("getSlotLeaders", [0, 5001], "Invalid limit; max 5000"),
  refused("getRecentPerformanceSamples", [721], "Invalid limit; max 720"),
  refused("getBlocks", [0, 600_000], "Slot range too large; max 500000"),
  refused("getBlocksWithLimit", [0, 500_001], "Limit too large; max 500000"),
  refused("getBlockProduction", [{ range: { firstSlot: 1e9 } }], /^Invalid slot range/),
  // Filters
  refused(
    "getProgramAccounts",
    [WALLET, { filters: Array(5).fill({ dataSize: 1 }) }],
    "Too many filters provided; max 4",
  ),
  refused("getProgramAccounts", memcmp(Array(129).fill(0)), "Invalid param: DataTooLarge"),
  refused(
    "getProgramAccounts",
    memcmp(Buffer.alloc(129).toString("base64"), "base64"),
    "Invalid param: DataTooLarge",
  ),
  refused(
    "getProgramAccounts",
    memcmp("a0"),
    "Invalid param: Base58DecodeError(InvalidCharacter { character: '0', index: 1 })",
  ),
  refused(
    "getProgramAccounts",
    memcmp("####", "base64"),
    "Invalid param: Base64DecodeError(InvalidByte(0, 35))",
  ),
  // Commitments and slots
  refused("getSignaturesForAddress", [WALLET, { commitment: "processed" }], BELOW_CONFIRMED),
  refused("getTransaction", [SIGNATURE, { commitment: "processed" }], BELOW_CONFIRMED),
  refused("getBlock", [1, { commitment: "processed" }], BELOW_CONFIRMED),
  refused(
    "getBalance",
    [WALLET, { minContextSlot: 1e9 }],
    "Minimum context slot has not been reached",
    -32016,
  ),
  refused("getBlock", [999_999_999], "Block not available for slot 999999999", -32004),
  refused("getBlockTime", [999_999_999], "Block not available for slot 999999999", -32004),
  // Tokens
  refused("getTokenAccountBalance", [WALLET], "Invalid param: could not find account"),
  refused(
    "getTokenAccountBalance",
    ["11111111111111111111111111111111"],
    "Invalid param: not a Token account",
  ),
  refused("getTokenSupply", ["11111111111111111111111111111111"], "Invalid param: not a Token mint"),
  refused("getTokenAccountsByOwner", [WALLET, { mint: WALLET }], "Invalid param: could not find mint"),
  refused(
    "getTokenAccountsByOwner",
    [WALLET, { programId: WALLET }],
    "Invalid param: unrecognized Token program id",
  ),
];
