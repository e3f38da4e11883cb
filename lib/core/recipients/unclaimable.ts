import { english, type Translator } from "@/lib/core/i18n/translator";
import { LEAF_BYTES } from "@/lib/core/merkle/leaf-bytes";
import { BENEFICIARY_AT, type LeafList } from "@/lib/core/merkle/leaf-list";
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  addressBytes,
  DEFAULT_PROGRAM_ID,
  isAddress,
  MEMO_PROGRAM_ID,
  NATIVE_MINT,
  RENT_SYSVAR_ID,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_METADATA_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  WRAPPED_SOL_MINT,
} from "@/lib/core/solana/addresses";
import { CLOCK_SYSVAR_ID } from "@/lib/core/solana/clock";

/** Kinds of addresses for which no key can sign, on any network. */
export type UnclaimableKind =
  | "default key"
  | "sysvar"
  | "program"
  | "vesting program"
  | "mint"
  | "incinerator";

/** The addresses of a campaign itself, which cannot claim from it. */
export type OwnAddresses = { mint?: string | undefined; programId?: string | undefined };

const INCINERATOR = "1nc1nerator11111111111111111111111111111111";

const SYSVARS = [
  "Sysvar1111111111111111111111111111111111111",
  RENT_SYSVAR_ID,
  CLOCK_SYSVAR_ID,
  "SysvarEpochSchedu1e111111111111111111111111",
  "SysvarEpochRewards1111111111111111111111111",
  "SysvarFees111111111111111111111111111111111",
  "SysvarLastRestartS1ot1111111111111111111111",
  "SysvarRecentB1ockHashes11111111111111111111",
  "SysvarRewards111111111111111111111111111111",
  "SysvarS1otHashes111111111111111111111111111",
  "SysvarS1otHistory11111111111111111111111111",
  "SysvarStakeHistory1111111111111111111111111",
  "Sysvar1nstructions1111111111111111111111111",
];

const PROGRAMS = [
  ...[TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, ASSOCIATED_TOKEN_PROGRAM_ID, TOKEN_METADATA_PROGRAM_ID],
  ...[MEMO_PROGRAM_ID, "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"],
  "Vote111111111111111111111111111111111111111",
  "Stake11111111111111111111111111111111111111",
  "StakeConfig11111111111111111111111111111111",
  "Config1111111111111111111111111111111111111",
  "ComputeBudget111111111111111111111111111111",
  "AddressLookupTab1e1111111111111111111111111",
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Feature111111111111111111111111111111111111",
  "NativeLoader1111111111111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "LoaderV411111111111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
  "ZkE1Gama1Proof11111111111111111111111111111",
  "ZkTokenProof1111111111111111111111111111111",
];

/** Mints that users paste in place of a wallet. */
const MINTS = [
  WRAPPED_SOL_MINT,
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  "JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN",
  "mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So",
  "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn",
  "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263",
];

const KINDS = new Map<string, UnclaimableKind>([
  [NATIVE_MINT, "default key"],
  ...SYSVARS.map((address) => [address, "sysvar"] as const),
  ...PROGRAMS.map((address) => [address, "program"] as const),
  ...MINTS.map((address) => [address, "mint"] as const),
  [DEFAULT_PROGRAM_ID, "vesting program"],
  [INCINERATOR, "incinerator"],
]);

/** Returns the kind of an address that can never claim; null for other addresses. */
export function unclaimableKind(address: string, own: OwnAddresses = {}): UnclaimableKind | null {
  const known = KINDS.get(address);
  if (known) return known;
  if (address === own.mint) return "mint";
  return address === own.programId ? "vesting program" : null;
}

/**
 * Yields the recipients that can never claim, with their positions in the list. An allocation of 0 is closed
 * and needs no key.
 */
export function* findUnclaimable(
  recipients: Iterable<{ beneficiary: string; amount: bigint }>,
  own: OwnAddresses = {},
): Generator<{ index: number; message: string }> {
  let index = 0;
  for (const { beneficiary, amount } of recipients) {
    const kind = amount > 0n ? unclaimableKind(beneficiary, own) : null;
    if (kind) yield { index, message: unclaimableText(kind) };
    index++;
  }
}

/**
 * The first four bytes of the known addresses, so that a long list is checked without encoding its addresses.
 */
const PREFIXES = new Set(
  [...KINDS.keys()].filter(isAddress).map((address) => getPrefix(addressBytes(address), 0)),
);

function getPrefix(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0);
}

/** Returns a function that performs the same check for packed leaves. */
export function unclaimableIn(
  leaves: LeafList,
  own: OwnAddresses,
): (position: number) => UnclaimableKind | null {
  const prefixes = new Set(PREFIXES);
  for (const address of Object.values(own)) {
    if (address && isAddress(address)) prefixes.add(getPrefix(addressBytes(address), 0));
  }
  return (position) =>
    prefixes.has(getPrefix(leaves.bytes, position * LEAF_BYTES + BENEFICIARY_AT))
      ? unclaimableKind(leaves.beneficiary(position), own)
      : null;
}

/** Returns the error message for a recipient that can never claim. */
export function unclaimableText(kind: UnclaimableKind, t: Translator = english): string {
  if (kind === "default key")
    return t(
      "This is the System Program address (the default key), which cannot sign. Enter a wallet address.",
    );
  if (kind === "sysvar") return t("This address is a sysvar, which cannot sign. Enter a wallet address.");
  if (kind === "mint")
    return t("This address is the mint of a token, which cannot sign. Enter a wallet address.");
  if (kind === "incinerator")
    return t("This address is the incinerator, which destroys tokens. Enter a wallet address.");
  if (kind === "vesting program")
    return t("This address is the vesting program itself, which cannot sign. Enter a wallet address.");
  return t("This address is a program, which cannot sign. Enter a wallet address.");
}
