import { english, type Translator } from "@/lib/core/i18n/translator";
import type { LookupTable } from "@/lib/core/plans/plan";
import type { ComputeBudget } from "@/lib/core/plans/priority-fee";
import { decimalText } from "@/lib/core/recipients/number-text";
import { MEMO_PROGRAM_ID, SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import {
  type DescribedInstruction,
  describeInstruction,
  splitName,
} from "@/lib/core/solana/describe-instruction";
import { toHex } from "@/lib/core/solana/hex";
import { readName } from "@/lib/core/solana/interface-names";
import type { TransactionConfig, TransactionVersion } from "@/lib/core/solana/transaction/wire-transaction";
import { escapeUntrusted } from "@/lib/core/text/escape-text";
import { accountAddresses, checkLoadedAccounts, type LoadingInstruction } from "./loaded-accounts";
import { maxNetworkFee, type NetworkFee, statedComputeBudget } from "./network-fee";
import { readMessage } from "./wire-parts";

/**
 * How long a message is valid: until its durable nonce is used, for about a minute, or never if it is only a
 * proof.
 */
type Lifetime =
  | { kind: "nonce"; account: string; authority: string; value: string }
  | { kind: "blockhash"; value: string }
  | { kind: "never" };

/** The effects of a message, derived only from its bytes. */
export type MessageDescription = {
  version: TransactionVersion;
  feePayer: string;
  /** All required signers, the fee payer first. */
  signers: readonly string[];
  lifetime: Lifetime;
  /** The maximum network fee, regardless of the instructions; null for a proof, which cannot be sent. */
  fee: NetworkFee | null;
  /** The compute unit limit and price that the message states; null unless it states both. */
  computeBudget: ComputeBudget | null;
  /** The lookup tables that the message names. */
  tables: readonly string[];
  instructions: readonly NamedInstruction[];
  /** False if an instruction is not described completely. */
  isKnown: boolean;
  /** Complete description for display, one entry per line. */
  lines: readonly string[];
};

/** A described instruction, with its bytes for instructions without a description. */
type NamedInstruction = LoadingInstruction & { data: Uint8Array };

const ADVANCE_NONCE = "advance nonce";
/** All zeros: no block ever has this hash. */
const NO_BLOCKHASH = SYSTEM_PROGRAM_ID;

type DescribeOptions = {
  /** Translates only the lines; names stay as in the program interface. */
  t?: Translator;
  /** The content of the lookup tables that the message names, in order. It need not be trusted. */
  lookupTables?: readonly LookupTable[];
};

/**
 * Describes a message of any version. `programId` identifies the vesting program; it must come from a trusted
 * source, never from the author of the message. Every account from a lookup table is checked against the
 * message.
 * @throws RangeError for a message that is not valid, and for lookup tables that it does not prove
 */
export function describeMessage(
  message: Uint8Array,
  programId: string,
  { t = english, lookupTables = [] }: DescribeOptions = {},
): MessageDescription {
  const read = readMessage(message);
  const { version, staticKeys, requiredSignatures, config } = read;
  const keys = accountAddresses(read, lookupTables);
  const at = (index: number) => keys[index] ?? "";
  const instructions = read.instructions.map(({ programIdIndex, accounts, data }) => {
    const indexes = [...accounts];
    const instruction = { program: at(programIdIndex), accounts: indexes.map(at), data };
    const isLoaded = indexes.map((index) => index >= staticKeys.length);
    return { ...describeInstruction(instruction, programId), data, isLoaded };
  });
  checkLoadedAccounts(t, { instructions, loaded: keys.slice(staticKeys.length) }, programId);
  const signers = keys.slice(0, requiredSignatures);
  const lifetime = getLifetime(readAddress(read.recentBlockhash, 0), instructions);
  const fee = lifetime.kind === "never" ? null : maxNetworkFee(signers.length, instructions, config);
  const tables = lookupTables.map(({ address }) => address);
  const parts = { version, config, signers, lifetime, fee, tables, instructions };
  return {
    ...parts,
    feePayer: at(0),
    computeBudget: statedComputeBudget(instructions, config),
    isKnown: instructions.every(({ name }) => name !== null),
    lines: getLines(t, parts),
  };
}

/**
 * Returns the addresses that must sign a message, the fee payer first.
 * @throws RangeError for a message that is not valid
 */
export function messageSigners(message: Uint8Array): string[] {
  const { staticKeys, requiredSignatures } = readMessage(message);
  return staticKeys.slice(0, requiredSignatures).map((key) => readAddress(key, 0));
}

function getLifetime(value: string, [first]: readonly DescribedInstruction[]): Lifetime {
  if (value === NO_BLOCKHASH) return { kind: "never" };
  const advances = first?.program.address === SYSTEM_PROGRAM_ID && first.name === ADVANCE_NONCE;
  const [account, , authority] = first?.accounts ?? [];
  if (!advances || !account || !authority) return { kind: "blockhash", value };
  return { kind: "nonce", account: account.address, authority: authority.address, value };
}

/** Returns a sentence about how long a message is valid. */
function lifetimeSentence(t: Translator, lifetime: Lifetime): string {
  if (lifetime.kind === "never") {
    return t(
      "The network does not accept this transaction. It moves nothing and only proves the identity of its signer.",
    );
  }
  const { value } = lifetime;
  if (lifetime.kind === "blockhash") {
    return t("The transaction can be sent for about one minute after its creation (blockhash {value}).", {
      value,
    });
  }
  const { account, authority } = lifetime;
  return t(
    "The transaction can be sent at any time until the nonce account {account} is used or advanced by {authority} (nonce {value}).",
    { account, authority, value },
  );
}

const sol = (lamports: bigint) => decimalText(lamports, SOL_DECIMALS);

function feeSentence(t: Translator, { total, priority }: NetworkFee): string {
  if (priority === 0n) return t("Transaction fee: {total} SOL", { total: sol(total) });
  const values = { total: sol(total), priority: sol(priority) };
  return t("Transaction fee: at most {total} SOL, including a priority fee of {priority} SOL", values);
}

type Parts = Pick<
  MessageDescription,
  "version" | "signers" | "lifetime" | "fee" | "tables" | "instructions"
> & {
  config: TransactionConfig | null;
};

function getLines(t: Translator, parts: Parts): string[] {
  const { version, config, signers, lifetime, fee, tables, instructions } = parts;
  const [feePayer = "", ...others] = signers;
  return [
    ...(version === "legacy" ? [] : [t("Transaction version: {version}", { version: `${version}` })]),
    ...(config ? [limitsSentence(t, config)] : []),
    t("Transaction fee payer and signer: {signer}", { signer: feePayer }),
    ...others.map((signer) => t("Additional signer: {signer}", { signer })),
    lifetimeSentence(t, lifetime),
    ...(fee ? [feeSentence(t, fee)] : []),
    ...tables.map((address) =>
      t("Lookup table: {address}. The file states its accounts, and the message proves them.", { address }),
    ),
    ...instructions.flatMap((instruction, at) => instructionLines(t, instruction, at)),
  ];
}

const limitsSentence = (t: Translator, config: TransactionConfig) =>
  t("Limits: {units} compute units, {bytes} bytes of accounts, {heap} bytes of heap", {
    units: `${config.computeUnitLimit ?? 0}`,
    bytes: `${config.loadedAccountsDataSizeLimit ?? 0}`,
    heap: `${config.heapSize ?? DEFAULT_HEAP_BYTES}`,
  });

function instructionLines(t: Translator, described: NamedInstruction, at: number): string[] {
  const { program, name, accounts, data, isLoaded } = described;
  const source = (position: number) => (isLoaded[position] ? ` ${t("(from the lookup table)")}` : "");
  const title = name
    ? `${readName(t, program.name ?? program.address)}: ${readName(t, name)}`
    : t("UNKNOWN INSTRUCTION of program {program}", { program: program.name ?? program.address });
  const getRole = (role: string | null, position: number) =>
    role === null ? t("account {number}", { number: `${position + 1}` }) : readName(t, role);
  return [
    `${at + 1}. ${title}`,
    ...accounts.map(
      (account, position) => `   ${getRole(account.name, position)}: ${account.address}${source(position)}`,
    ),
    ...(name ? [] : [`   ${data.length > 0 ? t("data: {hex}", { hex: toHex(data) }) : t("data: none")}`]),
    ...described.arguments.map(
      ([argument, value]) => `   ${readName(t, splitName(argument))}: ${inPlainWords(argument, value)}`,
    ),
  ];
}

const SOL_DECIMALS = 9;
/** The network's heap of a program in a transaction that states none. */
const DEFAULT_HEAP_BYTES = 32_768;
/** The maximum of Date, in seconds. */
const LAST_DATE = 8_640_000_000_000n;

/** Formats a value for display: lamports also in SOL, and times also as a date. */
function inPlainWords(name: string, value: string): string {
  if (!/^-?\d+$/.test(value)) return escapeUntrusted(value);
  const number = BigInt(value);
  if (name === "lamports") return `${value} (${sol(number)} SOL)`;
  const isTime = /time$/i.test(name) && number > -LAST_DATE && number < LAST_DATE;
  return isTime ? `${value} (${new Date(Number(number) * 1000).toISOString()})` : value;
}

/** Returns the text of a wallet proof if the message is one; null otherwise. */
export const proofText = ({ lifetime, instructions }: MessageDescription): string | null => {
  const [only, ...more] = instructions;
  if (lifetime.kind !== "never" || more.length > 0 || only?.program.address !== MEMO_PROGRAM_ID) return null;
  return escapeUntrusted(only.arguments.find(([name]) => name === "text")?.[1] ?? "");
};
