/** Measures the local ledger over HTTP with SOL transfers to new addresses: rates, memory, and starts on its history. */
import type { ChildProcess } from "node:child_process";
import { createPrivateKey, sign } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { Connection, Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { chunk } from "@/lib/core/chunk";
import { freePort, newFolder } from "../tests/load/service/service";
import { postAll } from "./support/load";
import { getMemory, launch, stop } from "./support/process";
import { measureSeconds, record } from "./support/report";

const [TRANSACTIONS, SINGLES, READS] = [100_000, 5_000, 2_000];
/** Sent with one blockhash, which expires. */
const PER_BLOCKHASH = 5_000;
const [BATCH, BATCH_CONNECTIONS, CONNECTIONS] = [60, 4, 16];

const dataDir = await newFolder();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const connection = new Connection(url, "processed");

/** Starts the ledger as an operator does, and waits until it listens. */
async function start(): Promise<{ child: ChildProcess; startMs: number }> {
  const args = ["--data-dir", dataDir, "--port", String(port)];
  const child = launch("cli/ledger.ts", { args, stdout: "pipe" });
  const seconds = await measureSeconds(async () => child.stdout && once(child.stdout, "data"));
  return { child, startMs: Math.round(seconds * 1_000) };
}

const rpc = (method: string, params: unknown[], id = 1) => ({ jsonrpc: "2.0", id, method, params });

const payer = Keypair.generate();
const [d, x] = [payer.secretKey.subarray(0, 32), payer.publicKey.toBytes()].map((bytes) =>
  Buffer.from(bytes).toString("base64url"),
);
const key = createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", d, x }, format: "jwk" });
const signatures: string[] = [];

/** Signs transfers with node:crypto, since web3.js takes longer to sign than the ledger takes to execute. */
async function signTransfers(count: number): Promise<string[]> {
  const to = Keypair.generate().publicKey;
  const transfer = { fromPubkey: payer.publicKey, toPubkey: to, lamports: 1_000_000 };
  const template = new Transaction({ feePayer: payer.publicKey, ...(await connection.getLatestBlockhash()) });
  const message = template.add(SystemProgram.transfer(transfer)).serializeMessage();
  const at = message.indexOf(to.toBuffer());
  return Array.from({ length: count }, () => {
    crypto.getRandomValues(message.subarray(at, at + 32));
    const signature = sign(null, message, key);
    signatures.push(bs58.encode(signature));
    return Buffer.concat([Buffer.from([1]), signature, message]).toString("base64");
  });
}

/** Sends transfers and returns how many it sent per second; signing does not count. */
async function sendTransfers(count: number, options: object, batch = 1): Promise<number> {
  let seconds = 0;
  for (let sent = 0; sent < count; sent += PER_BLOCKHASH) {
    const calls = (await signTransfers(Math.min(PER_BLOCKHASH, count - sent))).map((wire, id) =>
      rpc("sendTransaction", [wire, { encoding: "base64", ...options }], id),
    );
    const bodies = chunk(calls, batch).map((part) => JSON.stringify(batch === 1 ? part[0] : part));
    seconds += await postAll(url, bodies, batch === 1 ? CONNECTIONS : BATCH_CONNECTIONS);
  }
  return Math.round(count / seconds);
}

const first = await start();
const idleMib = getMemory(first.child.pid).now;
await connection.requestAirdrop(payer.publicKey, 1_000_000_000_000_000);
const withPreflight = await sendTransfers(SINGLES, { preflightCommitment: "processed" });
const single = await sendTransfers(SINGLES, { skipPreflight: true });
const batches = await sendTransfers(TRANSACTIONS - 2 * SINGLES, { skipPreflight: true }, BATCH);
const landed = await connection.getTransactionCount();
const loadedMib = getMemory(first.child.pid).now;
const bodies = signatures
  .filter((_, at) => at % (TRANSACTIONS / READS) === 0)
  .map((signature) => JSON.stringify(rpc("getTransaction", [signature, { commitment: "confirmed" }])));
const readSeconds = await postAll(url, bodies, CONNECTIONS);
await stop(first.child, "SIGKILL");
const afterKill = await start();
const stored = await connection.getTransactionCount();
await stop(afterKill.child);
const afterStop = await start();
const restartedMib = getMemory(afterStop.child.pid).now;
await stop(afterStop.child);
rmSync(dataDir, { recursive: true });
if (landed < TRANSACTIONS || stored < landed)
  throw new Error(`Transactions were lost: ${landed} landed, ${stored} remain after a kill.`);
const values = {
  "sent/s, withPreflight": withPreflight,
  "sent/s, single": single,
  [`sent/s, batchesOf${BATCH}`]: batches,
  "getTransaction/s": Math.round(READS / readSeconds),
  "MiB, idle": idleMib,
  "MiB, afterTransactions": loadedMib,
  "MiB, afterRestart": restartedMib,
  "ms to start, empty": first.startMs,
  "ms to start, afterKill": afterKill.startMs,
  "ms to start, afterStop": afterStop.startMs,
};
const rows = Object.entries(values).map(([name, value]) => ({ "the local ledger": name, "": value }));
record("ledger", rows, { transactions: { sent: TRANSACTIONS, landed, afterKill: stored } });
