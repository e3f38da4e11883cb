import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { type LocalServer, listenLocally } from "./local-server";

/** Writes a key file as solana-keygen does; returns its path. */
export function writeKeyFile(
  key: Keypair,
  { mode = 0o600, text = JSON.stringify([...key.secretKey]) } = {},
): string {
  const path = join(mkdtempSync(join(tmpdir(), "sponsor-")), "key.json");
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

export const SIGNER_SECRET = "a-signer-secret-for-tests";

/** A request of the service to a signer. */
export type SignerRequest = { authorization: string | undefined; address: string; message: string };

/** Starts a signer over HTTP, whose behavior a test decides. */
export async function startSigner(
  answer: (request: SignerRequest, response: Parameters<RequestListener>[1]) => void,
): Promise<LocalServer & { requests: SignerRequest[] }> {
  const requests: SignerRequest[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const received = { authorization: request.headers.authorization, ...JSON.parse(text) };
    requests.push(received);
    answer(received, response);
  });
  return Object.assign(await listenLocally(server), { requests });
}

/** Settings of a signer over HTTP. */
export const signerSettings = (url: string, key: Keypair) => ({
  SPONSOR_SIGNER_URL: url,
  SPONSOR_SIGNER_SECRET: SIGNER_SECRET,
  SPONSOR_ADDRESS: bs58.encode(key.publicKey.toBytes()),
});
