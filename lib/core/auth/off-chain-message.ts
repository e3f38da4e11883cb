/**
 * The envelope that some wallets, especially hardware wallets, put around a message before signing. Source:
 * the Solana proposal "Off-chain message signing", versions 0 and 1.
 */
import { addressBytes } from "@/lib/core/solana/addresses";
import { readAddress } from "@/lib/core/solana/base58";
import { equalBytes } from "@/lib/core/solana/hex";

const KEY_BYTES = 32;
/** `\xffsolana offchain`: no transaction begins with this byte. */
const SIGNING_DOMAIN = Uint8Array.from([0xff, ...new TextEncoder().encode("solana offchain")]);
const NO_DOMAIN = new Uint8Array(KEY_BYTES);
/**
 * Formats of version 0: printable ASCII, and UTF-8 that fits into a packet. A third format for longer UTF-8
 * is never sent by this service.
 */
const [ASCII, UTF8] = [0, 1];

/** A message and the data of its envelope. */
export type Enveloped = {
  message: Uint8Array;
  /** The single signer that the envelope names; null for the early layout, which names none. */
  signer: string | null;
  /** Whether the envelope names an application; wallets choose this value in different ways. */
  hasApplication: boolean;
};

const isPrintable = (message: Uint8Array) => message.every((byte) => byte >= 0x20 && byte <= 0x7e);
const getFormat = (message: Uint8Array) => (isPrintable(message) ? ASCII : UTF8);
const getLength = ({ length }: Uint8Array) => [length & 0xff, length >> 8];

function version0(message: Uint8Array, key: Uint8Array, application: Uint8Array): Uint8Array {
  const head = [...SIGNING_DOMAIN, 0, ...application, getFormat(message), 1, ...key, ...getLength(message)];
  return Uint8Array.from([...head, ...message]);
}

const version1 = (message: Uint8Array, key: Uint8Array) =>
  Uint8Array.from([...SIGNING_DOMAIN, 1, 1, ...key, ...message]);

/** Version 0 as implemented by Ledger's app and the Solana SDK before applications and signers were added. */
const early = (message: Uint8Array) =>
  Uint8Array.from([...SIGNING_DOMAIN, 0, getFormat(message), ...getLength(message), ...message]);

/** Returns the envelopes in which a wallet may have signed exactly this message, without an application. */
export function buildEnvelopes(message: Uint8Array, wallet: string): Uint8Array[] {
  const key = addressBytes(wallet);
  return [version0(message, key, NO_DOMAIN), version1(message, key), early(message)];
}

/** Parses an envelope; null unless the bytes are exactly the envelope of one message by one signer. */
export function readEnvelope(bytes: Uint8Array): Enveloped | null {
  const { length } = SIGNING_DOMAIN;
  if (!equalBytes(bytes.subarray(0, length), SIGNING_DOMAIN)) return null;
  const rest = bytes.subarray(length + 1);
  if (bytes[length] === 1) return readVersion1(bytes, rest);
  return readVersion0(bytes, rest) ?? readEarly(bytes, rest);
}

function readVersion0(bytes: Uint8Array, rest: Uint8Array): Enveloped | null {
  const keyAt = KEY_BYTES + 2;
  const message = rest.subarray(keyAt + KEY_BYTES + 2);
  if (message.length === 0) return null;
  const application = rest.subarray(0, KEY_BYTES);
  const key = rest.subarray(keyAt, keyAt + KEY_BYTES);
  if (!equalBytes(bytes, version0(message, key, application))) return null;
  const hasApplication = application.some((byte) => byte !== 0);
  return { message, signer: readAddress(key, 0), hasApplication };
}

function readVersion1(bytes: Uint8Array, rest: Uint8Array): Enveloped | null {
  const message = rest.subarray(1 + KEY_BYTES);
  if (message.length === 0) return null;
  const key = rest.subarray(1, 1 + KEY_BYTES);
  if (!equalBytes(bytes, version1(message, key))) return null;
  return { message, signer: readAddress(key, 0), hasApplication: false };
}

function readEarly(bytes: Uint8Array, rest: Uint8Array): Enveloped | null {
  const message = rest.subarray(3);
  if (message.length === 0 || !equalBytes(bytes, early(message))) return null;
  return { message, signer: null, hasApplication: false };
}
