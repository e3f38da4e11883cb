/** Prints how long each route holds the event loop of the production build at its largest permitted size. Linux only. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { prepareTree } from "@/lib/service/registration/prepare";
import { signIn } from "@/tests/attack/send";
import { createWallet, type Wallet } from "@/tests/support/http";
import type { LoopReport } from "./support/loop-probe";
import { recipientsTree, writeRegistration } from "./support/registration-body";
import { percentile, record, rounded } from "./support/report";

const LEAVES = 100_000;
/** As many with their proofs as the largest body holds. */
const PROVED_LEAVES = 25_000;
const READ_EVERY_MS = 100;

type Row = Record<string, string | number>;

const folder = await mkdtemp(join(tmpdir(), "vesting-index-loop-"));
const rows: Row[] = [];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return address.port;
}

const HOST = "127.0.0.1";
const port = await freePort();
const url = `http://${HOST}:${port}`;

async function launch(): Promise<ChildProcess> {
  const preloads = ["--import", "tsx", "--import", "./bench/support/loop-probe.ts"];
  const child = spawn(process.execPath, [...preloads, "server/main.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      TSX_TSCONFIG_PATH: "server/tsconfig.json",
      PORT: String(port),
      LEDGER_PORT: String(await freePort()),
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
      RATE_LIMIT: "off",
    },
  });
  while (child.exitCode === null) {
    if ((await fetch(`${url}/api/health`).catch(() => null))?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The service did not start.");
}

const child = await launch();

/** A proof of somebody else's, read over and over while a route is measured; the milliseconds each took. */
let proofPath = "/api/health";
function readMeanwhile(): () => Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const started = performance.now();
      const answer = await fetch(url + proofPath);
      await answer.arrayBuffer();
      if (!answer.ok) failed++;
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
  })();
  return async () => {
    isOver = true;
    await reading;
    return { times, failed };
  };
}

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: Uint8Array | string };

/** Sends one request while the loop is watched and others read; gives the last bytes of its answer. */
async function measure(what: string, { path, ...init }: Sent, expected = 200): Promise<string> {
  child.send("watch");
  const stop = readMeanwhile();
  const started = performance.now();
  const answer = await fetch(url + path, { method: init.body ? "POST" : "GET", ...init } as RequestInit);
  let bytes = 0;
  let tail = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-100_000);
  }
  const seconds = (performance.now() - started) / 1000;
  const others = await stop();
  child.send("report");
  const [report] = (await once(child, "message")) as [LoopReport];
  if (answer.status !== expected) throw new Error(`${what} was answered ${answer.status}: ${tail}`);
  const row = {
    what,
    seconds: rounded(seconds),
    answerMb: rounded(bytes / 1e6),
    longestMs: Math.round(report.longestMs),
    ownMs: Math.round(report.longestOwnMs),
    gcMs: Math.round(report.longestGcMs),
    over50Ms: report.holdsOver50Ms,
    proofP99: Math.round(percentile(others.times, 0.99)),
    proofWorst: Math.round(Math.max(0, ...others.times)),
    proofsFailed: others.failed,
    memoryMib: Math.round(report.peakMemoryMib),
  };
  rows.push(row);
  console.log(JSON.stringify(row));
  return tail;
}

const json = { "content-type": "application/json" };
const gzipped = { ...json, "content-encoding": "gzip" };
const text = (value: unknown) =>
  JSON.stringify(value, (_key, item) => (typeof item === "bigint" ? item.toString() : item));

async function registrationOf(wallet: Wallet, of: { leaves: number; proofs: boolean; campaignId: bigint }) {
  const prepared = await recipientsTree(of.leaves);
  const path = join(folder, "body.json");
  const size = { path, creator: wallet.address, campaignId: of.campaignId, proofs: of.proofs, gzip: true };
  await writeRegistration(prepared, size);
  return { prepared, body: await readFile(path) };
}

async function main(): Promise<void> {
  const wallet = createWallet();
  const others = createWallet();
  const small = await registrationOf(others, { leaves: 1_000, proofs: false, campaignId: 1n });
  const register = async (what: string, of: Wallet, body: Uint8Array) =>
    measure(
      what,
      {
        path: "/api/campaigns",
        headers: { ...gzipped, ...(await signIn({ port, localAddress: HOST }, of)) },
        body,
      },
      201,
    );
  await register("a registration of 1,000", others, small.body);
  const [{ treeAddress: ofOthers }] = (await (await fetch(`${url}/api/campaigns`)).json()).campaigns;
  proofPath = `/api/campaigns/${ofOthers}/proof?beneficiary=${small.prepared.leaves[7]?.beneficiary}`;
  await measure("nothing but a read", { path: "/api/health" });

  const large = await registrationOf(wallet, { leaves: LEAVES, proofs: false, campaignId: 1n });
  const recipients = large.prepared.leaves.map(({ leafIndex: _, ...recipient }) => recipient);
  const prepare = (body: object) => ({
    path: "/api/campaigns/prepare",
    headers: gzipped,
    body: gzipSync(text(body)),
  });
  await measure("prepare 100,000", prepare({ recipients }));
  const same = recipients.map((recipient) => ({ ...recipient, beneficiary: wallet.address }));
  await measure("prepare 100,000 of one wallet", prepare({ recipients: same }), 400);

  const lines = recipients.map((of) =>
    [
      of.beneficiary,
      of.amount,
      of.releaseType,
      of.startTime,
      of.cliffTime,
      of.endTime,
      of.milestoneIdx,
    ].join(),
  );
  const header = "beneficiary,amount,releaseType,startTime,cliffTime,endTime,milestoneIdx";
  const csv = [header, ...lines].join("\n");
  const file = async (body: string) => ({
    path: "/api/campaigns/import",
    headers: { "content-type": "text/csv", ...(await signIn({ port, localAddress: HOST }, wallet)) },
    body,
  });
  await measure("import 100,000", await file(csv));
  await measure("import 100,000 at fault", await file(csv.replaceAll(",1800000000,", ",5,")), 400);
  const form = new FormData();
  form.set("file", new Blob([csv]));
  const multipart = new Request(url, { method: "POST", body: form });
  await measure("import 100,000 as a form", {
    path: "/api/campaigns/import",
    headers: {
      "content-type": multipart.headers.get("content-type") ?? "",
      ...(await signIn({ port, localAddress: HOST }, wallet)),
    },
    body: new Uint8Array(await multipart.arrayBuffer()),
  });

  const proved = await registrationOf(wallet, { leaves: PROVED_LEAVES, proofs: true, campaignId: 2n });
  await register("a registration of 25,000 with proofs", wallet, proved.body);
  await register("a registration of 100,000", wallet, large.body);
  const [{ treeAddress }] = (await (await fetch(`${url}/api/campaigns`)).json()).campaigns;
  const { prepared } = large;

  const raised = recipients.map((of) => ({ ...of, amount: of.amount - 1n }));
  const tail = await measure("prepare a rotation of 100,000", {
    ...prepare({ recipients: raised, treeAddress, proofs: false }),
  });
  if (!tail.endsWith("]}")) throw new Error("The rotation was not prepared whole.");
  const next = await prepareTree(raised);
  await measure(
    "record a rotation of 100,000",
    {
      path: `/api/campaigns/${treeAddress}/root-versions`,
      headers: { ...gzipped, ...(await signIn({ port, localAddress: HOST }, wallet)) },
      body: gzipSync(
        text({
          merkleRoot: next.tree.root,
          leafCount: next.leaves.length,
          minCliffTime: prepared.minCliffTime,
          leaves: next.leaves,
        }),
      ),
    },
    201,
  );
  const curve = {
    amount: "1000000000000",
    releaseType: 1,
    startTime: 0,
    cliffTime: 0,
    endTime: 3_155_760_000,
  };
  await measure("simulate 1,200 months", { path: "/api/simulate-vesting", headers: json, body: text(curve) });
  for (const list of ["leaves?limit=1000&proofs=true", "leaves?limit=1000", "timeline?limit=100", "payouts"])
    await measure(list, { path: `/api/campaigns/${treeAddress}/${list}` });
  await measure("a page of leaves", { path: `/campaigns/${treeAddress}?view=recipients` });
}

try {
  await main();
  console.table(rows);
  record("loop", { rows });
} finally {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const [code] = await ended;
  console.log(`The service ended with ${code}.`);
  await rm(folder, { recursive: true, force: true });
}
