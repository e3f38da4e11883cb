import { PublicKey } from "@solana/web3.js";
import { addressBytes } from "@/lib/core/solana/addresses";
import type { SolName } from "./sol-name";

/** The name service program. Source: Solana Program Library, name-service. */
export const NAME_PROGRAM_ID = "namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX";
/** The registry account of the top-level domain. Source: SNS SDK, constants. */
export const ROOT_DOMAIN = "58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx";
/** The class of SOL records of version 2. Source: SNS SDK, CENTRAL_STATE_SNS_RECORDS. */
export const RECORD_CLASS = "2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo";
/** The class of reverse lookup accounts. Source: SNS SDK, REVERSE_LOOKUP_CLASS. */
export const REVERSE_CLASS = "33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z";
/** The program that wraps a name in a token. Source: SNS SDK, NAME_TOKENIZER_ID. */
export const TOKENIZER_PROGRAM_ID = "nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk";
/** The program that stores the primary name of a wallet. Source: SNS SDK, NAME_OFFERS_ID. */
export const PRIMARY_NAME_PROGRAM_ID = "85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29";

const HASH_PREFIX = "SPL Name Service";
const NONE = new Uint8Array(32);
/** The first characters of the names below a domain: of a subdomain, and of records by version. */
const PREFIXES = { subdomain: "\0", recordV1: "\x01", recordV2: "\x02" } as const;

const utf8 = (text: string) => new TextEncoder().encode(text);

async function hashName(name: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(HASH_PREFIX + name)));
}

const programAddress = (seeds: Uint8Array[], programId: string): string =>
  PublicKey.findProgramAddressSync(seeds, new PublicKey(programId))[0].toBase58();

type NameInput = { name: string; parent?: string | undefined; nameClass?: string | undefined };

/** Derives a name account from its hashed name, its class and its parent. */
async function nameAddress({ name, parent, nameClass }: NameInput): Promise<string> {
  const bytes = (address: string | undefined) => (address === undefined ? NONE : addressBytes(address));
  return programAddress([await hashName(name), bytes(nameClass), bytes(parent)], NAME_PROGRAM_ID);
}

/** The accounts that decide the address of a name. `parent` is the parent of `domain`. */
export type NameAccounts = {
  domain: string;
  parent: string;
  tokenRecord: string;
  recordV1: string;
  recordV2: string;
};

/** Derives the account of a domain or subdomain. */
export async function domainAddress({
  label,
  parent,
}: Pick<SolName, "label" | "parent">): Promise<Pick<NameAccounts, "domain" | "parent">> {
  if (parent === null)
    return { domain: await nameAddress({ name: label, parent: ROOT_DOMAIN }), parent: ROOT_DOMAIN };
  const above = await nameAddress({ name: parent, parent: ROOT_DOMAIN });
  return { domain: await nameAddress({ name: PREFIXES.subdomain + label, parent: above }), parent: above };
}

/** Derives all accounts that decide the address of a name. */
export async function nameAccounts(name: Pick<SolName, "label" | "parent">): Promise<NameAccounts> {
  const { domain, parent } = await domainAddress(name);
  const [recordV1, recordV2] = await Promise.all([
    nameAddress({ name: `${PREFIXES.recordV1}SOL`, parent: domain }),
    nameAddress({ name: `${PREFIXES.recordV2}SOL`, parent: domain, nameClass: RECORD_CLASS }),
  ]);
  const tokenRecord = programAddress([utf8("nft_record"), addressBytes(domain)], TOKENIZER_PROGRAM_ID);
  return { domain, parent, tokenRecord, recordV1, recordV2 };
}

/** Derives the mint of the token that a name is wrapped in. */
export const nameMint = (domain: string): string =>
  programAddress([utf8("tokenized_name"), addressBytes(domain)], TOKENIZER_PROGRAM_ID);

/** Derives the account that stores the primary name of a wallet. */
export const primaryNameAddress = (wallet: string): string =>
  programAddress([utf8("favourite_domain"), addressBytes(wallet)], PRIMARY_NAME_PROGRAM_ID);

/** Derives the account that stores the text of a name; `parent` is the domain of a subdomain. */
export const reverseAddress = (domain: string, parent?: string): Promise<string> =>
  nameAddress({ name: domain, parent, nameClass: REVERSE_CLASS });
