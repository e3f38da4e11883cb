import bs58 from "bs58";
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  addressBytes,
  SYSTEM_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { MalformedTransactionError } from "@/lib/core/solana/transaction/byte-reader";
import type { WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { bytesKey } from "../../bank/bytes-key";
import { InstructionReader, nameAccounts, type Parsed } from "./instruction-reader";
import { parseLookupTableInstruction } from "./parse-lookup-table";
import { parseSystem } from "./parse-system";
import { parseToken } from "./parse-token";

type RawInstruction = { programIdIndex: number; accounts: number[]; data: Uint8Array };

type Program = { name: string; parse: (accounts: string[], data: InstructionReader) => Parsed | null };

const TOKEN_2022_PROGRAM_ID = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const LOOKUP_TABLE_PROGRAM_ID = "AddressLookupTab1e1111111111111111111111111";
const TOKEN: Program = { name: "spl-token", parse: parseToken };

const PROGRAMS = new Map<string, Program>([
  [SYSTEM_PROGRAM_ID, { name: "system", parse: parseSystem }],
  [TOKEN_PROGRAM_ID, TOKEN],
  [TOKEN_2022_PROGRAM_ID, TOKEN],
  [LOOKUP_TABLE_PROGRAM_ID, { name: "address-lookup-table", parse: parseLookupTableInstruction }],
  [ASSOCIATED_TOKEN_PROGRAM_ID, { name: "spl-associated-token-account", parse: parseAssociatedToken }],
]);

/**
 * Returns an instruction in `jsonParsed` form. Instructions of the System, Token, Associated Token, Address
 * Lookup Table and Memo programs are parsed. All others are only partially decoded, as a node does with
 * unknown programs.
 */
export function parseInstruction(instruction: RawInstruction, keys: Uint8Array[], stackHeight: number) {
  const name = (index: number | undefined) => bs58.encode(keys[index ?? -1] ?? new Uint8Array());
  const programId = name(instruction.programIdIndex);
  const accounts = instruction.accounts.map(name);
  if (MEMO_PROGRAM_IDS.includes(programId)) {
    return {
      parsed: Buffer.from(instruction.data).toString("utf8"),
      program: "spl-memo",
      programId,
      stackHeight,
    };
  }
  const program = PROGRAMS.get(programId);
  const parsed = program ? parseKnown(program, accounts, instruction.data) : null;
  return program === undefined || parsed === null
    ? { accounts, data: bs58.encode(instruction.data), programId, stackHeight }
    : { parsed: { info: parsed.info, type: parsed.type }, program: program.name, programId, stackHeight };
}

/** An instruction without the accounts or bytes of its kind stays unparsed. */
function parseKnown(program: Program, accounts: string[], data: Uint8Array): Parsed | null {
  try {
    return program.parse(accounts, new InstructionReader(data));
  } catch (error) {
    if (error instanceof MalformedTransactionError) return null;
    throw error;
  }
}

const CREATE = ["source", "account", "wallet", "mint", "systemProgram", "tokenProgram"] as const;
const RECOVER = [
  "nestedSource",
  "nestedMint",
  "destination",
  "nestedOwner",
  "ownerMint",
  "wallet",
  "tokenProgram",
] as const;

const KINDS = [
  { type: "create", names: CREATE },
  { type: "createIdempotent", names: CREATE },
  { type: "recoverNested", names: RECOVER },
];

/**
 * Parses an instruction of the Associated Token program; the oldest form has no data and creates an account.
 */
function parseAssociatedToken(accounts: string[], data: InstructionReader): Parsed | null {
  const kind = KINDS[data.remaining === 0 ? 0 : data.u8()];
  const info = kind && nameAccounts<string>(accounts, kind.names);
  return info ? { type: kind.type, info } : null;
}

const MEMO_PROGRAM_IDS = [
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
];
const MEMO_PROGRAMS = new Set(MEMO_PROGRAM_IDS.map((id) => bytesKey(addressBytes(id))));

/**
 * Returns the memos of a transaction in a node's format: each with its length in bytes, or null without
 * memos.
 */
export function readMemo(transaction: WireTransaction): string | null {
  const memos = transaction.instructions
    .filter(({ programIdIndex }) =>
      MEMO_PROGRAMS.has(bytesKey(transaction.staticKeys[programIdIndex] ?? new Uint8Array())),
    )
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString("utf8")}`);
  return memos.length === 0 ? null : memos.join("; ");
}
