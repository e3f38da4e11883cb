import { PublicKey } from "@solana/web3.js";
import nacl from "tweetnacl";
import { addressBytes, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { toHex } from "@/lib/core/solana/hex";
import { type NameAccounts, nameMint, RECORD_CLASS } from "./derive";
import {
  isTokenized,
  MalformedNameError,
  type NameAccount,
  readHolder,
  readRecordV1,
  readRecordV2,
  readRegistry,
} from "./layouts";
import type { NameProblem, NameSource } from "./sol-name";

export type NameOutcome = { address: string; source: NameSource } | { problem: NameProblem };

/** The accounts of a name, in the order of `NameAccounts`; null for an account that does not exist. */
export type FoundAccounts = Readonly<
  Record<"domain" | "tokenRecord" | "recordV1" | "recordV2", NameAccount | null>
>;

/**
 * Decides the address of a name from its accounts by the rules of the proposal SNS-IP 5 of the name service:
 * the holder of its token; otherwise the SOL record of version 2, if the current owner wrote it and the
 * address confirmed it; otherwise the SOL record of version 1, if the current owner signed it; otherwise the
 * owner. Returns the mint of a name whose holder must be looked up.
 */
export function readName(accounts: NameAccounts, found: FoundAccounts): NameOutcome | { mint: string } {
  try {
    return decide(accounts, found);
  } catch (error) {
    if (error instanceof MalformedNameError) return { problem: "malformed" };
    throw error;
  }
}

function decide(accounts: NameAccounts, found: FoundAccounts): NameOutcome | { mint: string } {
  const { domain, parent } = accounts;
  if (!found.domain) return { problem: "not-found" };
  const { owner } = readRegistry(found.domain, { parent });
  if (owner === NATIVE_MINT) return { problem: "not-found" };
  if (found.tokenRecord) {
    const mint = nameMint(domain);
    if (isTokenized(found.tokenRecord, { domain, mint })) return { mint };
  }
  if (found.recordV2) {
    const { data } = readRegistry(found.recordV2, { parent: domain, nameClass: RECORD_CLASS });
    const record = readRecordV2(data);
    if (!record) return { problem: "invalid-record" };
    if (record.stalenessId === owner) {
      if (record.associationId !== record.content) return { problem: "invalid-record" };
      return outcome(record.content, "record-v2");
    }
  }
  const signed = found.recordV1 && signedAddress(found.recordV1, { ...accounts, owner });
  return signed ? outcome(signed, "record-v1") : ofWallet(owner, "owner");
}

/** Returns the address of a record of version 1 that the owner signed, otherwise null. */
function signedAddress(
  account: NameAccount,
  { domain, recordV1, owner }: NameAccounts & { owner: string },
): string | null {
  const record = readRecordV1(readRegistry(account, { parent: domain }).data);
  if (!record) return null;
  // The owner signs the hex digits of the address and of the record's own address.
  const text = toHex(record.content) + toHex(addressBytes(recordV1));
  const signed = new TextEncoder().encode(text);
  const isValid = nacl.sign.detached.verify(signed, record.signature, addressBytes(owner));
  return isValid ? readAddress(record.content, 0) : null;
}

/** Returns the holder of a name's token. The accounts are the mint and its largest token account. */
export function readTokenHolder(
  mintAddress: string,
  mint: NameAccount | null,
  holder: NameAccount | null,
): NameOutcome {
  if (!mint || !holder) return { problem: "no-holder" };
  try {
    return ofWallet(readHolder(mint, holder, mintAddress), "token-holder");
  } catch (error) {
    if (error instanceof MalformedNameError) return { problem: "malformed" };
    throw error;
  }
}

/** An owner without a key, such as an escrow or a multisig, did not state where its funds go. */
const ofWallet = (address: string, source: NameSource): NameOutcome =>
  PublicKey.isOnCurve(addressBytes(address)) ? outcome(address, source) : { problem: "program-account" };

const outcome = (address: string, source: NameSource): NameOutcome =>
  address === NATIVE_MINT ? { problem: "invalid-record" } : { address, source };
