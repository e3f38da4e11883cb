import bs58 from "bs58";
import { SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/solana/addresses";
import { u64Json } from "./json";

export type RawInstruction = { programIdIndex: number; accounts: number[]; data: Uint8Array };

type Parsed = { type: string; info: Record<string, unknown> };

/**
 * An instruction in `jsonParsed` form: the plain movements of SOL and tokens are spelled out; everything else is
 * only partially decoded, as a node does with programs it does not know.
 */
export function parseInstruction(instruction: RawInstruction, keys: Uint8Array[], stackHeight: number) {
  const name = (index: number | undefined) => bs58.encode(keys[index ?? -1] ?? new Uint8Array());
  const programId = name(instruction.programIdIndex);
  const accounts = instruction.accounts.map(name);
  const parsed = parseKnown(programId, accounts, instruction.data);
  return parsed === null
    ? { accounts, data: bs58.encode(instruction.data), programId, stackHeight }
    : { parsed: { info: parsed.info, type: parsed.type }, program: parsed.program, programId, stackHeight };
}

function parseKnown(programId: string, accounts: string[], data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (programId === SYSTEM_PROGRAM_ID) return named("system", parseSystem(accounts, view));
  if (programId === TOKEN_PROGRAM_ID) return named("spl-token", parseToken(accounts, view));
  return null;
}

function named(program: string, parsed: Parsed | null) {
  return parsed === null ? null : { program, ...parsed };
}

function parseSystem(accounts: string[], data: DataView): Parsed | null {
  const [source, destination] = accounts;
  if (source === undefined || destination === undefined || data.byteLength < 12) return null;
  const lamports = u64Json(data.getBigUint64(4, true));
  const kind = data.getUint32(0, true);
  if (kind === 2 && data.byteLength === 12) {
    return { type: "transfer", info: { source, destination, lamports } };
  }
  if (kind === 0 && data.byteLength === 52) {
    const owner = bs58.encode(new Uint8Array(data.buffer, data.byteOffset + 20, 32));
    const space = u64Json(data.getBigUint64(12, true));
    return { type: "createAccount", info: { source, newAccount: destination, lamports, space, owner } };
  }
  return null;
}

const TRANSFER = 3;
const MINT_TO = 7;

function parseToken(accounts: string[], data: DataView): Parsed | null {
  const [first, second, authority] = accounts;
  if (accounts.length !== 3 || data.byteLength !== 9) return null;
  const amount = data.getBigUint64(1, true).toString();
  switch (data.getUint8(0)) {
    case TRANSFER:
      return { type: "transfer", info: { source: first, destination: second, authority, amount } };
    case MINT_TO:
      return { type: "mintTo", info: { mint: first, account: second, mintAuthority: authority, amount } };
    default:
      return null;
  }
}
