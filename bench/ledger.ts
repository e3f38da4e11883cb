/** Measures the local ledger over HTTP with SOL transfers to new addresses: rates, memory, and starts on its history. */
import { type ChildProcess, spawn } from "node:child_process";
import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connection, Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { freePort } from "../tests/load/service/service";
import { postAll } from "./support/load";
import { memoryOf } from "./support/processor";
import { record } from "./support/report";

const [TRANSACTIONS, SINGLES, READS] = [100_000, 5_000, 2_000];
/** Sent with one blockhash, which expires. */
const PER_BLOCKHASH = 5_000;
const [BATCH, BATCH_CONNECTIONS, CONNECTIONS] = [60, 4, 16];

const dataDir = mkdtempSync(join(tmpdir(), "ledger-bench-"));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const connection = new Connection(url, "processed");

/** Starts the ledger as an operator does, and waits until it listens. */
async function start(): Promise<{ child: ChildProcess; startMs: number }> {
  const startedMs = performance.now();
  const args = ["--import", "tsx", "cli/ledger.ts", "--data-dir", dataDir, "--port", String(port)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TSX_TSCONFIG_PATH: "server/tsconfig.json" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return { child, startMs: Math.round(performance.now() - startedMs) };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

const rpc = (method: string, params: unknown[], id = 1) => ({ jsonrpc: "2.0", id, method, params });
const isGood = (body: string) => !body.includes('"error"');

const payer = Keypair.generate();
/** The PKCS #8 prefix of an Ed25519 private key, before its seed. */
const PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const key: KeyObject = createPrivateKey({
  ...{ key: Buffer.concat([PREFIX, payer.secretKey.subarray(0, 32)]), format: "der", type: "pkcs8" },
});

/** Signs transfers with node:crypto, since web3.js takes longer to sign than the ledger takes to execute. */
async function signTransfers(count: number): Promise<string[]> {
  const to = Keypair.generate().publicKey;
  const latest = await connection.getLatestBlockhash();
  const transfer = { fromPubkey: payer.publicKey, toPubkey: to, lamports: 1_000_000 };
  const template = new Transaction({ feePayer: payer.publicKey, ...latest }).add(
    SystemProgram.transfer(transfer),
  );
  const message = template.serializeMessage();
  const at = message.indexOf(to.toBuffer());
  return Array.from({ length: count }, () => {
    crypto.getRandomValues(message.subarray(at, at + 32));
    return Buffer.concat([Buffer.from([1]), sign(null, message, key), message]).toString("base64");
  });
}

/** Sends transfers and returns how many it sent per second; signing does not count. */
async function sendTransfers(count: number, options: object, batch = 1): Promise<number> {
  let seconds = 0;
  for (let sent = 0; sent < count; sent += PER_BLOCKHASH) {
    const calls = (await signTransfers(Math.min(PER_BLOCKHASH, count - sent))).map((wire, id) =>
      rpc("sendTransaction", [wire, { encoding: "base64", ...options }], id),
    );
    const bodies = Array.from({ length: Math.ceil(calls.length / batch) }, (_, at) => {
      const part = calls.slice(at * batch, (at + 1) * batch);
      return JSON.stringify(batch === 1 ? part[0] : part);
    });
    const connections = batch === 1 ? CONNECTIONS : BATCH_CONNECTIONS;
    seconds += await postAll({ url, bodies, connections, isGood });
  }
  return Math.round(count / seconds);
}

async function listSignatures(): Promise<string[]> {
  const signatures: string[] = [];
  for (;;) {
    const before = signatures.at(-1);
    const page = await connection.getSignaturesForAddress(payer.publicKey, { before }, "confirmed");
    signatures.push(...page.map(({ signature }) => signature));
    if (page.length < 1_000) return signatures;
  }
}

let { child, startMs } = await start();
const emptyStartMs = startMs;
const idleMib = memoryOf(child.pid).now;
await connection.requestAirdrop(payer.publicKey, 1_000_000_000_000_000);
const withPreflight = await sendTransfers(SINGLES, { preflightCommitment: "processed" });
const single = await sendTransfers(SINGLES, { skipPreflight: true });
const batches = await sendTransfers(TRANSACTIONS - 2 * SINGLES, { skipPreflight: true }, BATCH);
const landed = await connection.getTransactionCount();
const loadedMib = memoryOf(child.pid).now;
const signatures = await listSignatures();
const step = Math.floor(signatures.length / READS);
const bodies = Array.from({ length: READS }, (_, at) =>
  JSON.stringify(rpc("getTransaction", [signatures[at * step], { commitment: "confirmed" }])),
);
const readSeconds = await postAll({ url, bodies, connections: CONNECTIONS, isGood });
await stop(child, "SIGKILL");
({ child, startMs } = await start());
const afterKillMs = startMs;
const stored = await connection.getTransactionCount();
await stop(child, "SIGTERM");
({ child, startMs } = await start());
const restartedMib = memoryOf(child.pid).now;
await stop(child, "SIGTERM");
rmSync(dataDir, { recursive: true });
if (landed < TRANSACTIONS || stored < landed)
  throw new Error(`Transactions were lost: ${landed} landed, ${stored} remain after a kill.`);
const lines: [string, number][] = [
  ["sent/s, withPreflight", withPreflight],
  ["sent/s, single", single],
  [`sent/s, batchesOf${BATCH}`, batches],
  ["getTransaction/s", Math.round(READS / readSeconds)],
  ["MiB, idle", idleMib],
  ["MiB, afterTransactions", loadedMib],
  ["MiB, afterRestart", restartedMib],
  ["ms to start, empty", emptyStartMs],
  ["ms to start, afterKill", afterKillMs],
  ["ms to start, afterStop", startMs],
];
record(
  "ledger",
  lines.map(([name, value]) => ({ "the local ledger": name, "": value })),
  { transactions: { sent: TRANSACTIONS, landed, afterKill: stored } },
);
