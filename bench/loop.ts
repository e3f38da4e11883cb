/**
 * Measures how long requests at their largest permitted size delay the event loop of the production build, as the
 * service's own metrics report it, and the proofs of others meanwhile. Needs the build and Linux.
 */
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { leafBody } from "@/lib/client/bodies";
import { type PreparedTree, prepareTree } from "@/lib/service/registration/prepare";
import { createWallet } from "@/tests/support/http";
import { recipientsTree, registrationBody, registrationHead } from "@/tests/support/registration-body";
import { freePort } from "../tests/load/service/service";
import { startService } from "./support/database";
import { readInBackground } from "./support/load";
import { getMemory, resetPeak } from "./support/process";
import { measureSeconds, type Row, record } from "./support/report";

const SIZE = { campaigns: 500, leaves: 20_000, claims: 20_000 };
const [FEW, MANY, PROVED] = [1_000, 100_000, 10_000];
/** Enough reads for the p99 that all other rows are compared with. */
const IDLE_MS = 30_000;

const wallet = createWallet();
type Sent = { path: string; body?: unknown; type?: string };

/** Each request that holds many leaves, by its name. */
async function getUploads(prepared: PreparedTree, campaignId: bigint): Promise<[string, Sent][]> {
  const input = { creator: wallet.address, campaignId };
  const { treeAddress } = registrationHead(prepared, input);
  const lowered = prepared.leaves.map(({ leafIndex: _, ...leaf }) => ({ ...leaf, amount: leaf.amount - 1n }));
  const { tree, leaves, minCliffTime } = await prepareTree(lowered);
  const bodies = leaves.map(leafBody);
  const root = { merkleRoot: tree.root, leafCount: leaves.length, minCliffTime: String(minCliffTime) };
  const recipients = bodies.map(({ leafIndex: _, ...recipient }) => recipient);
  const csv = [Object.keys(recipients[0] ?? {}), ...recipients.map((each) => Object.values(each))].join("\n");
  const path = "/api/campaigns";
  return [
    ["prepare", { path: `${path}/prepare`, body: { recipients } }],
    ["import a CSV file", { path: `${path}/import`, body: csv, type: "text/csv" }],
    ["register", { path, body: registrationBody(prepared, input) }],
    ["prepare a rotation", { path: `${path}/prepare`, body: { recipients, treeAddress, proofs: false } }],
    [
      "record a rotation",
      { path: `${path}/${treeAddress}/root-versions`, body: { ...root, leaves: bodies } },
    ],
  ];
}

const METRICS_PORT = String(await freePort());
await using started = await startService({ METRICS_PORT }, SIZE);
const { service, send } = started;
const { large, creators } = started.targets;
const [beneficiary, creator, rows] = [large.beneficiaries[0], creators[0], [] as Row[]];
const [tree, page] = [`/api/campaigns/${large.tree}`, `/campaigns/${large.tree}`];

async function sendOnce({ path, body, type = "application/json" }: Sent): Promise<void> {
  if (body === undefined) return void (await send(path));
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": type, "content-encoding": "gzip" };
  await send(path, { method: "POST", headers, body: gzipSync(text, { level: 1 }) }, wallet);
}

/** Returns the longest delay in ms since the last call, which resets it. */
async function takeDelay(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1_000;
}

async function measure(background: string, work: () => Promise<unknown>): Promise<void> {
  const stop = readInBackground(`${service.url}${tree}/proof?beneficiary=${beneficiary}`);
  await takeDelay();
  resetPeak(service.pid);
  const seconds = await measureSeconds(work);
  const delay = Math.round(await takeDelay());
  const { p50, p99 } = await stop();
  const idle = Number(rows[0]?.["p99 ms"] ?? p99);
  rows.push({
    ...{ "background load": background, s: seconds, "event loop delay, max ms": delay, "goal ms": "≤ 50" },
    ...{ "proofs of others: p50 ms": p50, "p99 ms": p99, "of idle": p99 / Math.max(1, idle) },
    ...{ goal: "≤ 5", "peak MiB": getMemory(service.pid).peak },
  });
  console.log(JSON.stringify(rows.at(-1)));
}

const reads = [
  ...[`${tree}/leaves?limit=1000&proofs=true`, `${tree}/timeline?limit=200`, `${tree}/claims?limit=100`],
  ...[`${tree}/payouts?limit=1000`, tree, `${tree}/proof?beneficiary=${beneficiary}&all=true`],
  ...["/api/campaigns?limit=100", `/api/activity/${creator}?limit=100`, "/api/openapi.json", "/"],
  ...["/campaigns", page, `${page}?view=timeline`, `/portfolio?address=${beneficiary}`],
];
// The first request of a route loads its code.
for (const [, sent] of await getUploads(await recipientsTree(FEW), 1n)) await sendOnce(sent);
for (const path of reads) await sendOnce({ path });
await measure("only these reads", () => setTimeout(IDLE_MS));
for (const path of reads)
  await measure(`10 × ${path.replaceAll(/\w{40,}/g, "…")}`, async () => {
    for (let time = 0; time < 10; time++) await sendOnce({ path });
  });
const item = { creator: wallet.address, campaignId: 2n, proofs: true };
const body = registrationBody(await recipientsTree(PROVED), item);
await measure("register 10,000 with proofs", () => sendOnce({ path: "/api/campaigns", body }));
for (const [name, sent] of await getUploads(await recipientsTree(MANY), 3n))
  await measure(`${name}, 100,000`, () => sendOnce(sent));
record("loop", rows);
