import { SQUADS_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { equalBytes, fromHex } from "@/lib/core/solana/hex";
import { ByteReader, MalformedTransactionError } from "@/lib/core/solana/transaction/byte-reader";

/** The first eight bytes of the SHA-256 of `account:<name>`. */
const DISCRIMINATORS = {
  Multisig: fromHex("e07479ba44a14fec"),
  Proposal: fromHex("1a5ebdbb74883521"),
  VaultTransaction: fromHex("a8faa264510ea2cf"),
};
const DISCRIMINATOR_BYTES = 8;

const ADDRESS_BYTES = 32;

type Account = { owner: string; data: Uint8Array };

/** Permissions of a member. Source: Squads-Protocol/v4, state/multisig.rs. */
export type SquadsMember = { address: string; canInitiate: boolean; canVote: boolean; canExecute: boolean };

/** A multisig. `timeLock` is in seconds. */
export type Multisig = {
  createKey: string;
  /** The key that can change members and threshold alone; null if changes need votes. */
  configAuthority: string | null;
  threshold: number;
  timeLock: number;
  /** Index of the newest transaction; 0 before the first one. */
  transactionIndex: bigint;
  /** Transactions up to this index are stale: members can no longer vote on them. */
  staleTransactionIndex: bigint;
  members: readonly SquadsMember[];
};

/** Returns a member of a multisig, or null for any other address. */
export const getMember = ({ members }: Multisig, address: string): SquadsMember | null =>
  members.find((member) => member.address === address) ?? null;

/** The states of a proposal, in the order of the program. `executing` is from earlier versions of it. */
export const PROPOSAL_STATUSES = [
  "draft",
  "active",
  "rejected",
  "approved",
  "executing",
  "executed",
  "cancelled",
] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** The votes on a transaction. `since` is in unix seconds; null for `executing`. */
export type Proposal = {
  multisig: string;
  transactionIndex: bigint;
  status: ProposalStatus;
  since: bigint | null;
  approved: readonly string[];
  rejected: readonly string[];
  cancelled: readonly string[];
};

/** Accounts that a message loads from an address lookup table, by their indexes in it. */
type MessageLookup = { table: string; writable: readonly number[]; readonly: readonly number[] };

/** Instructions in the format of a Solana message. Signers come first, and writable ones before others. */
export type VaultMessage = {
  signerCount: number;
  writableSignerCount: number;
  writableNonSignerCount: number;
  accountKeys: readonly string[];
  instructions: readonly { programIdIndex: number; accountIndexes: readonly number[]; data: Uint8Array }[];
  lookups: readonly MessageLookup[];
};

/** The instructions that a multisig executes as one of its vaults. */
export type VaultTransaction = {
  multisig: string;
  creator: string;
  transactionIndex: bigint;
  vaultIndex: number;
  /** Number of derived addresses that also sign. Transactions of this project have none. */
  ephemeralSignerCount: number;
  message: VaultMessage;
};

/** Parses a multisig; null for any other account. */
export const readMultisig = (account: Account | null): Multisig | null =>
  readAccount("Multisig", account, (reader) => {
    const createKey = address(reader);
    const configAuthority = address(reader);
    const threshold = reader.u16();
    const timeLock = reader.u32();
    const transactionIndex = reader.u64();
    const staleTransactionIndex = reader.u64();
    if (reader.u8() === 1) reader.take(ADDRESS_BYTES); // The rent collector.
    reader.u8(); // The bump.
    const members = vector(reader, member);
    return {
      createKey,
      configAuthority: configAuthority === NO_ADDRESS ? null : configAuthority,
      ...{ threshold, timeLock, transactionIndex, staleTransactionIndex, members },
    };
  });

/** Parses a proposal; null for any other account. */
export const readProposal = (account: Account | null): Proposal | null =>
  readAccount("Proposal", account, (reader) => {
    const multisig = address(reader);
    const transactionIndex = reader.u64();
    const status = PROPOSAL_STATUSES[reader.u8()];
    if (status === undefined) throw new MalformedTransactionError("The proposal has an unknown status.");
    const since = status === "executing" ? null : BigInt.asIntN(64, reader.u64());
    reader.u8(); // The bump.
    const [approved, rejected, cancelled] = [address, address, address].map((read) => vector(reader, read));
    return {
      ...{ multisig, transactionIndex, status, since },
      ...{ approved: approved ?? [], rejected: rejected ?? [], cancelled: cancelled ?? [] },
    };
  });

/** Parses a vault transaction; null for any other account. */
export const readVaultTransaction = (account: Account | null): VaultTransaction | null =>
  readAccount("VaultTransaction", account, (reader) => {
    const multisig = address(reader);
    const creator = address(reader);
    const transactionIndex = reader.u64();
    reader.u8(); // The bump.
    const vaultIndex = reader.u8();
    reader.u8(); // The bump of the vault.
    const ephemeralSignerCount = bytes(reader).length;
    const message = {
      signerCount: reader.u8(),
      writableSignerCount: reader.u8(),
      writableNonSignerCount: reader.u8(),
      accountKeys: vector(reader, address),
      instructions: vector(reader, compiledInstruction),
      lookups: vector(reader, lookup),
    };
    return { multisig, creator, transactionIndex, vaultIndex, ephemeralSignerCount, message };
  });

/** The default of an address in Squads accounts: 32 zero bytes. */
const NO_ADDRESS = "1".repeat(ADDRESS_BYTES);

/** Parses an account of the Squads program. A multisig has spare bytes after its content. */
function readAccount<Value>(
  name: keyof typeof DISCRIMINATORS,
  account: Account | null,
  read: (reader: ByteReader) => Value,
): Value | null {
  if (account?.owner !== SQUADS_PROGRAM_ID) return null;
  const { data } = account;
  if (!equalBytes(data.subarray(0, DISCRIMINATOR_BYTES), DISCRIMINATORS[name])) return null;
  try {
    return read(new ByteReader(data.subarray(DISCRIMINATOR_BYTES)));
  } catch (error) {
    if (error instanceof MalformedTransactionError) return null;
    throw error;
  }
}

const address = (reader: ByteReader): string => readAddress(reader.take(ADDRESS_BYTES), 0);

const vector = <Item>(reader: ByteReader, read: (reader: ByteReader) => Item): Item[] =>
  reader.list(reader.u32(), () => read(reader));

const bytes = (reader: ByteReader): Uint8Array => reader.take(reader.u32());

function member(reader: ByteReader): SquadsMember {
  const key = address(reader);
  const mask = reader.u8();
  return {
    address: key,
    canInitiate: (mask & 1) !== 0,
    canVote: (mask & 2) !== 0,
    canExecute: (mask & 4) !== 0,
  };
}

const compiledInstruction = (reader: ByteReader) => ({
  programIdIndex: reader.u8(),
  accountIndexes: [...bytes(reader)],
  data: bytes(reader),
});

const lookup = (reader: ByteReader): MessageLookup => ({
  table: address(reader),
  writable: [...bytes(reader)],
  readonly: [...bytes(reader)],
});
