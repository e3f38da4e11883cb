import { createHash } from "node:crypto";
import { Connection, type Keypair, Transaction } from "@solana/web3.js";
import nacl from "tweetnacl";

/** Where the service and the ledger's node are. */
export type Api = { baseUrl: string; rpcUrl: string };

/** The part of an action's response that signing needs. */
export type Built = {
  transaction: string;
  instruction: string;
  feePayer: string;
  signers: string[];
  accounts: Record<string, string>;
  blockhash: string;
  lastValidBlockHeight: number;
  simulation: { ok: boolean; error: { code: number | null; name: string; message: string } | null };
};

/** Proves control of a wallet for one request: a fresh nonce, stamped with the server's time, and what it is for. */
async function authorize(
  { baseUrl }: Api,
  wallet: Keypair,
  { path, body }: { path: string; body: string },
): Promise<string> {
  const { nonce, serverTime } = await (await fetch(`${baseUrl}/api/auth/nonce`)).json();
  const bodySha256 = createHash("sha256").update(body).digest("hex");
  const request = { domain: new URL(baseUrl).host, method: "POST", path, bodySha256 };
  const message = { nonce, timestamp: serverTime, wallet: wallet.publicKey.toBase58(), ...request };
  const bytes = Buffer.from(JSON.stringify(message));
  const signature = Buffer.from(nacl.sign.detached(bytes, wallet.secretKey));
  return `Bearer ${signature.toString("base64url")}.${bytes.toString("base64url")}`;
}

/** Posts to the service; a refusal's `error` is a sentence that says what to do. */
export async function post<Answer>(
  api: Api,
  path: string,
  { body: value = {}, wallet }: { body?: unknown; wallet?: Keypair } = {},
): Promise<Answer> {
  const headers = new Headers({ "content-type": "application/json" });
  const body = JSON.stringify(value);
  if (wallet) headers.set("authorization", await authorize(api, wallet, { path, body }));
  const response = await fetch(`${api.baseUrl}${path}`, {
    method: "POST",
    headers,
    body,
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.error}`);
  return answer;
}

/** Builds an action's transaction and simulates it, so that a failing one is not signed. */
export async function build(
  api: Api,
  { treeAddress, action, authority }: { treeAddress: string; action: string; authority: Keypair },
): Promise<Built> {
  const path = `/api/campaigns/${treeAddress}/${action}?simulate=true`;
  const built = await post<Built>(api, path, { wallet: authority });
  const { error } = built.simulation;
  if (error) throw new Error(`${error.name}: ${error.message}`);
  return built;
}

/** Signs a built transaction with the wallets that it names, sends it, and reports it once it is confirmed. */
export function signAndSend(api: Api, built: Built, wallets: Keypair[]): Promise<string> {
  const transaction = Transaction.from(Buffer.from(built.transaction, "base64"));
  const signers = wallets.filter(({ publicKey }) => built.signers.includes(publicKey.toBase58()));
  transaction.partialSign(...signers);
  return sendSigned(api, transaction, built);
}

/** Sends a signed transaction, waits until it is confirmed or can no longer land, and reports it to the index. */
export async function sendSigned(
  api: Api,
  transaction: Transaction,
  { blockhash, lastValidBlockHeight }: { blockhash: string; lastValidBlockHeight: number },
): Promise<string> {
  const connection = new Connection(api.rpcUrl, "confirmed");
  const signature = await connection.sendRawTransaction(transaction.serialize());
  const { value } = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
  if (value.err) throw new Error(`${signature} failed: ${JSON.stringify(value.err)}`);
  await report(api, signature);
  return signature;
}

/** Has the service index a confirmed transaction now; `pending` means that its node does not see it yet. */
async function report(api: Api, signature: string): Promise<void> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    const { results } = await post<{ results: { status: string }[] }>(api, "/api/events/sync", {
      body: { signature },
    });
    if (results.every(({ status }) => status !== "pending")) return;
    await new Promise((resolve) => setTimeout(resolve, 200 * attempt));
  }
}
