import { type InstructionReader, nameAccounts, type Parsed } from "./instruction-reader";

type Kind = {
  type: string;
  accounts: readonly string[];
  fields?: (data: InstructionReader) => Record<string, unknown>;
};

const NONCE = ["nonceAccount", "recentBlockhashesSysvar"] as const;

// In the order of the System program's numbers.
const KINDS: readonly Kind[] = [
  {
    type: "createAccount",
    accounts: ["source", "newAccount"],
    fields: (data) => ({ lamports: data.lamports(), space: data.lamports(), owner: data.address() }),
  },
  { type: "assign", accounts: ["account"], fields: (data) => ({ owner: data.address() }) },
  {
    type: "transfer",
    accounts: ["source", "destination"],
    fields: (data) => ({ lamports: data.lamports() }),
  },
  {
    type: "createAccountWithSeed",
    accounts: ["source", "newAccount"],
    fields: (data) => ({
      base: data.address(),
      seed: data.text(),
      lamports: data.lamports(),
      space: data.lamports(),
      owner: data.address(),
    }),
  },
  { type: "advanceNonce", accounts: [...NONCE, "nonceAuthority"] },
  {
    type: "withdrawFromNonce",
    accounts: ["nonceAccount", "destination", "recentBlockhashesSysvar", "rentSysvar", "nonceAuthority"],
    fields: (data) => ({ lamports: data.lamports() }),
  },
  {
    type: "initializeNonce",
    accounts: [...NONCE, "rentSysvar"],
    fields: (data) => ({ nonceAuthority: data.address() }),
  },
  {
    type: "authorizeNonce",
    accounts: ["nonceAccount", "nonceAuthority"],
    fields: (data) => ({ newAuthorized: data.address() }),
  },
  { type: "allocate", accounts: ["account"], fields: (data) => ({ space: data.lamports() }) },
  {
    type: "allocateWithSeed",
    accounts: ["account"],
    fields: (data) => ({
      base: data.address(),
      seed: data.text(),
      space: data.lamports(),
      owner: data.address(),
    }),
  },
  {
    type: "assignWithSeed",
    accounts: ["account"],
    fields: (data) => ({ base: data.address(), seed: data.text(), owner: data.address() }),
  },
  {
    type: "transferWithSeed",
    accounts: ["source", "sourceBase", "destination"],
    fields: (data) => ({
      lamports: data.lamports(),
      sourceSeed: data.text(),
      sourceOwner: data.address(),
    }),
  },
  { type: "upgradeNonce", accounts: ["nonceAccount"] },
];

export function parseSystem(accounts: string[], data: InstructionReader): Parsed | null {
  const kind = KINDS[data.u32()];
  const named = kind && nameAccounts(accounts, kind.accounts);
  return named ? { type: kind.type, info: { ...named, ...kind.fields?.(data) } } : null;
}
