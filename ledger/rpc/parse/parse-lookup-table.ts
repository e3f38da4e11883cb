import bs58 from "bs58";
import type { AccountState } from "../../bank/engine";
import { readLookupTable } from "../../bank/transactions/lookup-tables";
import { type InstructionReader, nameAccounts, type Parsed } from "./instruction-reader";

/** Returns a lookup table in parsed form, or null for any other account. */
export function parseLookupTable(account: AccountState) {
  const table = readLookupTable(account);
  if (table === null) return null;
  const info = {
    deactivationSlot: table.deactivationSlot.toString(),
    lastExtendedSlot: table.lastExtendedSlot.toString(),
    lastExtendedSlotStartIndex: table.lastExtendedSlotStartIndex,
    ...(table.authority !== null && { authority: bs58.encode(table.authority) }),
    addresses: table.addresses.map((address) => bs58.encode(address)),
  };
  const parsed = { info, type: "lookupTable" };
  return { parsed, program: "address-lookup-table", space: account.data.length };
}

const TABLE = ["lookupTableAccount", "lookupTableAuthority"] as const;
const PAYER = ["payerAccount", "systemProgram"] as const;

type Kind = {
  type: string;
  accounts: readonly string[];
  /** Accounts that may be omitted, all of them together. */
  optional?: readonly string[];
  fields?: (data: InstructionReader) => Record<string, unknown>;
};

// In the order of the Address Lookup Table program's numbers.
const KINDS: readonly Kind[] = [
  {
    type: "createLookupTable",
    accounts: [...TABLE, ...PAYER],
    fields: (data) => ({ recentSlot: data.lamports(), bumpSeed: data.u8() }),
  },
  { type: "freezeLookupTable", accounts: TABLE },
  {
    type: "extendLookupTable",
    accounts: TABLE,
    optional: PAYER,
    fields: (data) => ({ newAddresses: data.list(Number(data.u64()), () => data.address()) }),
  },
  { type: "deactivateLookupTable", accounts: TABLE },
  { type: "closeLookupTable", accounts: [...TABLE, "recipient"] },
];

/** Parses an instruction of the Address Lookup Table program. */
export function parseLookupTableInstruction(accounts: string[], data: InstructionReader): Parsed | null {
  const kind = KINDS[data.u32()];
  const named = kind && nameAccounts(accounts, kind.accounts);
  if (!named) return null;
  const optional = nameAccounts(accounts.slice(kind.accounts.length), kind.optional ?? []);
  return { type: kind.type, info: { ...named, ...kind.fields?.(data), ...optional } };
}
