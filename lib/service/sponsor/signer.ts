import { readFileSync, statSync } from "node:fs";
import bs58 from "bs58";
import nacl from "tweetnacl";
import * as z from "zod";
import { isOwnerOnly, parseKeyFile, toKeyPair } from "@/lib/core/solana/key-file";
import { readText } from "@/lib/service/chain/endpoint";
import { type Env, EnvError } from "@/lib/service/env";

/** The account that pays the fees of claims. `sign` returns the 64-byte signature of a transaction's message. */
export type Sponsor = {
  /** base58 */
  address: string;
  /** @throws SignerFailedError unless the signer returns a valid signature of exactly this message */
  sign(message: Uint8Array): Promise<Uint8Array>;
};

/** The signer did not return a valid signature. The message is for the log, and names no secret. */
export class SignerFailedError extends Error {
  override readonly name = "SignerFailedError";
}

const TIMEOUT_MS = 4_000;
const MAX_RESPONSE_BYTES = 4_096;

type Settings = Pick<
  Env,
  "SPONSOR_KEY_FILE" | "SPONSOR_SIGNER_URL" | "SPONSOR_SIGNER_SECRET" | "SPONSOR_ADDRESS"
>;

/**
 * Opens the sponsor of the settings; null without one.
 * @throws EnvError for a key file that is not usable or not protected
 */
export function openSponsor(env: Settings, { timeoutMs = TIMEOUT_MS } = {}): Sponsor | null {
  const { SPONSOR_KEY_FILE: path, SPONSOR_SIGNER_URL: url, SPONSOR_SIGNER_SECRET: secret } = env;
  if (path) return withCheckedAddress(fileSponsor(path), env.SPONSOR_ADDRESS);
  if (!url || !secret || !env.SPONSOR_ADDRESS) return null;
  return remoteSponsor({ url, secret, address: env.SPONSOR_ADDRESS, timeoutMs });
}

function withCheckedAddress(sponsor: Sponsor, expected: string | undefined): Sponsor {
  if (expected === undefined || expected === sponsor.address) return sponsor;
  throw new EnvError("SPONSOR_ADDRESS is not the address of the key in SPONSOR_KEY_FILE.");
}

function fileSponsor(path: string): Sponsor {
  const { publicKey, secretKey } = readKeyPair(path);
  return {
    address: bs58.encode(publicKey),
    sign: async (message) => nacl.sign.detached(message, secretKey),
  };
}

function readKeyPair(path: string): nacl.SignKeyPair {
  const { mode, text } = readProtected(path);
  if (!isOwnerOnly(mode))
    throw new EnvError(
      "The file of SPONSOR_KEY_FILE is accessible to other users. Run chmod 600 on it, as its owner.",
    );
  const key = parseKeyFile(text);
  const pair = key && toKeyPair(key);
  if (!pair)
    throw new EnvError(
      "The file of SPONSOR_KEY_FILE is not a key file of solana-keygen: a JSON list of 64 bytes.",
    );
  return pair;
}

function readProtected(path: string): { mode: number; text: string } {
  try {
    return {
      mode: statSync(/* turbopackIgnore: true */ path).mode,
      text: readFileSync(/* turbopackIgnore: true */ path, "utf8"),
    };
  } catch (error) {
    throw new EnvError(`The file of SPONSOR_KEY_FILE cannot be read (${Object(error).code}).`);
  }
}

const signerAnswer = z.object({ signature: z.base64() });

/**
 * A signer over HTTP: POST { address, message } with the message in base64, answered by { signature } in base64. The
 * secret is sent as a bearer token.
 */
function remoteSponsor(input: { url: string; secret: string; address: string; timeoutMs: number }): Sponsor {
  const { url, secret, address, timeoutMs } = input;
  const publicKey = bs58.decode(address);
  return {
    address,
    async sign(message) {
      const signature = await requestSignature({ url, secret, address, message, timeoutMs });
      const isValid =
        signature.length === nacl.sign.signatureLength &&
        nacl.sign.detached.verify(message, signature, publicKey);
      if (!isValid) throw new SignerFailedError("The signer returned a signature of another message or key.");
      return signature;
    },
  };
}

async function requestSignature(input: {
  url: string;
  secret: string;
  address: string;
  message: Uint8Array;
  timeoutMs: number;
}): Promise<Uint8Array> {
  const { url, secret, address, message, timeoutMs } = input;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify({ address, message: Buffer.from(message).toString("base64") }),
      signal,
      redirect: "error",
      cache: "no-store",
    });
    const text = await readText(response, signal, MAX_RESPONSE_BYTES);
    if (!response.ok)
      throw new SignerFailedError(`The signer responded with HTTP status ${response.status}.`);
    return new Uint8Array(Buffer.from(signerAnswer.parse(JSON.parse(text)).signature, "base64"));
  } catch (error) {
    if (error instanceof SignerFailedError) throw error;
    // Messages of the client library can contain the URL, which may hold a password.
    const reason = signal.aborted ? `did not respond within ${timeoutMs} ms` : "did not return a signature";
    throw new SignerFailedError(`The signer ${reason}.`);
  }
}
