import { uiTokenAmount } from "../../bank/transactions/token-accounts";
import { type InstructionReader, nameAccounts, type Parsed } from "./instruction-reader";

type Kind = {
  type: string;
  accounts: readonly string[];
  fields?: (data: InstructionReader) => Record<string, unknown>;
  /**
   * The signing account: a single one by this name, or a multisig by the other name, followed by its signers.
   */
  authority?: { single: string; multisig: string };
};

const OWNER = { single: "owner", multisig: "multisigOwner" };
const AUTHORITY = { single: "authority", multisig: "multisigAuthority" };
const MINT_AUTHORITY = { single: "mintAuthority", multisig: "multisigMintAuthority" };
const FREEZE_AUTHORITY = { single: "freezeAuthority", multisig: "multisigFreezeAuthority" };

const AUTHORITY_TYPES = ["mintTokens", "freezeAccount", "accountOwner", "closeAccount"];

const amount = (data: InstructionReader) => ({ amount: data.u64().toString() });
const tokenAmount = (data: InstructionReader) => {
  const units = data.u64();
  return { tokenAmount: uiTokenAmount(units, data.u8()) };
};
const owner = (data: InstructionReader) => ({ owner: data.address() });

function mintTerms(data: InstructionReader) {
  const terms = { decimals: data.u8(), mintAuthority: data.address() };
  const freezeAuthority = data.optionalAddress();
  return freezeAuthority === null ? terms : { ...terms, freezeAuthority };
}

// In the order of the Token program's numbers.
const KINDS: readonly (Kind | "authority" | "multisig")[] = [
  { type: "initializeMint", accounts: ["mint", "rentSysvar"], fields: mintTerms },
  { type: "initializeAccount", accounts: ["account", "mint", "owner", "rentSysvar"] },
  "multisig",
  { type: "transfer", accounts: ["source", "destination"], fields: amount, authority: AUTHORITY },
  { type: "approve", accounts: ["source", "delegate"], fields: amount, authority: OWNER },
  { type: "revoke", accounts: ["source"], authority: OWNER },
  "authority",
  { type: "mintTo", accounts: ["mint", "account"], fields: amount, authority: MINT_AUTHORITY },
  { type: "burn", accounts: ["account", "mint"], fields: amount, authority: AUTHORITY },
  { type: "closeAccount", accounts: ["account", "destination"], authority: OWNER },
  { type: "freezeAccount", accounts: ["account", "mint"], authority: FREEZE_AUTHORITY },
  { type: "thawAccount", accounts: ["account", "mint"], authority: FREEZE_AUTHORITY },
  {
    type: "transferChecked",
    accounts: ["source", "mint", "destination"],
    fields: tokenAmount,
    authority: AUTHORITY,
  },
  {
    type: "approveChecked",
    accounts: ["source", "mint", "delegate"],
    fields: tokenAmount,
    authority: OWNER,
  },
  { type: "mintToChecked", accounts: ["mint", "account"], fields: tokenAmount, authority: MINT_AUTHORITY },
  { type: "burnChecked", accounts: ["account", "mint"], fields: tokenAmount, authority: AUTHORITY },
  { type: "initializeAccount2", accounts: ["account", "mint", "rentSysvar"], fields: owner },
  { type: "syncNative", accounts: ["account"] },
  { type: "initializeAccount3", accounts: ["account", "mint"], fields: owner },
  "multisig",
  { type: "initializeMint2", accounts: ["mint"], fields: mintTerms },
  { type: "getAccountDataSize", accounts: ["mint"] },
  { type: "initializeImmutableOwner", accounts: ["account"] },
  { type: "amountToUiAmount", accounts: ["mint"], fields: amount },
  { type: "uiAmountToAmount", accounts: ["mint"], fields: (data) => ({ uiAmount: data.rest() }) },
];

export function parseToken(accounts: string[], data: InstructionReader): Parsed | null {
  const number = data.u8();
  const kind = KINDS[number];
  if (kind === undefined) return null;
  if (kind === "authority") return parseSetAuthority(accounts, data);
  if (kind === "multisig") return parseMultisig(accounts, data, number);
  const named = nameAccounts(accounts, kind.accounts);
  const signers = accounts.slice(kind.accounts.length);
  const signing = kind.authority ? nameAuthority(signers, kind.authority) : {};
  return named && signing
    ? { type: kind.type, info: { ...named, ...kind.fields?.(data), ...signing } }
    : null;
}

function nameAuthority(
  [authority, ...signers]: string[],
  { single, multisig }: NonNullable<Kind["authority"]>,
) {
  if (authority === undefined) return null;
  return signers.length === 0 ? { [single]: authority } : { [multisig]: authority, signers };
}

function parseSetAuthority(accounts: string[], data: InstructionReader): Parsed | null {
  const [owned, ...signers] = accounts;
  const authorityType = AUTHORITY_TYPES[data.u8()];
  const signing = nameAuthority(signers, AUTHORITY);
  if (owned === undefined || authorityType === undefined || signing === null) return null;
  const isOfMint = authorityType === "mintTokens" || authorityType === "freezeAccount";
  const info = {
    [isOfMint ? "mint" : "account"]: owned,
    authorityType,
    newAuthority: data.optionalAddress(),
  };
  return { type: "setAuthority", info: { ...info, ...signing } };
}

const INITIALIZE_MULTISIG = 2;

/** The older form names the rent sysvar before its signers. */
function parseMultisig(accounts: string[], data: InstructionReader, number: number): Parsed | null {
  const isOlder = number === INITIALIZE_MULTISIG;
  const names = isOlder ? ["multisig", "rentSysvar"] : ["multisig"];
  const named = nameAccounts(accounts, names);
  if (named === null || accounts.length === names.length) return null;
  const info = { ...named, signers: accounts.slice(names.length), m: data.u8() };
  return { type: isOlder ? "initializeMultisig" : "initializeMultisig2", info };
}
