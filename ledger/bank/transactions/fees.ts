import { PublicKey } from "@solana/web3.js";
import type { WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { bytesKey } from "../bytes-key";
import { MAX_COMPUTE_UNITS, MICRO_LAMPORTS_PER_LAMPORT, readComputeBudget } from "./compute-budget";

const LAMPORTS_PER_SIGNATURE = 5000n;

const DEFAULT_UNITS_PER_INSTRUCTION = 200_000;
const DEFAULT_UNITS_PER_BUILTIN = 3_000;

const getKey = (address: string) => bytesKey(new PublicKey(address).toBytes());

const BUILTINS = new Set(
  [
    "11111111111111111111111111111111",
    "Vote111111111111111111111111111111111111111",
    "BPFLoader1111111111111111111111111111111111",
    "BPFLoader2111111111111111111111111111111111",
    "BPFLoaderUpgradeab1e11111111111111111111111",
    "LoaderV411111111111111111111111111111111111",
    "KeccakSecp256k11111111111111111111111111111",
    "Ed25519SigVerify111111111111111111111111111",
    "ComputeBudget111111111111111111111111111111",
  ].map(getKey),
);
const SIGNATURE_PRECOMPILES = new Set(
  [
    "KeccakSecp256k11111111111111111111111111111",
    "Ed25519SigVerify111111111111111111111111111",
    "Secp256r1SigVerify1111111111111111111111111",
  ].map(getKey),
);

/**
 * Returns the fee in lamports that the network charges for a transaction, successful or not: 5000 per
 * signature, including signatures that precompiles verify, and the priority fee, rounded up to a lamport.
 */
export function transactionFee(transaction: WireTransaction): bigint {
  let signatures = transaction.requiredSignatures;
  for (const { programIdIndex, data } of transaction.instructions) {
    const program = bytesKey(transaction.staticKeys[programIdIndex] ?? new Uint8Array());
    if (SIGNATURE_PRECOMPILES.has(program)) signatures += data[0] ?? 0;
  }
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + priorityFee(transaction);
}

function priorityFee(transaction: WireTransaction): bigint {
  if (transaction.config !== null) return transaction.config.priorityFee ?? 0n;
  const { price, unitLimit } = readComputeBudget(transaction);
  const units = BigInt(Math.min(unitLimit ?? defaultUnitLimit(transaction), MAX_COMPUTE_UNITS));
  return (price * units + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT;
}

function defaultUnitLimit({ instructions, staticKeys }: WireTransaction): number {
  return instructions.reduce((sum, { programIdIndex }) => {
    const isBuiltin = BUILTINS.has(bytesKey(staticKeys[programIdIndex] ?? new Uint8Array()));
    return sum + (isBuiltin ? DEFAULT_UNITS_PER_BUILTIN : DEFAULT_UNITS_PER_INSTRUCTION);
  }, 0);
}
