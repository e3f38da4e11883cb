import { type InstructionReader, nameAccounts, type Parsed } from "./instruction-reader";

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

/** An instruction of the Associated Token program; the oldest form has no data and creates. */
export function parseAssociatedToken(accounts: string[], data: InstructionReader): Parsed | null {
  const kind = KINDS[data.isEmpty ? 0 : data.u8()];
  const info = kind && nameAccounts<string>(accounts, kind.names);
  return info ? { type: kind.type, info } : null;
}
