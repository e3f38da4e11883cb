import { AddressLookupTableAccount, MessageV0, PublicKey, Transaction } from "@solana/web3.js";
import { COMPUTE_BUDGET_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { encodeVersion1, type StatedConfig } from "@/lib/core/solana/transaction/version-1";
import { getMaxBytes, type TransactionVersion } from "@/lib/core/solana/transaction/wire-transaction";
import type { LookupTable, SendablePlan } from "./plan";
import { defaultComputeUnits, priorityLamports, withoutPriorityFee } from "./priority-fee";

/** A blockhash and the last block height at which a transaction with it can land. */
export type RecentBlockhash = { blockhash: string; lastValidBlockHeight: number };

/** All versions, those that more wallets sign first. */
export const ALL_VERSIONS: readonly TransactionVersion[] = ["legacy", 0, 1];

const SIGNATURE_BYTES = 64;
const HEADER_BYTES = 3;
/** Size of an address, and of a blockhash. */
const KEY_BYTES = 32;
// Any 32 bytes suffice to measure a transaction.
const UNSET_BLOCKHASH = "11111111111111111111111111111111";
const UNSET = { blockhash: UNSET_BLOCKHASH, lastValidBlockHeight: 0 };

/** Returns the plan as a legacy transaction without signatures. */
export function unsignedTransaction(plan: SendablePlan, recent: RecentBlockhash): Transaction {
  return new Transaction({
    feePayer: new PublicKey(plan.feePayer),
    blockhash: recent.blockhash,
    lastValidBlockHeight: recent.lastValidBlockHeight,
  }).add(...plan.instructions);
}

/**
 * Returns the plan's wire bytes with an all-zero signature for every signer. Version 0 uses the plan's lookup
 * tables. Version 1 states the plan's compute budget in the message instead of instructions.
 */
export function unsignedBytes(
  plan: SendablePlan,
  recent: RecentBlockhash,
  version: TransactionVersion = "legacy",
): Uint8Array {
  if (version === 1) return encodeVersion1(compile(withoutPriorityFee(plan), recent, []), getConfig(plan));
  if (version === 0) {
    const message = compile(plan, recent, plan.lookupTables ?? []);
    const signers = message.header.numRequiredSignatures;
    const signatures = new Uint8Array(SIGNATURE_BYTES * signers);
    return Uint8Array.from([signers, ...signatures, ...message.serialize()]);
  }
  return unsignedTransaction(plan, recent).serialize({
    requireAllSignatures: false,
    verifySignatures: false,
  });
}

function compile(plan: SendablePlan, recent: RecentBlockhash, tables: readonly LookupTable[]): MessageV0 {
  return MessageV0.compile({
    payerKey: new PublicKey(plan.feePayer),
    recentBlockhash: recent.blockhash,
    instructions: [...plan.instructions],
    addressLookupTableAccounts: tables.map(toAccount),
  });
}

const toAccount = ({ address, addresses }: LookupTable) =>
  new AddressLookupTableAccount({
    key: new PublicKey(address),
    // Only the addresses matter for compilation.
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: addresses.map((each) => new PublicKey(each)),
    },
  });

/** The network's limit for a transaction of another version that does not state one: 64 MiB. */
const MAX_LOADED_ACCOUNTS_BYTES = 64 * 1024 * 1024;
/** First bytes of the compute budget program's instructions. */
const [SET_COMPUTE_UNIT_LIMIT, SET_COMPUTE_UNIT_PRICE] = [2, 3];

/** Returns the plan's compute budget, or the values that the network uses for other versions by default. */
function getConfig(plan: SendablePlan): StatedConfig {
  let computeUnitLimit = defaultComputeUnits(withoutPriorityFee(plan).instructions.length);
  let computeUnitPrice = 0n;
  for (const { programId, data } of plan.instructions) {
    if (programId.toBase58() !== COMPUTE_BUDGET_PROGRAM_ID) continue;
    if (data[0] === SET_COMPUTE_UNIT_LIMIT) computeUnitLimit = data.readUInt32LE(1);
    if (data[0] === SET_COMPUTE_UNIT_PRICE) computeUnitPrice = data.readBigUInt64LE(1);
  }
  return {
    computeUnitLimit,
    priorityFee: priorityLamports({ computeUnitLimit, computeUnitPrice }),
    loadedAccountsDataSizeLimit: MAX_LOADED_ACCOUNTS_BYTES,
  };
}

/** Returns the version that most wallets sign among those in which the plan fits; legacy if it fits in none. */
export const fittingVersion = (plan: SendablePlan): TransactionVersion =>
  ALL_VERSIONS.find((version) => transactionSize(plan, version) <= getMaxBytes(version)) ?? "legacy";

/** Returns the size of a length prefix: each byte holds seven bits of the length. */
const prefixSize = (length: number) => (length < 0x80 ? 1 : length < 0x4000 ? 2 : 3);

const listSize = (length: number, itemBytes: number) => prefixSize(length) + length * itemBytes;

/**
 * Returns the size of the plan on the wire, signatures included. Legacy and version 0 are computed without
 * serialization, because web3.js cannot serialize a transaction that exceeds a packet.
 */
export function transactionSize(plan: SendablePlan, version: TransactionVersion = "legacy"): number {
  if (version === 1) return unsignedBytes(plan, UNSET, 1).length;
  const { header, staticAccountKeys, addressTableLookups } = compile(
    plan,
    UNSET,
    version === 0 ? (plan.lookupTables ?? []) : [],
  );
  const instructions = plan.instructions.map(
    ({ keys, data }) => 1 + listSize(keys.length, 1) + listSize(data.length, 1),
  );
  const lookups = addressTableLookups.map(
    ({ writableIndexes, readonlyIndexes }) =>
      KEY_BYTES + listSize(writableIndexes.length, 1) + listSize(readonlyIndexes.length, 1),
  );
  const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, prefixSize(sizes.length));
  return (
    listSize(header.numRequiredSignatures, SIGNATURE_BYTES) +
    HEADER_BYTES +
    listSize(staticAccountKeys.length, KEY_BYTES) +
    KEY_BYTES +
    sum(instructions) +
    // The version's own byte precedes the header.
    (version === 0 ? 1 + sum(lookups) : 0)
  );
}
