import nacl from "tweetnacl";
import type { GenesisAccount } from "@/ledger/start-ledger";
import { addressBytes, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { toHex } from "@/lib/core/solana/hex";
import {
  NAME_PROGRAM_ID,
  nameAccounts,
  nameMint,
  PRIMARY_NAME_PROGRAM_ID,
  primaryNameAddress,
  RECORD_CLASS,
  REVERSE_CLASS,
  ROOT_DOMAIN,
  reverseAddress,
  TOKENIZER_PROGRAM_ID,
} from "@/lib/core/solana/sol-names/derive";
import { parseSolName } from "@/lib/core/solana/sol-names/sol-name";
import {
  createAssociatedTokenInstruction,
  findAssociatedTokenAddress,
  MINT_ACCOUNT_BYTES,
  TOKEN_ACCOUNT_BYTES,
  transferTokensInstruction,
} from "@/lib/core/solana/tokens/tokens";

const LAMPORTS = 10_000_000n;
const NONE = new Uint8Array(32);
const utf8 = (text: string) => new TextEncoder().encode(text);

type Registry = { address: string; parent?: string; owner: string; nameClass?: string; data?: Uint8Array };

/** Returns a registry account of the name service program. */
export function registry({
  address,
  parent,
  owner,
  nameClass,
  data = new Uint8Array(),
}: Registry): GenesisAccount {
  const bytes = (text: string | undefined) => (text === undefined ? NONE : addressBytes(text));
  const header = [bytes(parent), addressBytes(owner), bytes(nameClass)];
  return { address, owner: NAME_PROGRAM_ID, lamports: LAMPORTS, data: Buffer.concat([...header, data]) };
}

/** Returns the account of the top-level domain, without which a network has no name service. */
export const rootDomain = (owner: string): GenesisAccount => registry({ address: ROOT_DOMAIN, owner });

/** Returns the accounts that decide a name. */
export const getAccounts = (text: string) => {
  const name = parseSolName(text);
  if (typeof name === "string") throw new RangeError(`${text} is not a name.`);
  return nameAccounts(name);
};

/** Returns a registered name without records. */
export async function registered(text: string, owner: string): Promise<GenesisAccount> {
  const { domain, parent } = await getAccounts(text);
  return registry({ address: domain, parent, owner });
}

type Signer = { secretKey: Uint8Array };

/** Returns a SOL record of version 1 that `signer` signed. */
export async function recordV1(text: string, { content, signer }: { content: string; signer: Signer }) {
  const { domain, recordV1: address } = await getAccounts(text);
  const bytes = addressBytes(content);
  const signed = utf8(toHex(bytes) + toHex(addressBytes(address)));
  const data = Buffer.concat([bytes, nacl.sign.detached(signed, signer.secretKey)]);
  return registry({ address, parent: domain, owner: content, data });
}

type RecordV2 = { content: string; writtenBy: string; confirmedBy?: string; validations?: [number, number] };

/** Returns a SOL record of version 2 that `writtenBy` wrote and `confirmedBy` confirmed. */
export async function recordV2(
  text: string,
  { content, writtenBy, confirmedBy = content, validations = [1, 1] }: RecordV2,
): Promise<GenesisAccount> {
  const { domain, recordV2: address } = await getAccounts(text);
  const header = Buffer.alloc(8);
  header.writeUInt16LE(validations[0], 0);
  header.writeUInt16LE(validations[1], 2);
  header.writeUInt32LE(32, 4);
  const data = Buffer.concat([header, ...[writtenBy, confirmedBy, content].map(addressBytes)]);
  return registry({ address, parent: domain, nameClass: RECORD_CLASS, owner: RECORD_CLASS, data });
}

/** Returns the accounts of a name that is wrapped in a token, which `holder` holds. */
export async function tokenized(text: string, holder: string): Promise<GenesisAccount[]> {
  const { domain, tokenRecord } = await getAccounts(text);
  const mint = nameMint(domain);
  const recordData = Buffer.concat([
    Uint8Array.of(2, 255),
    ...[domain, holder, mint].map((address) => addressBytes(address)),
  ]);
  const mintData = Buffer.alloc(MINT_ACCOUNT_BYTES);
  mintData.writeBigUInt64LE(1n, 36);
  mintData[45] = 1;
  const tokenData = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  tokenData.set(addressBytes(mint), 0);
  tokenData.set(addressBytes(holder), 32);
  tokenData.writeBigUInt64LE(1n, 64);
  tokenData[108] = 1;
  const account = { lamports: LAMPORTS, owner: TOKEN_PROGRAM_ID };
  const tokenAccount = findAssociatedTokenAddress({ owner: holder, mint }).address;
  return [
    await registered(text, TOKENIZER_PROGRAM_ID),
    { address: tokenRecord, owner: TOKENIZER_PROGRAM_ID, lamports: LAMPORTS, data: recordData },
    { ...account, address: mint, data: mintData },
    { ...account, address: tokenAccount, data: tokenData },
  ];
}

/** Returns the instructions that send the token of a name to another wallet. `from` signs and pays. */
export async function moveToken(text: string, { from, to }: { from: string; to: string }) {
  const mint = nameMint((await getAccounts(text)).domain);
  const getAccount = (owner: string) => findAssociatedTokenAddress({ owner, mint }).address;
  return [
    createAssociatedTokenInstruction({ payer: from, owner: to, mint }),
    transferTokensInstruction({
      source: getAccount(from),
      destination: getAccount(to),
      owner: from,
      amount: 1n,
    }),
  ];
}

/** Returns the accounts by which a wallet chose a name as its primary name. */
export async function primaryName(text: string, wallet: string): Promise<GenesisAccount[]> {
  const { domain, parent } = await getAccounts(text);
  const isSubdomain = parent !== ROOT_DOMAIN;
  const [label, above] = text.split(".") as [string, string];
  const chosen = Buffer.concat([Uint8Array.of(4), addressBytes(domain)]);
  const ownReverse = await reverse(
    domain,
    isSubdomain ? `\0${label}` : label,
    isSubdomain ? parent : undefined,
  );
  return [
    { address: primaryNameAddress(wallet), owner: PRIMARY_NAME_PROGRAM_ID, lamports: LAMPORTS, data: chosen },
    ownReverse,
    ...(isSubdomain ? [await reverse(parent, above, undefined)] : []),
  ];
}

/** Returns a reverse lookup account, which contains the text of a name. */
export async function reverse(
  domain: string,
  text: string,
  parent: string | undefined,
): Promise<GenesisAccount> {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(utf8(text).length);
  return registry({
    address: await reverseAddress(domain, parent),
    ...(parent !== undefined && { parent }),
    owner: REVERSE_CLASS,
    nameClass: REVERSE_CLASS,
    data: Buffer.concat([length, utf8(text)]),
  });
}
