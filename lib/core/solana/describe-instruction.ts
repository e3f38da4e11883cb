import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  MEMO_PROGRAM_ID,
  SYSTEM_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { camelCase, decodeInstruction } from "@/lib/core/solana/codec";
import { toHex } from "@/lib/core/solana/hex";
import { IDL } from "@/lib/core/solana/idl/idl";

/** An instruction as a ledger has it: who is called, with which accounts in order, and with which bytes. */
export type RawInstruction = { program: string; accounts: readonly string[]; data: Uint8Array };

/** An instruction in words; what could not be named is null. */
export type DescribedInstruction = {
  program: { address: string; name: string | null };
  name: string | null;
  accounts: { address: string; name: string | null }[];
  /** Names and values of the arguments that matter to whoever signs it. */
  arguments: [string, string][];
};

/** Names of a program's instructions by how their data begins, each with the names of its first accounts. */
type Known = {
  name: string;
  tag: (data: Uint8Array) => number | null;
  instructions: Record<number, Named>;
  /** Reads the arguments of some instructions; absent where they have none that matter. */
  read?: Record<number, (data: Uint8Array) => [string, string][]>;
};
type Named = [name: string, ...accounts: string[]];

/** Of a hash, and of an address. */
const HASH_BYTES = 32;

const byte = (data: Uint8Array) => data[0] ?? null;
const word = (data: Uint8Array) =>
  data.length < 4 ? null : new DataView(data.buffer, data.byteOffset).getUint32(0, true);

/** A u64 of an argument, and an address. */
const amountAt =
  (name: string, at: number) =>
  (data: Uint8Array): [string, string][] =>
    data.length < at + 8
      ? []
      : [[name, new DataView(data.buffer, data.byteOffset).getBigUint64(at, true).toString()]];
const addressAt =
  (name: string, at: number) =>
  (data: Uint8Array): [string, string][] =>
    data.length < at + HASH_BYTES ? [] : [[name, readAddress(data, at)]];

type Reader = (data: Uint8Array) => [string, string][];
const all =
  (...readers: readonly Reader[]): Reader =>
  (data) =>
    readers.flatMap((read) => read(data));

/** Where the seed of "create account with seed" ends: after tag, base, its length and itself. */
const afterSeed = (read: (at: number) => Reader): Reader => {
  const seedAt = 4 + HASH_BYTES;
  return (data) => {
    if (data.length < seedAt + 8) return [];
    const length = new DataView(data.buffer, data.byteOffset).getUint32(seedAt, true);
    return read(seedAt + 8 + Math.min(length, data.length))(data);
  };
};

const asText =
  (name: string): Reader =>
  (data) => [[name, new TextDecoder().decode(data)]];

/** Source: the programs' own interfaces (system, token, associated token account, compute budget, memo). */
const PROGRAMS: Readonly<Record<string, Known>> = {
  [SYSTEM_PROGRAM_ID]: {
    name: "System program",
    tag: word,
    instructions: {
      0: ["create account", "payer", "new account"],
      1: ["assign", "account"],
      2: ["transfer", "from", "to"],
      3: ["create account with seed", "payer", "new account"],
      4: ["advance nonce", "nonce account", "recent blockhashes", "nonce authority"],
      5: ["withdraw from nonce", "nonce account", "to"],
      6: ["initialize nonce", "nonce account"],
      7: ["authorize nonce", "nonce account", "nonce authority"],
      8: ["allocate", "account"],
    },
    read: {
      0: all(amountAt("lamports", 4), amountAt("bytes", 12), addressAt("owner program", 20)),
      1: addressAt("owner program", 4),
      2: amountAt("lamports", 4),
      3: afterSeed((at) => all(amountAt("lamports", at), addressAt("owner program", at + 16))),
      5: amountAt("lamports", 4),
      6: addressAt("nonce authority", 4),
      7: addressAt("new nonce authority", 4),
    },
  },
  [TOKEN_PROGRAM_ID]: {
    name: "Token program",
    tag: byte,
    instructions: {
      0: ["initialize mint", "mint"],
      1: ["initialize account", "token account", "mint", "owner"],
      3: ["transfer", "from", "to", "owner"],
      4: ["approve", "from", "delegate", "owner"],
      7: ["mint to", "mint", "to", "mint authority"],
      8: ["burn", "from", "mint", "owner"],
      9: ["close account", "token account", "rent to", "owner"],
      12: ["transfer checked", "from", "mint", "to", "owner"],
      16: ["initialize account 2", "token account", "mint"],
      17: ["sync native", "token account"],
      18: ["initialize account 3", "token account", "mint"],
      20: ["initialize mint 2", "mint"],
      21: ["get account data size", "mint"],
      22: ["initialize immutable owner", "token account"],
    },
    read: {
      3: amountAt("amount", 1),
      4: amountAt("amount", 1),
      7: amountAt("amount", 1),
      8: amountAt("amount", 1),
      12: amountAt("amount", 1),
    },
  },
  [ASSOCIATED_TOKEN_PROGRAM_ID]: {
    name: "Associated token account program",
    tag: (data) => byte(data) ?? 0,
    instructions: {
      0: ["create", "payer", "token account", "owner", "mint"],
      1: ["create unless there", "payer", "token account", "owner", "mint"],
    },
  },
  ComputeBudget111111111111111111111111111111: {
    name: "Compute budget",
    tag: byte,
    instructions: { 1: ["request heap"], 2: ["limit compute units"], 3: ["price compute units"] },
    read: { 3: amountAt("micro-lamports a unit", 1) },
  },
  [MEMO_PROGRAM_ID]: {
    name: "Memo",
    tag: () => 0,
    instructions: { 0: ["write a memo", "signer"] },
    read: { 0: asText("text") },
  },
};

/** What these programs, their instructions and the accounts of those are called. */
export const OTHER_NAMES: readonly string[] = Object.values(PROGRAMS).flatMap(({ name, instructions }) => [
  name,
  ...Object.values(instructions).flat(),
]);

/** Says what an instruction does, by the interfaces of the programs that campaigns have to do with. */
export function describeInstruction(given: RawInstruction, programId: string): DescribedInstruction {
  if (given.program === programId) return describeOwn(given);
  const known = PROGRAMS[given.program];
  const tag = known?.tag(given.data) ?? null;
  const [name = null, ...names] = (tag === null ? undefined : known?.instructions[tag]) ?? [];
  return {
    program: { address: given.program, name: known?.name ?? null },
    name,
    accounts: given.accounts.map((address, at) => ({ address, name: names[at] ?? null })),
    arguments: (tag === null ? undefined : known?.read?.[tag])?.(given.data) ?? [],
  };
}

/** What the program is called whose accounts readers came for. */
export const OWN_PROGRAM = "Vesting program";

const spaced = (name: string) => name.replaceAll("_", " ");

function describeOwn({ program, accounts, data }: RawInstruction): DescribedInstruction {
  const read = decodeInstruction(data);
  const names = IDL.instructions.find(({ name }) => name === read?.name)?.accounts ?? [];
  return {
    program: { address: program, name: OWN_PROGRAM },
    name: read && spaced(read.name),
    accounts: accounts.map((address, at) => ({ address, name: spaced(names[at]?.name ?? "") || null })),
    arguments: Object.entries(read?.arguments ?? {}).flatMap(([name, value]) => fieldsOf(name, value)),
  };
}

/** A value by its name, one with fields of its own by theirs. */
export function fieldsOf(name: string, value: unknown): [string, string][] {
  if (value instanceof Uint8Array) {
    const siblings = value.length / HASH_BYTES;
    return [[name, Number.isInteger(siblings) ? `${siblings} hashes` : toHex(value)]];
  }
  if (Array.isArray(value)) return [[name, value.map(String).join(", ")]];
  if (typeof value !== "object" || value === null) return [[name, value === null ? "none" : String(value)]];
  return Object.entries(value).flatMap(([inner, of]) => fieldsOf(inner, of));
}

/** A name of the interface in words: `merkleRoot` and `merkle_root` are "merkle root". */
export const inWords = (name: string): string =>
  spaced(camelCase(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
