import {
  ADDRESS_LOOKUP_TABLE_PROGRAM_ID,
  ASSOCIATED_TOKEN_PROGRAM_ID,
  COMPUTE_BUDGET_PROGRAM_ID,
  MEMO_PROGRAM_ID,
  SYSTEM_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import type { InstructionLayout } from "@/lib/core/solana/instruction-layout";

/** A program other than the vesting program, and all of its instructions with a complete description. */
export type KnownProgram = {
  name: string;
  /** Size of the instruction number at the beginning of the data; 0 if there is none. */
  tagBytes: 0 | 1 | 4;
  instructions: Readonly<Record<number, InstructionLayout>>;
};

const LAMPORTS = ["lamports", "u64"] as const;
const AMOUNT = ["amount", "u64"] as const;
const DECIMALS = ["decimals", "u8"] as const;
const BYTES = ["bytes", "u64"] as const;
const OWNER_PROGRAM = ["owner program", "address"] as const;
const SEEDED = [
  ["seed base", "address"],
  ["seed", "seed"],
] as const;
const MINT_FIELDS = [
  DECIMALS,
  ["mint authority", "address"],
  ["freeze authority", "optional address"],
] as const;

/** Source: solana-system-interface, SystemInstruction. */
const SYSTEM: KnownProgram = {
  name: "System program",
  tagBytes: 4,
  instructions: {
    0: {
      name: "create account",
      accounts: ["payer", "new account"],
      fields: [LAMPORTS, BYTES, OWNER_PROGRAM],
    },
    1: { name: "assign", accounts: ["account"], fields: [OWNER_PROGRAM] },
    2: { name: "transfer", accounts: ["from", "to"], fields: [LAMPORTS] },
    3: {
      name: "create account with seed",
      accounts: ["payer", "new account"],
      optional: ["seed base"],
      fields: [...SEEDED, LAMPORTS, BYTES, OWNER_PROGRAM],
    },
    4: { name: "advance nonce", accounts: ["nonce account", "recent blockhashes", "nonce authority"] },
    5: {
      name: "withdraw from nonce",
      accounts: ["nonce account", "to", "recent blockhashes", "rent", "nonce authority"],
      fields: [LAMPORTS],
    },
    6: {
      name: "initialize nonce",
      accounts: ["nonce account", "recent blockhashes", "rent"],
      fields: [["nonce authority", "address"]],
    },
    7: {
      name: "authorize nonce",
      accounts: ["nonce account", "nonce authority"],
      fields: [["new nonce authority", "address"]],
    },
    8: { name: "allocate", accounts: ["account"], fields: [BYTES] },
    9: {
      name: "allocate with seed",
      accounts: ["account", "seed base"],
      fields: [...SEEDED, BYTES, OWNER_PROGRAM],
    },
    10: { name: "assign with seed", accounts: ["account", "seed base"], fields: [...SEEDED, OWNER_PROGRAM] },
    11: {
      name: "transfer with seed",
      accounts: ["from", "seed base", "to"],
      fields: [LAMPORTS, ["seed", "seed"], OWNER_PROGRAM],
    },
    12: { name: "upgrade nonce", accounts: ["nonce account"] },
  },
};

/** The owner of a token account may be a multisig, followed by its signers. */
const SIGNERS = { rest: "signer" } as const;

/** Source: spl-token-interface, TokenInstruction. */
const TOKEN: KnownProgram = {
  name: "Token program",
  tagBytes: 1,
  instructions: {
    0: { name: "initialize mint", accounts: ["mint", "rent"], fields: MINT_FIELDS },
    1: { name: "initialize account", accounts: ["token account", "mint", "owner", "rent"] },
    2: {
      name: "initialize multisig",
      accounts: ["multisig", "rent"],
      ...SIGNERS,
      fields: [["signatures required", "u8"]],
    },
    3: { name: "transfer", accounts: ["from", "to", "owner"], ...SIGNERS, fields: [AMOUNT] },
    4: { name: "approve", accounts: ["from", "delegate", "owner"], ...SIGNERS, fields: [AMOUNT] },
    5: { name: "revoke", accounts: ["from", "owner"], ...SIGNERS },
    6: {
      name: "set authority",
      accounts: ["account", "current authority"],
      ...SIGNERS,
      fields: [
        ["authority type", "authority type"],
        ["new authority", "optional address"],
      ],
    },
    7: { name: "mint to", accounts: ["mint", "to", "mint authority"], ...SIGNERS, fields: [AMOUNT] },
    8: { name: "burn", accounts: ["from", "mint", "owner"], ...SIGNERS, fields: [AMOUNT] },
    9: { name: "close account", accounts: ["token account", "rent to", "owner"], ...SIGNERS },
    10: { name: "freeze account", accounts: ["token account", "mint", "freeze authority"], ...SIGNERS },
    11: { name: "thaw account", accounts: ["token account", "mint", "freeze authority"], ...SIGNERS },
    12: {
      name: "transfer checked",
      accounts: ["from", "mint", "to", "owner"],
      ...SIGNERS,
      fields: [AMOUNT, DECIMALS],
    },
    13: {
      name: "approve checked",
      accounts: ["from", "mint", "delegate", "owner"],
      ...SIGNERS,
      fields: [AMOUNT, DECIMALS],
    },
    14: {
      name: "mint to checked",
      accounts: ["mint", "to", "mint authority"],
      ...SIGNERS,
      fields: [AMOUNT, DECIMALS],
    },
    15: {
      name: "burn checked",
      accounts: ["from", "mint", "owner"],
      ...SIGNERS,
      fields: [AMOUNT, DECIMALS],
    },
    16: {
      name: "initialize account 2",
      accounts: ["token account", "mint", "rent"],
      fields: [["owner", "address"]],
    },
    17: { name: "sync native", accounts: ["token account"], optional: ["rent"] },
    18: {
      name: "initialize account 3",
      accounts: ["token account", "mint"],
      fields: [["owner", "address"]],
    },
    19: {
      name: "initialize multisig 2",
      accounts: ["multisig"],
      ...SIGNERS,
      fields: [["signatures required", "u8"]],
    },
    20: { name: "initialize mint 2", accounts: ["mint"], fields: MINT_FIELDS },
    21: { name: "get account data size", accounts: ["mint"] },
    22: { name: "initialize immutable owner", accounts: ["token account"] },
    23: { name: "amount to display amount", accounts: ["mint"], fields: [AMOUNT] },
    24: { name: "display amount to amount", accounts: ["mint"], fields: [["text", "text"]] },
  },
};

const CREATE_TOKEN_ACCOUNT = {
  accounts: ["payer", "token account", "owner", "mint", "system program", "token program"],
  optional: ["rent"],
} as const;

/** Source: spl-associated-token-account-interface. Empty data means the same as 0. */
const ASSOCIATED_TOKEN: KnownProgram = {
  name: "Associated token account program",
  tagBytes: 1,
  instructions: {
    0: { name: "create", ...CREATE_TOKEN_ACCOUNT },
    1: { name: "create if missing", ...CREATE_TOKEN_ACCOUNT },
    2: {
      name: "recover nested",
      accounts: [
        ...["nested account", "nested mint", "to", "token account", "mint", "owner"],
        "token program",
      ],
    },
  },
};

/** Source: solana-compute-budget-interface. */
const COMPUTE_BUDGET: KnownProgram = {
  name: "Compute budget",
  tagBytes: 1,
  instructions: {
    1: { name: "request heap", accounts: [], fields: [["bytes", "u32"]] },
    2: { name: "set compute unit limit", accounts: [], fields: [["compute units", "u32"]] },
    3: { name: "set compute unit price", accounts: [], fields: [["micro-lamports per unit", "u64"]] },
    4: { name: "set loaded account data limit", accounts: [], fields: [["bytes", "u32"]] },
  },
};

/** Source: solana-address-lookup-table-interface, ProgramInstruction. */
const LOOKUP_TABLE: KnownProgram = {
  name: "Address lookup table program",
  tagBytes: 4,
  instructions: {
    0: {
      name: "create lookup table",
      accounts: ["lookup table", "lookup table authority", "payer", "system program"],
      fields: [
        ["recent slot", "u64"],
        ["bump", "u8"],
      ],
    },
    1: { name: "freeze lookup table", accounts: ["lookup table", "lookup table authority"] },
    2: {
      name: "extend lookup table",
      accounts: ["lookup table", "lookup table authority"],
      optional: ["payer", "system program"],
      fields: [["addresses", "addresses"]],
    },
    3: { name: "deactivate lookup table", accounts: ["lookup table", "lookup table authority"] },
    4: { name: "close lookup table", accounts: ["lookup table", "lookup table authority", "rent to"] },
  },
};

const MEMO: KnownProgram = {
  name: "Memo",
  tagBytes: 0,
  instructions: {
    0: { name: "write a memo", accounts: [], rest: "signer", fields: [["text", "text"]] },
  },
};

/** All programs other than the vesting program whose instructions are described, by address. */
export const KNOWN_PROGRAMS: ReadonlyMap<string, KnownProgram> = new Map([
  [SYSTEM_PROGRAM_ID, SYSTEM],
  [TOKEN_PROGRAM_ID, TOKEN],
  [ASSOCIATED_TOKEN_PROGRAM_ID, ASSOCIATED_TOKEN],
  [COMPUTE_BUDGET_PROGRAM_ID, COMPUTE_BUDGET],
  [ADDRESS_LOOKUP_TABLE_PROGRAM_ID, LOOKUP_TABLE],
  [MEMO_PROGRAM_ID, MEMO],
]);

/** The names of these programs and of their instructions, accounts and arguments. */
export const KNOWN_PROGRAM_NAMES: readonly string[] = [...KNOWN_PROGRAMS.values()].flatMap(
  ({ name, instructions }) => [
    name,
    ...Object.values(instructions).flatMap((layout) => [
      ...[layout.name, ...layout.accounts, ...(layout.optional ?? []), ...(layout.rest ? [layout.rest] : [])],
      ...(layout.fields ?? []).map(([field]) => field),
    ]),
  ],
);
