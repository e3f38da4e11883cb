import { once } from "node:events";
import { type Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { gzipSync } from "node:zlib";
import nacl from "tweetnacl";
import { walletAuthorization, walletMessageBytes } from "@/lib/core/auth/wallet-message";
import { createWallet, type Wallet } from "@/tests/support/http";
import { recipientsTree, registrationBody, registrationHead } from "@/tests/support/registration-body";

export type Answer = { status: number; retryAfter: string | null; ms: number; text: string };

export type Sent = RequestOptions & {
  body?: string | Uint8Array;
  agent?: Agent;
  /** Characters of the response that are kept. */
  maxChars?: number;
};

const GIVE_UP_MS = 60_000;

/** Sends one request and reads its response; status 0 and the reason if the connection ended without one. */
export async function send({ body, maxChars = 2_000, agent, ...rest }: Sent): Promise<Answer> {
  const started = performance.now();
  try {
    const request = httpRequest({
      ...{ host: "127.0.0.1", timeout: GIVE_UP_MS, ...rest },
      // Without a separate agent, the process's agent would keep the connection for a while.
      agent: agent ?? false,
    });
    request.once("timeout", () => request.destroy(new Error("No answer came.")));
    const answered = once(request, "response") as Promise<IncomingMessage[]>;
    request.on("error", () => undefined);
    request.end(body);
    const [response] = await answered;
    if (!response) throw new Error("No answer came.");
    // An event stream has no end.
    const isEndless = response.headers["content-type"]?.startsWith("text/event-stream") ?? false;
    let text = "";
    for await (const chunk of response) {
      if (text.length < maxChars) text += chunk;
      if (isEndless) break;
    }
    const ms = performance.now() - started;
    const retryAfter = response.headers["retry-after"] ?? null;
    return { status: response.statusCode ?? 0, retryAfter, ms, text };
  } catch (error) {
    return { status: 0, retryAfter: null, ms: performance.now() - started, text: String(error) };
  }
}

export type From = { port: number; localAddress: string };

export async function signIn(from: From, wallet: Wallet): Promise<{ authorization: string }> {
  const { text, status } = await send({ ...from, path: "/api/auth/nonce" });
  return status === 200 ? signNonce(text, wallet) : { authorization: "Bearer none" };
}

/** Returns the header that signs in with the nonce route's response. */
export function signNonce(answer: string, wallet: Wallet): { authorization: string } {
  const { nonce, serverTime } = JSON.parse(answer);
  const message = walletMessageBytes({ nonce, timestamp: serverTime, wallet: wallet.address });
  return { authorization: walletAuthorization(nacl.sign.detached(message, wallet.secretKey), message) };
}

/** Sends a gzipped JSON body as a wallet. */
export async function sendSigned(
  from: From,
  wallet: Wallet,
  path: string,
  body: Uint8Array,
): Promise<Answer> {
  const encoding = { "content-type": "application/json", "content-encoding": "gzip" };
  const headers = { ...(await signIn(from, wallet)), ...encoding };
  return send({ ...from, method: "POST", path, headers, body, timeout: 300_000 });
}

let lastCampaignId = 0n;

/**
 * Returns a campaign that does not exist on a ledger: its creator, the gzipped body that registers it, and
 * its path.
 */
export async function registration(leaves: number) {
  lastCampaignId += 1n;
  const wallet = createWallet();
  const prepared = await recipientsTree(leaves);
  const of = { creator: wallet.address, campaignId: lastCampaignId };
  const { treeAddress } = registrationHead(prepared, of);
  return { wallet, body: gzipSync(registrationBody(prepared, of)), treeAddress, prepared };
}
