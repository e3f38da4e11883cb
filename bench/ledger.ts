import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { record } from "./support/report";

const TRANSACTIONS = 100_000;
const SINGLE_TRANSACTIONS = 5_000;
const BATCH = 60;
const IN_FLIGHT = 4;
const SINGLES_IN_FLIGHT = 16;
const READS = 2_000;
const PAYERS = 20;

const dataDir = mkdtempSync(join(tmpdir(), "ledger-bench-"));
const port = 20_000 + Math.floor(Math.random() * 20_000);
const url = `http://127.0.0.1:${port}`;

type Reply = { result?: unknown; error?: { message: string } };

async function post(body: unknown): Promise<Reply[]> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: Reply | Reply[] = await response.json();
  const replies = Array.isArray(answer) ? answer : [answer];
  for (const { error } of replies) if (error) throw new Error(error.message);
  return replies;
}

const request = (method: string, ...params: unknown[]) => ({ jsonrpc: "2.0", id: 1, method, params });

async function call(method: string, ...params: unknown[]): Promise<unknown> {
  const [reply] = await post(request(method, ...params));
  return reply?.result;
}

/** Runs the ledger as an operator would and waits until it answers; gives how long that took. */
async function startLedger(): Promise<{ child: ChildProcess; startMs: number }> {
  const started = performance.now();
  const args = ["--import", "tsx", "cli/ledger.ts", "--data-dir", dataDir, "--port", String(port)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TSX_TSCONFIG_PATH: "server/tsconfig.json" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return { child, startMs: performance.now() - started };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Resident memory of a process in MiB. */
function residentMiB(child: ChildProcess): number {
  const kibibytes = execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" });
  return Math.round(Number(kibibytes) / 1024);
}

type Payer = { wallet: Keypair; key: KeyObject };

function newPayer(): Payer {
  const wallet = Keypair.generate();
  // The seed behind the fixed prefix that an Ed25519 private key has in PKCS #8.
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const der = Buffer.concat([prefix, wallet.secretKey.subarray(0, 32)]);
  return { wallet, key: createPrivateKey({ key: der, format: "der", type: "pkcs8" }) };
}

/** Transfers to addresses of their own, signed with node:crypto: web3.js takes longer to sign than the ledger to run. */
function signTransfers(payer: Payer, blockhash: string, count: number): string[] {
  const template = new Transaction({ feePayer: payer.wallet.publicKey, blockhash, lastValidBlockHeight: 0 });
  const to = Keypair.generate().publicKey;
  template.add(
    SystemProgram.transfer({ fromPubkey: payer.wallet.publicKey, toPubkey: to, lamports: 1_000_000 }),
  );
  const message = template.serializeMessage();
  const place = message.indexOf(to.toBuffer());
  return Array.from({ length: count }, () => {
    crypto.getRandomValues(message.subarray(place, place + 32));
    const signature = sign(null, message, payer.key);
    return Buffer.concat([Buffer.from([1]), signature, message]).toString("base64");
  });
}

/** Works through the list with so many workers; seconds taken. */
async function inParallel<Item>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return (performance.now() - started) / 1000;
}

async function latestBlockhash(): Promise<string> {
  return Object(Object(await call("getLatestBlockhash", { commitment: "processed" })).value).blockhash;
}

const options = { encoding: "base64", skipPreflight: true };
const payers = Array.from({ length: PAYERS }, newPayer);
const rate = (count: number, seconds: number) => Math.round(count / seconds);

let { child, startMs } = await startLedger();
const idleMiB = residentMiB(child);
const firstStartMs = Math.round(startMs);
for (const { wallet } of payers) await call("requestAirdrop", wallet.publicKey.toBase58(), 1_000_000_000_000);

/** Sends transfers in portions, so that none outlives its blockhash; signing does not count. */
async function sendTransfers(count: number, send: (portion: string[]) => Promise<number>): Promise<number> {
  let seconds = 0;
  for (let sent = 0; sent < count; sent += 5_000) {
    const blockhash = await latestBlockhash();
    const payer = payers[(sent / 5_000) % payers.length];
    if (payer === undefined) throw new Error("no payer");
    seconds += await send(signTransfers(payer, blockhash, Math.min(5_000, count - sent)));
  }
  return seconds;
}

const preflightSeconds = await sendTransfers(SINGLE_TRANSACTIONS, (portion) =>
  inParallel(portion, SINGLES_IN_FLIGHT, (wire) =>
    call("sendTransaction", wire, { encoding: "base64", preflightCommitment: "processed" }),
  ),
);
const singleSeconds = await sendTransfers(SINGLE_TRANSACTIONS, (portion) =>
  inParallel(portion, SINGLES_IN_FLIGHT, (wire) => call("sendTransaction", wire, options)),
);
const rest = TRANSACTIONS - 2 * SINGLE_TRANSACTIONS;
const batchSeconds = await sendTransfers(rest, (portion) => {
  const batches = Array.from({ length: Math.ceil(portion.length / BATCH) }, (_, index) =>
    portion
      .slice(index * BATCH, (index + 1) * BATCH)
      .map((wire, id) => ({ jsonrpc: "2.0", id, method: "sendTransaction", params: [wire, options] })),
  );
  return inParallel(batches, IN_FLIGHT, post);
});
const landed = Number(await call("getTransactionCount", { commitment: "processed" }));
const afterMiB = residentMiB(child);

type Entry = { signature: string };
async function listAll(): Promise<{ pages: number; slowestMs: number; signatures: string[] }> {
  const signatures: string[] = [];
  let slowestMs = 0;
  for (let pages = 1; ; pages++) {
    const started = performance.now();
    const before = signatures.at(-1);
    const page: Entry[] = Object(
      await call("getSignaturesForAddress", SystemProgram.programId.toBase58(), {
        before,
        commitment: "confirmed",
      }),
    );
    slowestMs = Math.max(slowestMs, performance.now() - started);
    signatures.push(...page.map(({ signature }) => signature));
    if (page.length < 1000) return { pages, slowestMs, signatures };
  }
}
const listing = await listAll();
const step = Math.floor(listing.signatures.length / READS);
const sample = Array.from({ length: READS }, (_, index) => listing.signatures[index * step] ?? "");
const readSeconds = await inParallel(sample, SINGLES_IN_FLIGHT, (signature) =>
  call("getTransaction", signature, { commitment: "confirmed", maxSupportedTransactionVersion: 1 }),
);

await stop(child, "SIGKILL");
({ child, startMs } = await startLedger());
const afterKillMs = Math.round(startMs);
const kept = Number(await call("getTransactionCount", { commitment: "processed" }));
await stop(child, "SIGTERM");
({ child, startMs } = await startLedger());
const afterStopMs = Math.round(startMs);
const restartedMiB = residentMiB(child);
await stop(child, "SIGTERM");

const folder = (path: string): number =>
  readdirSync(path, { withFileTypes: true }).reduce(
    (sum, entry) =>
      sum + (entry.isDirectory() ? folder(join(path, entry.name)) : statSync(join(path, entry.name)).size),
    0,
  );
const report = {
  what: "SOL transfers to new addresses over HTTP, client and ledger on the same machine, history on disk",
  transactions: { sent: TRANSACTIONS, landed, afterKill: kept },
  sendPerSecond: {
    withPreflight: rate(SINGLE_TRANSACTIONS, preflightSeconds),
    single: rate(SINGLE_TRANSACTIONS, singleSeconds),
    [`batchesOf${BATCH}`]: rate(rest, batchSeconds),
  },
  getTransactionPerSecond: rate(READS, readSeconds),
  listing: {
    pages: listing.pages,
    signatures: listing.signatures.length,
    slowestPageMs: Math.round(listing.slowestMs),
  },
  residentMiB: { idle: idleMiB, afterTransactions: afterMiB, afterRestart: restartedMiB },
  startMs: { empty: firstStartMs, afterKill: afterKillMs, afterStop: afterStopMs },
  diskMiB: Math.round(folder(dataDir) / 1024 / 1024),
};
rmSync(dataDir, { recursive: true });
if (landed < TRANSACTIONS || kept < landed)
  throw new Error(`Transactions were lost: ${landed} landed, ${kept} kept.`);
console.log(JSON.stringify(report, null, 2));
record("ledger", report);
